import type { LateAccount } from '#runtime/runtime-parts.ts';
import type { RuntimeCalls } from '#runtime/thread/runtime-calls.ts';

/** What the engine's thread of the bench is opened with. */
export interface PaperQuestion {
  readonly engineUrl: string;
  /** Market minutes in a wall minute. */
  readonly speed: number;
}

/** How long the thread was busy with something else than its event loop, milliseconds. */
export interface Pauses {
  readonly longestMs: number;
  readonly p99Ms: number;
  /** The longest collection of garbage among them. */
  readonly collectionMs: number;
}

/** The calls of the program's own engine, and what only a bench asks. */
export interface PaperCalls extends RuntimeCalls {
  /** Opens an account so many minutes in the past. */
  openPast(account: Omit<LateAccount, 'minute'>, minutes: number): Promise<void>;
  /** Resolves when everything decided so far is stored. */
  flush(): Promise<void>;
  beginWatch(): Promise<void>;
  endWatch(): Promise<Pauses>;
}
