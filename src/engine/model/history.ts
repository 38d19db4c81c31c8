import type { Instant } from '#base/time.ts';
import type { CandleColumns } from './candle.ts';

/**
 * Extremes of blocks of 16^level consecutive minutes; level 0 is the candles themselves. Entry `i` of a level covers the
 * minutes from `i · 16^level`; the last block of a level may be short. Prices in ticks.
 */
export interface SkipIndex {
  readonly low: readonly Int32Array[];
  readonly high: readonly Int32Array[];
  /** Lowest and highest close of the block. */
  readonly closeLow: readonly Int32Array[];
  readonly closeHigh: readonly Int32Array[];
  /** Deepest fall from one close of the block to a later one, zero or more; level 0 is empty. */
  readonly fall: readonly Int32Array[];
  /** Highest rise from one close of the block to a later one, zero or more; level 0 is empty. */
  readonly rise: readonly Int32Array[];
}

/** Minute indexes from `from` up to but not including `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Settled funding of a symbol, oldest first: the minute whose open is the settlement, and the rate in 1e-8. */
export interface FundingColumns {
  readonly minute: Int32Array;
  readonly rate: Int32Array;
}

/** The stored past of one symbol. Minutes are counted from the open of the first one, `columns.start`. */
export interface SymbolHistory {
  readonly columns: CandleColumns;
  readonly index: SkipIndex;
  readonly funding: FundingColumns;
  /** Minutes without a candle, ascending and disjoint: the symbol's atoms pause, and their funding is omitted. */
  readonly frozen: readonly Stretch[];
  /**
   * Minutes that the market may have had and that are not stored, ascending and disjoint: a bar of rules that contains one is
   * unknown. They are frozen, or lie before minute 0, where the first stretch begins at the listing of the contract, or at minus
   * infinity where that is not known. Omitted: the stored minutes are all that the market had.
   */
  readonly unstored?: readonly Stretch[];
  /** The frozen stretches that bars count as flat, because few minutes in a row are missing; ascending. Omitted, none. */
  readonly filled?: readonly Stretch[];
}

/** The holes that bars leave out, because they do not count as flat. */
export function longHoles({ frozen, filled = [] }: Pick<SymbolHistory, 'frozen' | 'filled'>): readonly Stretch[] {
  if (filled.length === 0) return frozen;
  const short = new Set(filled.map(({ from }) => from));
  return frozen.filter(({ from }) => !short.has(from));
}

/** The stored past of several symbols over the same minutes. */
export interface MarketHistory {
  readonly start: Instant;
  readonly minutes: number;
  readonly symbols: ReadonlyMap<string, SymbolHistory>;
}
