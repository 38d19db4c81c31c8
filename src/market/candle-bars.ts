import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { Feed } from '#ports/feed.ts';

/** Lengths of a bar, aligned to UTC. */
export type BarInterval = '1m' | '5m' | '15m' | '1h' | '4h' | '1d';

/** Most bars of one answer; a chart that wants more asks again with `endTime`. */
export const BAR_LIMIT_MAX = 1_000;

const LENGTH_MS: Readonly<Record<BarInterval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
};

/** Which bars are wanted. */
export interface BarQuery {
  readonly symbol: string;
  readonly interval: BarInterval;
  /** How many bars at most, 1 to 1,000: the latest ones before `endTime`. */
  readonly limit: number;
  /** Only bars that opened before this instant; null is "as late as there are". */
  readonly endTime: Instant | null;
  /** Open of the last closed minute: nothing behind it is shown, so the last bar may still be forming. */
  readonly lastMinute: Instant;
}

/**
 * Bars of a symbol for a chart, aligned to UTC, oldest first. Prices in ticks, volume in steps. The first bar of the feed is left out
 * when the feed begins inside of it. An unknown symbol has none.
 */
export function candleBars(feed: Feed, query: BarQuery): readonly Candle[] {
  const length = LENGTH_MS[query.interval];
  const closedUntil = later(query.lastMinute, MINUTE_MS);
  const end = Math.min(query.endTime ?? closedUntil, closedUntil);
  const oldest = Math.ceil(feed.firstMinute / length) * length;
  const newest = Math.ceil(end / length) * length - length;
  const limit = Math.min(query.limit, BAR_LIMIT_MAX);
  const bars: Candle[] = [];
  for (let open = Math.max(oldest, newest - (limit - 1) * length); open <= newest; open += length) {
    const until = Math.min(open + length, closedUntil);
    const bar = feed.bar(query.symbol, instantOf(open), instantOf(until));
    if (bar !== null) bars.push(bar);
  }
  return bars;
}
