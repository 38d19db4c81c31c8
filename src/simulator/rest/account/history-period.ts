import { DAY_MS } from '#base/time.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import type { EndpointCall } from '../http/endpoint.ts';

/** How many rows a list of the past gives. */
export const HISTORY_LIMIT = { usual: 500, most: 1_000 } as const;
/** Longest span between the two times, and what is looked at when neither is sent. */
const SPAN_DAYS = 7;

interface SentTimes {
  readonly startTime: number | null;
  readonly endTime: number | null;
}

/**
 * Which rows a list of the past gives: those of [from, to] on market time, null being open. With `from` the oldest are
 * given, without it the newest; `since` holds in both cases.
 */
export interface HistoryPeriod {
  readonly from: number | null;
  readonly to: number | null;
  readonly since: number;
}

/**
 * The period that a list of the past looks at: at most seven days, the last seven where no time is sent.
 * @param fromId - a least id, from which on everything is wanted where no time is sent
 */
export function readHistoryPeriod(
  { simulation }: EndpointCall,
  sent: SentTimes,
  fromId: string | null,
): WireReply<HistoryPeriod> {
  const span = SPAN_DAYS * DAY_MS;
  const { startTime, endTime } = sent;
  if (startTime !== null && endTime !== null) {
    if (startTime > endTime) return refuse('timeOrder');
    if (endTime - startTime > span) return refuse('lookupSpan', String(SPAN_DAYS));
    return accept({ from: startTime, to: endTime, since: startTime });
  }
  if (startTime !== null) return accept({ from: startTime, to: startTime + span, since: startTime });
  if (endTime !== null) return accept({ from: null, to: endTime, since: endTime - span });
  return accept({ from: null, to: null, since: fromId === null ? simulation.now() - span : 0 });
}
