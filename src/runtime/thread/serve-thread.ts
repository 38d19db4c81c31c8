import type { MessagePort } from 'node:worker_threads';
import { assert, isBroken } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import type { Calls, ToldFailure, WordFromThread, WordToThread } from './thread-words.ts';

/** Sends the rest of the program news that it did not ask for. */
export type TellNews<News> = <Name extends keyof News & string>(name: Name, value: News[Name]) => void;

/** The program of a thread. */
export interface ThreadProgram<Question, C, News> {
  /** Opens everything and returns the calls that it answers. @throws AppError, which is passed on to the starter */
  open(question: Question, tell: TellNews<News>): Promise<Calls<C> & C>;
  /** Runs before each answer is sent, so that news on which the answer depends arrives first. */
  beforeAnswer(): void;
  /** Closes everything, also while it is still being opened. */
  close(): Promise<void>;
}

/**
 * Serves calls over the port of a thread until it is told to stop. A failed assertion ends the thread: nothing in it may
 * continue from an impossible state. What else ends is decided where it was started.
 */
export function serveThread<Question, C, News>(port: MessagePort, program: ThreadProgram<Question, C, News>): void {
  const post = (word: WordFromThread): void => port.postMessage(word);
  const tell: TellNews<News> = (name, value) => post({ kind: 'news', name, value });
  let calls: ReadonlyMap<string, (...given: never[]) => Promise<unknown>> = new Map();
  let isStopping = false;

  const open = async (question: unknown): Promise<void> => {
    try {
      const opened = await program.open(question as Question, tell); // Asked by this build's own starter.
      calls = new Map(Object.entries(opened));
      post({ kind: 'opened' });
    } catch (error) {
      if (isStopping) return; // Failures while everything is being closed are expected.
      if (!(error instanceof AppError)) throw error;
      post({ kind: 'not-opened', failure: told(error) });
    }
  };
  const answer = async ({ id, name, given }: Extract<WordToThread, { kind: 'call' }>): Promise<void> => {
    const call = calls.get(name);
    assert(call !== undefined, `the thread answers the call ${name}`);
    try {
      const value = await call(...(given as never[])); // Typed where it was sent.
      program.beforeAnswer();
      post({ kind: 'answer', id, value });
    } catch (error) {
      if (isBroken(error)) throw error;
      post({ kind: 'failure', id, failure: told(error) });
    }
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    await program.close();
    process.exit(0); // Of this thread alone.
  };
  port.on('message', (word: WordToThread) => {
    if (word.kind === 'open') void open(word.question);
    else if (word.kind === 'stop') void stop();
    else if (!isStopping) void answer(word);
  });
}

function told(error: unknown): ToldFailure {
  if (error instanceof AppError) return { code: error.code, sentence: error.message, isRetryable: error.isRetryable };
  return {
    code: '',
    sentence: error instanceof Error ? (error.stack ?? error.message) : String(error),
    isRetryable: false,
  };
}
