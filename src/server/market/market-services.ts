import type { Instant } from '#base/time.ts';
import type { BackFillJob } from '#market/back-fill/back-fill-job.ts';
import type { ReadCandlePage } from '#market/candle-pages.ts';
import type { MarketAnswers } from '#market/market-answers.ts';
import type { Listing } from '#ports/market-source.ts';

/** A last price as the exchange tells it to a key. */
export interface PriceForKey {
  readonly symbol: string;
  /** Decimal text. */
  readonly price: string;
  readonly time: Instant;
}

/** How well the exchange is heard. */
export interface ExchangeLine {
  readonly isConnected: boolean;
  /** Wall time of its last word; null before the first. */
  readonly heardAt: Instant | null;
  /** Open of the minute that closed last at the exchange, complete here or not. */
  readonly due: Instant;
}

/** What requests need of the exchange's market. */
export interface MarketServices extends MarketAnswers {
  /** Contracts by symbol. */
  readonly listings: () => ReadonlyMap<string, Listing>;
  readonly line: () => ExchangeLine;
  /** Throws AppError as a `MarketSource` does. */
  readonly candlePages: ReadCandlePage;
  /** Hears of new jobs that fetch past minutes and of their progress; returns the way out. */
  readonly onBackFill: (listener: (job: BackFillJob) => void) => () => void;
  /**
   * Asks the exchange with a user's key, which the engine's signer opens for this one call.
   * @returns null when the user has no key, or the exchange was seen to refuse it
   * @throws AppError as a `MarketSource` does, EXCHANGE_KEY_REFUSED, EXCHANGE_KEY_UNREADABLE
   */
  readonly signedPrice: (userId: string, symbol: string) => Promise<PriceForKey | null>;
}
