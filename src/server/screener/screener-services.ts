import type { Instant } from '#base/time.ts';
import type { SymbolSnapshot } from '#ports/screener.ts';
import type { ValuedInterest } from '#storage/screener/open-interest.ts';

/** The market as it was last looked over. */
export interface MarketSnapshot {
  /** Market time. */
  readonly takenAt: Instant;
  readonly bySymbol: ReadonlyMap<string, SymbolSnapshot>;
}

export interface InterestQuery {
  readonly symbol: string;
  readonly before: Instant | null;
  readonly limit: number;
}

/** What request handlers need of the screener. */
export interface ScreenerServices {
  /** The last snapshot; null before the first, which is then taken soon. */
  latest(): Promise<MarketSnapshot | null>;
  /** What was collected of a contract's open interest before an instant (null: up to now), newest first. */
  openInterest(page: InterestQuery): Promise<readonly ValuedInterest[]>;
}
