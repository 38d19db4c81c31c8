import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { assert } from '#base/assert.ts';
import { familyOf } from '#engine/bots/families.ts';
import { compareScales } from '#lab/scale/compare-scales.ts';
import { runTrial } from '#lab/trial/run-trial.ts';
import { serveThread } from '#runtime/thread/serve-thread.ts';
import type { TrialCalls } from './trial-calls.ts';

enableCompileCache();
const port = parentPort;
assert(port !== null, 'this file is the program of a thread');

/** Tries strategies and scales one after the other, so that neither requests nor bots wait for one. */
serveThread<null, TrialCalls, object>(port, {
  open: async () => ({
    inspect: async ({ kind, params }) => familyOf(kind).inspect(params),
    runTrial: async (request, past) => runTrial(request, past),
    tryScale: async (request, past) => compareScales(request, past),
  }),
  beforeAnswer: () => {},
  close: async () => {},
});
