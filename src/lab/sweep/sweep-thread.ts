import { Worker } from 'node:worker_threads';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { JobMessage, MessageToWorker, WorkerData } from './sweep-message.ts';

/** One worker thread of the pool. It ends when it is closed or dies of an error. */
export interface SweepThread {
  readonly hasDied: () => boolean;
  /** Works on a job until no sets are left; resolves to the reason if the thread died, else to null. One job at a time. */
  work(job: JobMessage, sets: readonly BotParams[]): Promise<string | null>;
  close(): Promise<void>;
}

/** @param entry - the program of the thread */
export function openSweepThread(entry: URL, worker: number): SweepThread {
  const thread = new Worker(entry, { workerData: { worker } satisfies WorkerData });
  let known: readonly BotParams[] | null = null;
  let death: string | null = null;
  let ended: (cause: string | null) => void = () => undefined;
  const post = (message: MessageToWorker): void => thread.postMessage(message);
  thread.on('message', () => ended(null));
  thread.on('error', (error) => {
    death = error instanceof Error ? error.message : String(error);
  });
  // Node emits 'error' before the 'exit' that follows.
  thread.on('exit', (code) => {
    death ??= `the worker ended with code ${code}`;
    ended(death);
  });
  return {
    hasDied: () => death !== null,
    work(job, sets) {
      if (death !== null) return Promise.resolve(death);
      const outcome = new Promise<string | null>((resolve) => {
        ended = resolve;
      });
      if (known !== sets) post({ type: 'sets', sets });
      known = sets;
      post(job);
      return outcome;
    },
    async close() {
      await thread.terminate();
    },
  };
}
