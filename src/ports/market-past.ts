import type { Instant } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import type { FundingColumns, Stretch } from '#engine/model/history.ts';
import type { FundingHole } from '#engine/schedule/funding-holes.ts';

/** The stored minutes of one symbol up to the present, in shared memory. */
export interface MarketPast {
  readonly columns: CandleColumns;
  /** Minutes without a candle. */
  readonly frozen: readonly Stretch[];
  /** Minutes that the market may have had and that are not stored; see `SymbolHistory`. */
  readonly unstored?: readonly Stretch[];
  /** The frozen stretches that bars count as flat; see `SymbolHistory`. Omitted, none. */
  readonly filled?: readonly Stretch[];
  readonly funding: FundingColumns;
  /** Where settlements of funding must have been and are not known. */
  readonly unsettled: readonly FundingHole[];
}

export interface PastQuery {
  readonly symbol: string;
  /** Open of the first minute; the past begins later where less is stored. */
  readonly from: Instant;
}

/** @throws AppError CANDLES_MISSING when none of the minutes is stored */
export type ReadPast = (query: PastQuery) => Promise<MarketPast>;
