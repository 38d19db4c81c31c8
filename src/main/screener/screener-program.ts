import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { assert } from '#base/assert.ts';
import { takeSnapshots } from '#lab/screener/take-snapshots.ts';
import { serveThread } from '#runtime/thread/serve-thread.ts';
import type { ScreenerCalls } from './screener-calls.ts';

enableCompileCache();
const port = parentPort;
assert(port !== null, 'this file is the program of a thread');

/** Reads the stored past of all symbols, so that neither requests nor bots wait for it. */
serveThread<null, ScreenerCalls, object>(port, {
  open: async () => ({ takeSnapshots }),
  beforeAnswer: () => {},
  close: async () => {},
});
