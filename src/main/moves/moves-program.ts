import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { assert } from '#base/assert.ts';
import { pastMeasures } from '#lab/moves/measure-past.ts';
import { serveThread } from '#runtime/thread/serve-thread.ts';
import type { MovesCalls } from './moves-calls.ts';

enableCompileCache();
const port = parentPort;
assert(port !== null, 'this file is the program of a thread');

/** Measures price moves one after the other, so that neither requests nor bots wait for them. */
serveThread<null, MovesCalls, object>(port, {
  open: async () => ({
    moves: async (request, past, window) => pastMeasures.moves(request, past, window),
    reach: async (request, past, window) => pastMeasures.reach(request, past, window),
  }),
  beforeAnswer: () => {},
  close: async () => {},
});
