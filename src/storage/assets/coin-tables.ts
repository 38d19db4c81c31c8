import type { Json, Time } from '../database/columns.ts';

/** What a service told of a coin on a day; plain JSON. */
export interface StoredQuote {
  readonly name: string;
  readonly symbol: string;
  readonly slug: string;
  readonly rank: number | null;
  readonly price: string | null;
  readonly marketCap: string | null;
  readonly fullyDilutedCap: string | null;
  readonly dayVolume: string | null;
  readonly circulatingSupply: string | null;
  readonly totalSupply: string | null;
  readonly maxSupply: string | null;
  readonly tags: readonly string[];
  /** UTC milliseconds. */
  readonly addedAt: number | null;
}

/** The figures of a coin, one row a day. */
export interface CoinQuotesTable {
  coinId: number;
  /** YYYY-MM-DD, UTC. */
  day: string;
  quote: Json<StoredQuote>;
  /** Wall time. */
  takenAt: Time;
}

/** What a coin is. */
export interface CoinDescriptionsTable {
  coinId: number;
  description: string;
  /** Wall time. */
  readAt: Time;
}
