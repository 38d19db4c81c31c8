import type * as z from 'zod/mini';
import { SECOND_MS } from '#base/time.ts';
import type { backFill } from '#contract/market.ts';
import type { BackFillJob } from '#market/back-fill/back-fill-job.ts';
import { maybeTimeText, timeText } from '../http/text.ts';

type BackFillReply = z.output<typeof backFill>;

/** Requester of the jobs that the program starts by itself. */
const PROGRAM = 'program';
const ALL_PERCENT = 100;

/** @param ownerId - the caller; the other users who started jobs are not revealed */
export function presentBackFill(job: BackFillJob, ownerId: string): BackFillReply {
  const { request, state, symbol, problem, minutesDone, minutesPerSecond, leftMs } = job;
  return {
    ...{ state, symbol, problem, minutesDone, minutesPerSecond },
    backFillId: job.jobId,
    symbols: request.symbols === null ? null : [...request.symbols],
    dateFrom: maybeTimeText(request.from),
    dateTo: maybeTimeText(request.to),
    isOwn: request.startedBy === ownerId,
    isAutomatic: request.startedBy === PROGRAM,
    progressPercent: progressOf(job),
    secondsLeft: leftMs === null ? null : Math.ceil(leftMs / SECOND_MS),
    requestsSkipped: job.pagesSkipped,
    startedAt: timeText(job.startedAt),
    endedAt: maybeTimeText(job.endedAt),
  };
}

function progressOf({ state, pagesDone, pagesTotal }: BackFillJob): number | null {
  if (state === 'done') return ALL_PERCENT;
  return pagesTotal === 0 ? null : Math.floor((ALL_PERCENT * pagesDone) / pagesTotal);
}
