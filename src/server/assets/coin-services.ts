import type { getAssetCmcData, getAssetDescription } from '#contract/assets/coin-facts.ts';
import type { Reply } from '#contract/call.ts';

/** A contract whose coin is asked for. */
export interface AskedCoin {
  readonly symbol: string;
  readonly coin: string;
}

export type CoinData = Reply<typeof getAssetCmcData>;
type Described = Pick<Reply<typeof getAssetDescription>, 'description' | 'reason'>;

export type CoinUnknown = Extract<CoinData, { available: false }>['reason'];

/** A coin among all others, as it was read last; decimal texts in US dollars. */
export interface CoinSize {
  /** By market capitalisation, from 1. */
  readonly rank: number | null;
  readonly marketCap: string | null;
  /** What all coins that there will ever be would be worth. */
  readonly fullyDilutedCap: string | null;
  readonly tags: readonly string[];
  /** When it was read. */
  readonly takenAt: Date;
}

/** What is known of coins, from wherever the installation reads it. */
export interface CoinServices {
  /** @throws AppError as a `MarketSource` does, where the exchange is asked */
  data(asked: AskedCoin): Promise<CoinData>;
  description(asked: AskedCoin): Promise<Described>;
  /** How large coins are, or why that is not known. @returns one for each of the coins, by name */
  sizes(coins: readonly string[]): Promise<ReadonlyMap<string, CoinSize | CoinUnknown>>;
}
