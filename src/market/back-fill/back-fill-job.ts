import type { Instant } from '#base/time.ts';

/** Minutes and funding that somebody wants to be there. */
export interface BackFillRequest {
  /** Null for every contract. */
  readonly symbols: readonly string[] | null;
  /** Open of the first minute; null repairs what is there, from each symbol's oldest minute on. */
  readonly from: Instant | null;
  /** Open of the minute behind the last; null for the market's present. */
  readonly to: Instant | null;
  /** Who asked: a user's id, or `program`. Market data is common, so every user sees every job. */
  readonly startedBy: string;
}

/** `waiting` for the jobs before it, `paused` while the exchange wants no requests or does not answer. */
export type BackFillState = 'waiting' | 'running' | 'paused' | 'done' | 'cancelled' | 'failed';

/** How far a job is. */
export interface BackFillJob {
  readonly jobId: string;
  readonly request: BackFillRequest;
  readonly state: BackFillState;
  /** Requests of minutes; the total is known when it runs. */
  readonly pagesDone: number;
  readonly pagesTotal: number;
  /** Pages that the exchange could not answer with sense; they are still missing. */
  readonly pagesSkipped: number;
  /** Minutes that were asked for and answered. */
  readonly minutesDone: number;
  readonly minutesPerSecond: number;
  /** Wall milliseconds until it ends at this pace; null before the first page. */
  readonly leftMs: number | null;
  /** What it works on. */
  readonly symbol: string | null;
  /** The last thing that went wrong, a sentence. */
  readonly problem: string | null;
  /** Wall time. */
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
}
