import type { Instant } from '#base/time.ts';
import type { BackFillJob } from '#market/back-fill/back-fill-job.ts';
import type { ReadCandlePage } from '#market/candle-pages.ts';
import type { MarketAnswers } from '#market/market-answers.ts';
import type { LeftOutRow, Listing } from '#ports/market-source.ts';

/** A last price that the exchange returned to a signed request. */
export interface PriceForKey {
  readonly symbol: string;
  /** Decimal text. */
  readonly price: string;
  readonly time: Instant;
}

/** The state of the connection to the exchange. */
export interface ExchangeLine {
  readonly isConnected: boolean;
  /** Wall time of its last message; null before the first. */
  readonly heardAt: Instant | null;
  /** Open of the last minute closed at the exchange, whether or not it is complete here. */
  readonly due: Instant;
}

/** What request handlers need from the exchange's market. */
export interface MarketServices extends MarketAnswers {
  /** Contracts by symbol. */
  readonly listings: () => ReadonlyMap<string, Listing>;
  readonly line: () => ExchangeLine;
  /** The rows of lists that could not be used when each list was last read. */
  readonly leftOut: () => readonly LeftOutRow[];
  /** Throws AppError as a `MarketSource` does. */
  readonly candlePages: ReadCandlePage;
  /** Subscribes to new back-fill jobs and their progress; returns a function to unsubscribe. */
  readonly onBackFill: (listener: (job: BackFillJob) => void) => () => void;
  /**
   * Sends a request signed with a user's key, which the engine's signer opens for this one call.
   * @returns null when the user has no key, or the exchange has refused it before
   * @throws AppError as a `MarketSource` does, EXCHANGE_KEY_REFUSED, EXCHANGE_KEY_UNREADABLE
   */
  readonly signedPrice: (userId: string, symbol: string) => Promise<PriceForKey | null>;
}
