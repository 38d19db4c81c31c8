import type { Instant } from '#base/time.ts';
import type { SymbolSnapshot } from '#ports/screener.ts';

/** The market as it was last looked over. */
export interface MarketSnapshot {
  /** Market time. */
  readonly takenAt: Instant;
  readonly bySymbol: ReadonlyMap<string, SymbolSnapshot>;
}

/** What request handlers need of the screener. */
export interface ScreenerServices {
  /** The last snapshot; null before the first, which is then taken soon. */
  latest(): Promise<MarketSnapshot | null>;
}
