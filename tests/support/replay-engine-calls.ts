import type { RuntimeCalls } from '#runtime/thread/runtime-calls.ts';

/** The calls of an engine's thread, and one for its market. */
export interface ReplayCalls extends RuntimeCalls {
  /** Closes this many market minutes. Resolves when the engine has decided them and has told of it. */
  step(minutes: number): Promise<void>;
}

/** The options that a test's engine is opened with. */
export interface ReplayQuestion {
  readonly engineUrl: string;
  /** Market minutes per wall minute; at 0 the market stands still. */
  readonly speed: number;
  /** Addresses of modules to be loaded first, such as one that registers a kind. */
  readonly modules: readonly string[];
}
