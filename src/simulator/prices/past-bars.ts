import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { MarketCandle } from './market-candle.ts';
import type { PrintedValue } from './prints/candle-prints.ts';

/** Consecutive minutes as one bar, with the value of their prints. */
export interface ValuedBar {
  readonly candle: MarketCandle;
  readonly value: PrintedValue;
}

/**
 * Of some symbols, bars that were computed beforehand. A row has the number of the first minute since 1970, the minutes, open,
 * high, low, close, volume, what takers bought of it, trades, and the value of both volumes.
 */
export type StoredPastBars = Readonly<Record<string, readonly (readonly number[])[]>>;

/** The minutes [from, to) of a symbol as one bar; null when it was not computed beforehand. */
export type PastBars = (symbol: string, from: Instant, to: Instant) => ValuedBar | null;

/** Bars as they were stored. They only save the time to compute them, and never change a price. */
export function pastBars(stored: StoredPastBars): PastBars {
  const known = new Map(
    Object.entries(stored).map(([symbol, rows]) => [symbol, new Map(rows.map((row) => [spanOf(row), row]))]),
  );
  return (symbol, from, to) => {
    const row = known.get(symbol)?.get(spanOf([from / MINUTE_MS, (to - from) / MINUTE_MS]));
    return row === undefined ? null : barOf(row);
  };
}

const spanOf = ([minute, minutes]: readonly number[]): string => `${minute} ${minutes}`;

function barOf(row: readonly number[]): ValuedBar {
  const [minute = 0, , open = 0, high = 0, low = 0, close = 0, volume = 0, takerBuyVolume = 0, trades = 0] = row;
  const [traded = 0, bought = 0] = row.slice(9);
  const time = instantOf(minute * MINUTE_MS);
  return {
    candle: { time, open, high, low, close, volume, takerBuyVolume, trades },
    value: { traded, bought },
  };
}
