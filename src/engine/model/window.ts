import type { CandleInterval } from '#base/candle-interval.ts';
import type { Instant } from '#base/time.ts';
import type { Stretch } from './history.ts';

export type CandleColumn = 'open' | 'high' | 'low' | 'close' | 'volume';

/** The part of its symbol's past that an atom reads: the last closed bars of one timeframe. */
export interface WindowSpec {
  readonly timeframe: CandleInterval;
  readonly columns: readonly CandleColumn[];
  /** How many bars; at least 1. While one of them is missing, the window is incomplete and not read. */
  readonly bars: number;
  /**
   * The window begins at a multiple of so many bars of the grid, so it holds up to that many more than `bars`. Such a
   * window is read although bars of it are missing: their values are NaN. Omitted: it holds exactly `bars`.
   */
  readonly block?: number;
  /** Of how many of its last bars values are read; the others are the past that they need. Omitted: of all. */
  readonly asked?: number;
}

/**
 * The last closed bars as an atom sees them. It holds copies of the declared columns that end with the last closed bar,
 * so no later data can be read from it.
 */
export interface MarketWindow {
  readonly timeframe: CandleInterval;
  readonly length: number;
  /** When its last bar closed. */
  readonly end: Instant;
  /** The columns that the spec declares. */
  readonly columns: readonly CandleColumn[];
  /** Bars whose last minute has no candle, by index, ascending: no rule triggers at their closes. Omitted, none. */
  readonly closedWithoutCandle?: readonly Stretch[];
  /** One value per bar, oldest first. Prices in ticks, volume in steps. */
  column(name: CandleColumn): Float64Array;
}

/** Gives the columns that are computed of bars. */
export interface ColumnMemory {
  /** So many numbers, of which nothing is known yet. */
  numbers(length: number): Float64Array;
  /** So many zeros. */
  bytes(length: number): Uint8Array;
}

/** Memory of its own for each column. */
export const newColumns: ColumnMemory = {
  numbers: (length) => new Float64Array(length),
  bytes: (length) => new Uint8Array(length),
};
