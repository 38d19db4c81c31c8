import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import { openSimulator } from '#simulator/open-simulator.ts';
import { simulatorSetup } from './simulator-setup.ts';
import type { ThreadQuestion, ThreadWord } from './simulator-words.ts';

/** The simulated exchange in a thread of the program, so that it does not delay the engine. */
const port = parentPort;
assert(port !== null, 'this file is the program of a thread');
const tell = (word: ThreadWord): void => port.postMessage(word);
const { wishes, listenOn, ...question } = workerData as ThreadQuestion; // Posted only by `startSimulator`.

try {
  const simulator = await openSimulator({
    setup: await simulatorSetup(wishes),
    ...question,
    port: listenOn,
    warn: (sentence) => tell({ kind: 'warning', sentence }),
    onFailure: (cause) => tell({ kind: 'warning', sentence: `A request failed: ${String(cause)}` }),
  });
  port.once('message', () => {
    void simulator.close().then(() => tell({ kind: 'closed' }));
  });
  tell({ kind: 'listening', access: { port: simulator.port, adminToken: simulator.adminToken } });
} catch (error) {
  const code = error instanceof AppError ? error.code : codeOf(error);
  tell({ kind: 'failed', code, sentence: error instanceof Error ? error.message : String(error) });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNEXPECTED';
}
