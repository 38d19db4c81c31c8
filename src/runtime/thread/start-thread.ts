import { Worker } from 'node:worker_threads';
import { AppError } from '#base/errors.ts';
import type { Calls, ToldFailure, WordFromThread, WordToThread } from './thread-words.ts';
import { type CallUrgency, overloaded, waitingCalls } from './waiting-calls.ts';

/**
 * Young generation of the thread: three semi-spaces of 16 MB, as measured in decision 27. A decision may have to wait
 * for a collection of the young generation.
 */
const YOUNG_GENERATION_MB = 48;
/** How long a caller waits. */
const ANSWER_MS_MAX = 25_000;
const STOP_MS_MAX = 18_000;

export interface ThreadOptions<C> {
  /** The thread's program. */
  readonly entry: URL;
  readonly name: string;
  /** Calls that have an effect: without an answer it is unknown whether it happened. */
  readonly commands: ReadonlySet<keyof C & string>;
  /**
   * Called when the thread ended by itself or an assertion failed in it: the program must end, unless the thread only reads and
   * another one can take its place.
   */
  readonly failed: (cause: unknown) => void;
  readonly answerMsMax?: number;
}

/** A thread of the program: the calls it answers and the news it sends. */
export interface Thread<Question, C, News> {
  /** Opens the thread's program. @throws AppError as that program does */
  open(question: Question): Promise<void>;
  /**
   * @throws AppError as the call does; OVERLOADED when too many wait; when no answer comes in time, OUTCOME_UNKNOWN for
   * a command and OVERLOADED for any other call; ENGINE_STOPPED
   */
  call<Name extends keyof C & string>(name: Name, ...given: GivenTo<C[Name]>): ResultOf<C[Name]>;
  /** As `call`, for what must get through while other calls are refused: only urgent ones count against its limit. */
  urge<Name extends keyof C & string>(name: Name, ...given: GivenTo<C[Name]>): ResultOf<C[Name]>;
  /** Registers the listener for a kind of news; one listener each. */
  on<Name extends keyof News & string>(name: Name, listener: (value: News[Name]) => void): void;
  /** Lets the thread store what is pending, and ends it. */
  stop(): Promise<void>;
}

type Function1 = (...given: never[]) => Promise<unknown>;
type GivenTo<F> = Parameters<Extract<F, Function1>>;
type ResultOf<F> = F extends (...given: never[]) => infer Result ? Result : never;

/** Starts a thread, which loads its program and waits to be opened. */
export function startThread<Question, C extends Calls<C>, News>(options: ThreadOptions<C>): Thread<Question, C, News> {
  const { entry, name: threadName, commands, failed, answerMsMax = ANSWER_MS_MAX } = options;
  const worker = new Worker(entry, {
    name: threadName,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  worker.unref(); // Until it is opened it must not keep a program alive whose start failed.
  const waiting = waitingCalls(answerMsMax);
  const listeners = new Map<string, (value: unknown) => void>();
  const opening = Promise.withResolvers<void>();
  opening.promise.catch(() => {}); // The caller of `open` gets the failure.
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let [isStopping, hasEnded] = [false, false];
  const post = (word: WordToThread): void => worker.postMessage(word);

  worker.on('message', (word: WordFromThread) => {
    if (word.kind === 'opened') opening.resolve();
    else if (word.kind === 'not-opened') opening.reject(errorOf(word.failure));
    else if (word.kind === 'news') listeners.get(word.name)?.(word.value);
    else if (word.kind === 'answer') waiting.settle(word.id)?.resolve(word.value);
    else waiting.settle(word.id)?.reject(errorOf(word.failure));
  });
  const end = (cause: unknown): void => {
    waiting.rejectAll(engineStopped());
    opening.reject(cause);
    if (!hasEnded && !isStopping) failed(cause);
    hasEnded = true;
  };
  worker.once('error', end);
  worker.once('exit', (code) => end(new Error(`The thread "${threadName}" ended by itself with code ${code}.`)));

  const ask = async (urgency: CallUrgency, name: keyof C & string, given: readonly unknown[]): Promise<unknown> => {
    if (isStopping) throw engineStopped();
    const late = (): AppError => (commands.has(name) ? outcomeUnknown() : overloaded());
    return waiting.wait(urgency, late, (id) => post({ kind: 'call', id, name, given }));
  };

  return {
    open(question) {
      worker.ref();
      post({ kind: 'open', question });
      return opening.promise;
    },
    // The other side answers by the same interface.
    call: (name, ...given) => ask('usual', name, given) as ResultOf<C[typeof name]>,
    urge: (name, ...given) => ask('urgent', name, given) as ResultOf<C[typeof name]>,
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

function engineStopped(): AppError {
  return new AppError('ENGINE_STOPPED', 'The engine has stopped.');
}

function outcomeUnknown(): AppError {
  const sentence = 'The engine did not answer in time: the command may have been carried out.';
  return new AppError('OUTCOME_UNKNOWN', sentence, { isRetryable: true });
}
