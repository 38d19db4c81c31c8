import type { Candle } from '#engine/model/candle.ts';

/** A closed minute as the exchange tells it. Prices in ticks, volumes in steps. */
export interface MarketCandle extends Candle {
  /** How many trades were made; none without volume, and never more than lots. */
  readonly trades: number;
  /** The part of the volume that takers bought. */
  readonly takerBuyVolume: number;
}
