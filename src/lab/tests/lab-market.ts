import type { Instant } from '#base/time.ts';
import type { MarketHistory, Stretch } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { TestCosts, TestedData } from '#storage/tests/test-plan.ts';

/** The past that a test runs over. */
export interface TestMarketQuery {
  readonly symbols: readonly string[];
  readonly from: Instant;
  /** Excluded. */
  readonly to: Instant;
  /** What rules read before the first minute. */
  readonly warmUpMs: number;
  readonly costs: TestCosts;
}

/** The past in shared memory, with the contracts at the costs of the test. */
export interface LoadedMarket {
  readonly history: MarketHistory;
  /** The minutes of the test: what lies before them is only read. */
  readonly span: Stretch;
  readonly instruments: ReadonlyMap<string, Instrument>;
  /** In the order of the symbols. */
  readonly data: readonly TestedData[];
  /** Whether less than the wanted minutes is stored at their ends. */
  readonly isClipped: boolean;
}

/** How much of a wanted past is stored of a symbol. */
export interface TestCoverage {
  readonly symbol: string;
  /** Null where nothing is, or where no source has all symbols of its group. */
  readonly source: 'stored' | 'recorded' | null;
  readonly minutesStored: number;
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly minutesWithoutFunding: number;
}

/** Where the lab has its candles from. */
export interface LabMarket {
  /** @throws AppError SYMBOL_UNKNOWN, CANDLES_MISSING, FUNDING_MISSING, CONTRACT_TOO_FINE, and what reading files throws */
  load(query: TestMarketQuery): Promise<LoadedMarket>;
  /** @param groups - symbols that are tested together, and so from one source */
  coverage(
    groups: readonly (readonly string[])[],
    span: { readonly from: Instant; readonly to: Instant },
  ): Promise<readonly TestCoverage[]>;
}
