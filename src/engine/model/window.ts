import type { CandleInterval } from '#base/candle-interval.ts';

export type CandleColumn = 'open' | 'high' | 'low' | 'close' | 'volume';

/** What an atom reads of the past of its symbol: the last closed bars of one timeframe. */
export interface WindowSpec {
  readonly timeframe: CandleInterval;
  readonly columns: readonly CandleColumn[];
  /** How many bars; at least 1. While one of them is missing, nothing of the window is known. */
  readonly bars: number;
}

/**
 * The last closed bars as an atom sees them. It holds copies of the declared columns that end with the last bar that has
 * closed, so nothing that comes later can be read from it.
 */
export interface MarketWindow {
  /** One value a bar, oldest first, as many as the spec asks for. Prices in ticks, volume in steps. */
  column(name: CandleColumn): Float64Array;
}
