import type { MessagePort } from 'node:worker_threads';
import { assert, BrokenBelief } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import { type Calls, type ToldFailure, type WordFromThread, wordToThread } from './thread-words.ts';

/** Tells the rest of the program something unasked. */
export type TellNews<News> = <Name extends keyof News & string>(name: Name, value: News[Name]) => void;

/** The program of a thread. */
export interface ThreadProgram<Question, C, News> {
  /** Opens everything and gives the calls it answers. @throws AppError, which the starter of the thread hears */
  open(question: Question, tell: TellNews<News>): Promise<Calls<C> & C>;
  /** Runs before each answer goes out, so that news which the answer builds upon arrives before it. */
  beforeAnswer(): void;
  /** Closes what is open, also while it is still being opened. */
  close(): Promise<void>;
}

/**
 * Serves calls over the port of a thread until it is told to stop. A broken belief ends the thread, and with it the
 * program: nobody goes on with a state that cannot be.
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
      if (isStopping) return; // What fails while everything is being closed was called off with it.
      if (!(error instanceof AppError)) throw error;
      post({ kind: 'not-opened', failure: told(error) });
    }
  };
  const answer = async (id: number, name: string, given: unknown[]): Promise<void> => {
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
  port.on('message', (message: unknown) => {
    const word = wordToThread.parse(message);
    if (word.kind === 'open') void open(word.question);
    else if (word.kind === 'stop') void stop();
    else if (!isStopping) void answer(word.id, word.name, word.given);
  });
}

/** An error of the program itself, not of the world. */
function isBroken(error: unknown): boolean {
  return [BrokenBelief, TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);
}

function told(error: unknown): ToldFailure {
  if (error instanceof AppError) return { code: error.code, sentence: error.message, isRetryable: error.isRetryable };
  return {
    code: '',
    sentence: error instanceof Error ? (error.stack ?? error.message) : String(error),
    isRetryable: false,
  };
}
