import { Worker } from 'node:worker_threads';
import { AppError } from '#base/errors.ts';
import { type Calls, type ToldFailure, type WordToThread, wordFromThread } from './thread-words.ts';

/**
 * Young generation of the thread: three semi-spaces of 16 MB, as measured in decision 27. A decision may have to wait for
 * a collection of the young generation.
 */
const YOUNG_GENERATION_MB = 48;
/** Calls that may wait for an answer, so that a thread that does not answer cannot fill the memory of this one. */
const WAITING_MAX = 2_000;
/** How long a caller waits. */
const ANSWER_MS_MAX = 25_000;
const STOP_MS_MAX = 18_000;

export interface ThreadOptions<C> {
  /** The thread's program. */
  readonly entry: URL;
  readonly name: string;
  /** Calls that have an effect: without an answer it is unknown whether it happened. */
  readonly commands: ReadonlySet<keyof C & string>;
  /** Called when the thread ended by itself or an assertion failed in it: the program must end. */
  readonly failed: (cause: unknown) => void;
  readonly answerMsMax?: number;
}

/** A thread of the program: the calls it answers and the news it sends. */
export interface Thread<Question, C, News> {
  /** Opens the thread's program. @throws AppError as that program does */
  open(question: Question): Promise<void>;
  /**
   * @throws AppError as the call does; OVERLOADED when too many wait; OUTCOME_UNKNOWN for a command and OVERLOADED for
   * another call when no answer comes in time; ENGINE_STOPPED
   */
  call<Name extends keyof C & string>(name: Name, ...given: Parameters<Extract<C[Name], Function1>>): ResultOf<C[Name]>;
  /** Registers the listener for a kind of news; one listener each. */
  on<Name extends keyof News & string>(name: Name, listener: (value: News[Name]) => void): void;
  /** Lets the thread store what is pending, and ends it. */
  stop(): Promise<void>;
}

type Function1 = (...given: never[]) => Promise<unknown>;
type ResultOf<F> = F extends (...given: never[]) => infer Result ? Result : never;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (cause: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

/** Starts a thread, which loads its program and waits to be opened. */
export function startThread<Question, C extends Calls<C>, News>(options: ThreadOptions<C>): Thread<Question, C, News> {
  const { entry, name: threadName, commands, failed, answerMsMax = ANSWER_MS_MAX } = options;
  const worker = new Worker(entry, {
    name: threadName,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  worker.unref(); // Until it is opened it must not keep a program alive whose start failed.
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, (value: unknown) => void>();
  const opening = Promise.withResolvers<void>();
  opening.promise.catch(() => {}); // The caller of `open` gets the failure.
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let lastId = 0;
  let [isStopping, hasEnded] = [false, false];
  const post = (word: WordToThread): void => worker.postMessage(word);

  const settle = (id: number): Waiting | undefined => {
    const found = waiting.get(id);
    waiting.delete(id);
    clearTimeout(found?.timer);
    return found; // Undefined for an answer that came too late.
  };
  worker.on('message', (message: unknown) => {
    const word = wordFromThread.parse(message);
    if (word.kind === 'opened') opening.resolve();
    else if (word.kind === 'not-opened') opening.reject(errorOf(word.failure));
    else if (word.kind === 'news') listeners.get(word.name)?.(word.value);
    else if (word.kind === 'answer') settle(word.id)?.resolve(word.value);
    else settle(word.id)?.reject(errorOf(word.failure));
  });
  const end = (cause: unknown): void => {
    for (const id of [...waiting.keys()]) settle(id)?.reject(new AppError('ENGINE_STOPPED', 'The engine has stopped.'));
    opening.reject(cause);
    if (!hasEnded && !isStopping) failed(cause);
    hasEnded = true;
  };
  worker.once('error', end);
  worker.once('exit', (code) => end(new Error(`The thread "${threadName}" ended by itself with code ${code}.`)));

  return {
    open(question) {
      worker.ref();
      post({ kind: 'open', question });
      return opening.promise;
    },
    call(name, ...given) {
      const answer = new Promise<unknown>((resolve, reject) => {
        if (isStopping) throw new AppError('ENGINE_STOPPED', 'The engine has stopped.');
        if (waiting.size >= WAITING_MAX) throw overloaded();
        lastId += 1;
        const id = lastId;
        const late = (): void => settle(id)?.reject(commands.has(name) ? outcomeUnknown() : overloaded());
        waiting.set(id, { resolve, reject, timer: setTimeout(late, answerMsMax) });
        post({ kind: 'call', id, name, given });
      });
      return answer as ResultOf<C[typeof name]>; // The other side is typed by the same interface.
    },
    on(name, listener) {
      listeners.set(name, listener as (value: unknown) => void); // As above.
    },
    async stop() {
      isStopping = true;
      post({ kind: 'stop' });
      const late = setTimeout(() => void worker.terminate(), STOP_MS_MAX);
      await ended;
      clearTimeout(late);
    },
  };
}

function errorOf({ code, sentence, isRetryable }: ToldFailure): Error {
  return code === '' ? new Error(sentence) : new AppError(code, sentence, { isRetryable });
}

function overloaded(): AppError {
  return new AppError('OVERLOADED', 'The engine has too much to do. Try again in a moment.', { isRetryable: true });
}

function outcomeUnknown(): AppError {
  const sentence = 'The engine did not answer in time: the command may have been carried out.';
  return new AppError('OUTCOME_UNKNOWN', sentence, { isRetryable: true });
}
