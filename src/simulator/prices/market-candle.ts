import type { Candle } from '#engine/model/candle.ts';

/** A closed minute as the exchange reports it. Prices in ticks, volumes in steps. */
export interface MarketCandle extends Candle {
  /** Number of trades; 0 without volume, and never more than steps of volume. */
  readonly trades: number;
  /** Volume bought by takers. */
  readonly takerBuyVolume: number;
}
