import { parentPort, resourceLimits } from 'node:worker_threads';
import { assert } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import { serveThread } from '#runtime/thread/serve-thread.ts';
import type { PlainCalls, PlainNews, PlainQuestion } from './plain-calls.ts';

/** A thread that does what the test requests. */
const port = parentPort;
assert(port !== null, 'this file is the program of a thread');
let told = '';
let tellClosed = (_words: string): void => {};

serveThread<PlainQuestion, PlainCalls, PlainNews>(port, {
  async open({ refusal }, tell) {
    if (refusal !== null) throw new AppError('EXCHANGE_UNAVAILABLE', refusal, { isRetryable: true });
    tellClosed = (words) => tell('words', words);
    return {
      say: async (words) => {
        told = words;
        return words;
      },
      act: async (words) => words,
      wait: () => new Promise(() => {}),
      waitToAct: () => new Promise(() => {}),
      fail: async (code) => Promise.reject(new AppError(code, 'The world is not well.', { isRetryable: true })),
      breakBelief: async (belief) => assert(false, belief),
      rejectUnhandled: async (words) => void Promise.reject(new Error(words)),
      youngGenerationMb: async () => resourceLimits.maxYoungGenerationSizeMb ?? 0,
    };
  },
  beforeAnswer: () => {
    if (told !== '') tellClosed(`before ${told}`);
    told = '';
  },
  close: async () => tellClosed('closed'),
});
