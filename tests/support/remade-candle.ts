import type { MarketCandle } from '#simulator/prices/market-candle.ts';
import type { CandlePrint } from '#simulator/prices/prints/candle-prints.ts';

/** The candle that prints form; nothing without prints. */
export function remadeCandle(prints: readonly CandlePrint[]) {
  const prices = prints.map(({ price }) => price);
  let [volume, takerBuyVolume] = [0, 0];
  for (const { quantity, takerSide } of prints) {
    volume += quantity;
    if (takerSide === 'BUY') takerBuyVolume += quantity;
  }
  const [open, close] = [prices[0], prices.at(-1)];
  return { open, high: Math.max(...prices), low: Math.min(...prices), close, volume, takerBuyVolume };
}

/** Whether the prints reproduce the candle exactly; a candle without volume has none. */
export function isRemade(candle: MarketCandle, prints: readonly CandlePrint[]): boolean {
  if (candle.volume === 0) return prints.length === 0;
  const { open, high, low, close, volume, takerBuyVolume } = remadeCandle(prints);
  const isPrice = open === candle.open && high === candle.high && low === candle.low && close === candle.close;
  return isPrice && volume === candle.volume && takerBuyVolume === candle.takerBuyVolume;
}
