import type { getAssetCmcData, getAssetDescription } from '#contract/assets/coin-facts.ts';
import type { Reply } from '#contract/call.ts';

/** A contract whose coin is asked for. */
export interface AskedCoin {
  readonly symbol: string;
  readonly coin: string;
}

export type CoinData = Reply<typeof getAssetCmcData>;
type Described = Pick<Reply<typeof getAssetDescription>, 'description' | 'reason'>;

/** What is known of coins, from wherever the installation reads it. */
export interface CoinServices {
  /** @throws AppError as a `MarketSource` does, where the exchange is asked */
  data(asked: AskedCoin): Promise<CoinData>;
  description(asked: AskedCoin): Promise<Described>;
}
