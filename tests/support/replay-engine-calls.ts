import type { RuntimeCalls } from '#runtime/thread/runtime-calls.ts';

/** The calls of an engine's thread, and those of a test. */
export interface ReplayCalls extends RuntimeCalls {
  /** Closes this many market minutes. Resolves when the engine has decided them and has told of it. */
  step(minutes: number): Promise<void>;
  /** Resolves when everything that was decided is stored. */
  flush(): Promise<void>;
}

/** The options that a test's engine is opened with. */
export interface ReplayQuestion {
  readonly engineUrl: string;
  /** Addresses of modules to be loaded first, such as one that registers a kind. */
  readonly modules: readonly string[];
}
