import type { Instant } from '#base/time.ts';

/** Minutes and funding to fetch. */
export interface BackFillRequest {
  /** Null for every contract. */
  readonly symbols: readonly string[] | null;
  /** Open of the first minute; null closes gaps only, from each symbol's oldest minute on. */
  readonly from: Instant | null;
  /** Open of the minute after the last; null for the present. */
  readonly to: Instant | null;
  /** A user's id, or `program`. Market data is shared, so every user sees every job. */
  readonly startedBy: string;
}

/** `waiting` for earlier jobs, `paused` while the exchange refuses requests or does not answer. */
export type BackFillState = 'waiting' | 'running' | 'paused' | 'done' | 'cancelled' | 'failed';

/** Progress of a job. */
export interface BackFillJob {
  readonly jobId: string;
  readonly request: BackFillRequest;
  readonly state: BackFillState;
  /** Requests for minutes; the total is known once the job runs. */
  readonly pagesDone: number;
  readonly pagesTotal: number;
  /** Pages with invalid answers; their minutes are still missing. */
  readonly pagesSkipped: number;
  /** Minutes that were requested and answered. */
  readonly minutesDone: number;
  readonly minutesPerSecond: number;
  /** Wall milliseconds until the job ends at this pace; null before the first page. */
  readonly leftMs: number | null;
  /** The symbol in progress. */
  readonly symbol: string | null;
  /** The last failure, as a sentence. */
  readonly problem: string | null;
  /** Wall time. */
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
}
