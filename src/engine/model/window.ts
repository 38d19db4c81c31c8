import type { CandleInterval } from '#base/candle-interval.ts';

export type CandleColumn = 'open' | 'high' | 'low' | 'close' | 'volume';

/** The part of its symbol's past that an atom reads: the last closed bars of one timeframe. */
export interface WindowSpec {
  readonly timeframe: CandleInterval;
  readonly columns: readonly CandleColumn[];
  /** How many bars; at least 1. While one of them is missing, the window is incomplete and not read. */
  readonly bars: number;
}

/**
 * The last closed bars as an atom sees them. It holds copies of the declared columns that end with the last closed bar,
 * so no later data can be read from it.
 */
export interface MarketWindow {
  /** One value per bar, oldest first, as many as the spec declares. Prices in ticks, volume in steps. */
  column(name: CandleColumn): Float64Array;
}
