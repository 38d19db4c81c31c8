import { formatDecimal } from '#base/decimal.ts';
import { steps, ticks } from '#base/exact.ts';
import { type Instant, SECOND_MS } from '#base/time.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import { quoteVolumeText } from '../../market/bars/quote-volume.ts';
import type { Kline, Series } from '../../market/market.ts';

/** A candle as a row: twelve fields in a fixed order, the last one unused. */
export function presentKline(
  instrument: Instrument,
  series: Series,
  now: Instant,
): (kline: Kline) => readonly unknown[] {
  const price = (value: number): string =>
    series === 'premium' ? formatDecimal(value, 8) : priceText(instrument, ticks(value));
  const isTraded = series === 'last' || series === 'spot';
  return (kline) => {
    const { time, open, high, low, close, closeTime } = kline;
    const prices = [time, price(open), price(high), price(low), price(close)];
    if (!isTraded) return [...prices, '0', closeTime, '0', samples(kline, now), '0', '0', '0'];
    return [
      ...prices,
      quantityText(instrument, steps(kline.volume)),
      closeTime,
      quoteVolumeText(kline.quoteVolume),
      kline.trades,
      quantityText(instrument, steps(kline.takerBuyVolume)),
      quoteVolumeText(kline.takerBuyQuoteVolume),
      '0',
    ];
  };
}

/** Derived prices are sampled once a second, so the count of a candle is its seconds so far. */
function samples({ time, closeTime }: Kline, now: Instant): number {
  return Math.ceil((Math.min(closeTime, now) - time + 1) / SECOND_MS);
}
