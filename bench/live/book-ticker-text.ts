import { ticks } from '#base/exact.ts';
import { type Instrument, priceText } from '#engine/model/instrument.ts';
import type { Walk } from './walk.ts';

/** First update id of the stream, as long as those of the exchange. */
const UPDATE_FIRST = 9_000_000_000_000;

/** A book ticker as the exchange writes it; the ask lies one tick above the bid. @param number - of the message */
export function bookTickerText(instrument: Instrument, { bid }: Walk, number: number): string {
  const { symbol } = instrument;
  const [low, high] = [priceText(instrument, ticks(bid)), priceText(instrument, ticks(bid + 1))];
  const [lowSize, highSize] = [`1${number % 1_000}.250`, `2${number % 900}.125`];
  const time = Date.now();
  return `{"e":"bookTicker","u":${UPDATE_FIRST + number},"E":${time},"T":${time - 1},"s":"${symbol}","ps":"${symbol}","b":"${low}","B":"${lowSize}","a":"${high}","A":"${highSize}","st":1}`;
}
