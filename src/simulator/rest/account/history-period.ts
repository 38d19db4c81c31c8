import { DAY_MS } from '#base/time.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import type { EndpointCall } from '../http/endpoint.ts';

/** Default and maximum number of rows of a history query. */
export const HISTORY_LIMIT = { usual: 500, most: 1_000 } as const;
/** Maximum span between the two times, and the period searched when neither is sent. */
const SPAN_DAYS = 7;

interface SentTimes {
  readonly startTime: number | null;
  readonly endTime: number | null;
}

/**
 * The rows that a history query returns: those in [from, to] by market time, null meaning no limit. With `from` the
 * oldest are returned, without it the newest; `since` applies in both cases.
 */
export interface HistoryPeriod {
  readonly from: number | null;
  readonly to: number | null;
  readonly since: number;
}

/**
 * The period of a history query: at most seven days, by default the last seven.
 * @param fromId - a smallest id, from which on everything is returned when no time is sent
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
