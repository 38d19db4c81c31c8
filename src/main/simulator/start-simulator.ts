import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '#base/errors.ts';
import type { SimulatorAccess } from './simulated-account.ts';
import type { ThreadQuestion, ThreadWord } from './simulator-words.ts';

const ENTRY = new URL('./simulator-thread.ts', import.meta.url);
const STOP_MS_MAX = 10_000;

/** The running simulated exchange. */
export interface StartedSimulator {
  readonly access: SimulatorAccess;
  /** Stores everything and ends the thread. */
  stop(): Promise<void>;
}

/**
 * Starts the simulated exchange in a thread and waits until it listens.
 * @param failed - called when it ended by itself
 * @throws AppError PORT_IN_USE, SIMULATOR_DAMAGED, SIMULATOR_MARKET_OTHER, CANDLES_MISSING
 */
export async function startSimulator(
  question: ThreadQuestion,
  { warn, failed }: { readonly warn: (sentence: string) => void; readonly failed: (cause: unknown) => void },
): Promise<StartedSimulator> {
  const thread = new Worker(ENTRY, { workerData: question });
  let isStopping = false;
  const ended = once(thread, 'exit');
  const access = await new Promise<SimulatorAccess>((resolve, reject) => {
    thread.on('message', (word: ThreadWord) => {
      if (word.kind === 'listening') resolve(word.access);
      else if (word.kind === 'warning') warn(word.sentence);
      else if (word.kind === 'failed') reject(failureOf(word, question));
      else void thread.terminate();
    });
    thread.on('error', (cause) => {
      reject(cause);
      if (!isStopping) failed(cause);
    });
  }).catch(async (cause: unknown) => {
    isStopping = true;
    await thread.terminate();
    throw cause;
  });
  return {
    access,
    async stop() {
      isStopping = true;
      thread.postMessage('stop');
      const late = setTimeout(() => void thread.terminate(), STOP_MS_MAX);
      await ended;
      clearTimeout(late);
    },
  };
}

function failureOf({ code, sentence }: Extract<ThreadWord, { kind: 'failed' }>, { listenOn, host }: ThreadQuestion) {
  if (code !== 'EADDRINUSE') return new AppError(code, sentence);
  const detail = `Port ${listenOn} of ${host} is in use. Set SIMULATOR_PORT to another one, or 0 for any.`;
  return new AppError('PORT_IN_USE', detail);
}
