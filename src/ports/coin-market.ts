import type { Instant } from '#base/time.ts';

/** A coin as a service that follows all coins tells it. Figures are decimal texts in US dollars and coins; null: untold. */
export interface CoinQuote {
  /** The service's own id: symbols are not unique. */
  readonly coinId: number;
  readonly name: string;
  readonly symbol: string;
  readonly slug: string;
  /** By market capitalisation, from 1. */
  readonly rank: number | null;
  readonly price: string | null;
  readonly marketCap: string | null;
  readonly fullyDilutedCap: string | null;
  readonly dayVolume: string | null;
  readonly circulatingSupply: string | null;
  readonly totalSupply: string | null;
  readonly maxSupply: string | null;
  readonly tags: readonly string[];
  readonly addedAt: Instant | null;
}

/**
 * A service that follows all coins. Calls throw AppError COINS_UNAVAILABLE (retryable), COINS_BUSY (retryable, in the
 * next minute or later), COINS_QUOTA_USED, COINS_KEY_REFUSED or COINS_ANSWER (it makes no sense).
 */
export interface CoinMarket {
  /** Calls that the plan of the key still allows in this month; asking costs none. */
  creditsLeft(): Promise<number>;
  /** @param coinIds - at most `COINS_A_CALL`, for one credit; ids that the service does not know are left out */
  quotes(coinIds: readonly number[]): Promise<readonly CoinQuote[]>;
  /** Coins whose figures could not be read when they were last requested, each with the field; they are in no answer. */
  leftOut(): ReadonlyMap<number, string>;
  /** What each coin is, in a few sentences, by id; as `quotes`. */
  descriptions(coinIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

/** Coins that one call may ask for. */
export const COINS_A_CALL = 100;
