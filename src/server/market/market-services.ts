import type { Instant } from '#base/time.ts';
import type { BackFill } from '#market/back-fill/back-fill.ts';
import type { ReadCandlePage } from '#market/candle-pages.ts';
import type { MarketStore } from '#market/store/market-store.ts';
import type { TickerBoard } from '#market/ticker-board.ts';
import type { MarketSource } from '#ports/market-source.ts';

/** A last price as the exchange tells it to a key. */
export interface PriceForKey {
  readonly symbol: string;
  /** Decimal text. */
  readonly price: string;
  readonly time: Instant;
}

/** What requests need of the exchange's market. */
export interface MarketServices {
  readonly store: Pick<MarketStore, 'listings' | 'instruments' | 'coverage' | 'missing'>;
  readonly board: Pick<TickerBoard, 'ticker' | 'mark'>;
  /** Throws AppError as a `MarketSource` does. */
  readonly candlePages: ReadCandlePage;
  readonly backFill: Pick<BackFill, 'jobs' | 'start' | 'cancel' | 'onProgress'>;
  readonly source: Pick<MarketSource, 'health'>;
  /** Open of the minute that closed last at the exchange, complete here or not. */
  readonly due: () => Instant;
  /**
   * Asks the exchange with a user's key, which the engine's signer opens for this one call.
   * @returns null when the user has no key, or the exchange was seen to refuse it
   * @throws AppError as a `MarketSource` does, EXCHANGE_KEY_REFUSED, EXCHANGE_KEY_UNREADABLE
   */
  readonly signedPrice: (userId: string, symbol: string) => Promise<PriceForKey | null>;
}
