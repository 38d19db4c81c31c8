import { type CandleWindow, type Interval, intervalMs, intervals } from '#web/api/market/candle-queries.ts';
import type { ShownCycle } from './cycle-status.ts';

/** A cycle is drawn with about this many bars; finer ones would not be visible in the drawer. */
const BARS = 110;

/** The shortest interval at which a cycle of this length fits. */
export function intervalFor(lengthMs: number): Interval {
  return intervals.find((interval) => lengthMs / intervalMs[interval] <= BARS) ?? '1d';
}

/** What a drawer shows first of a cycle. @param marketNow - UTC milliseconds; null while unknown */
export function firstView(
  cycle: ShownCycle,
  marketNow: number | null,
): { readonly now: number; readonly interval: Interval } {
  const now = marketNow ?? Date.parse(cycle.endDate ?? cycle.openedAt);
  const end = cycle.endDate === null ? now : Date.parse(cycle.endDate);
  return { now, interval: intervalFor(end - Date.parse(cycle.beginDate ?? cycle.openedAt)) };
}

/**
 * The candles around a cycle: a quarter of its length before it, and after it when it has ended.
 * @param marketNow UTC milliseconds of market time; used as the end of an open cycle
 */
export function windowOf(cycle: ShownCycle, interval: Interval, marketNow: number): CandleWindow {
  const begin = Date.parse(cycle.beginDate ?? cycle.openedAt);
  const end = cycle.endDate === null ? marketNow : Date.parse(cycle.endDate);
  const margin = Math.max((end - begin) / 4, 12 * intervalMs[interval]);
  const last = Math.min(end + margin, marketNow);
  const limit = Math.ceil((last - begin + margin) / intervalMs[interval]) + 1;
  const isOpen = cycle.endDate === null;
  return {
    symbol: cycle.symbol,
    interval,
    limit: Math.min(1_000, Math.max(30, limit)),
    endTime: isOpen ? null : new Date(last).toISOString(),
  };
}
