import { multiplyDivide, type Ticks } from '#base/exact.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { MarketMinute } from '../model/account.ts';
import type { Candle } from '../model/candle.ts';

/** The fall takes an hour, in even steps. */
export const FALL_MINUTES = 60;

/** Where the price of a symbol begins and where it ends; it may rise instead. */
export interface PriceFall {
  readonly from: Ticks;
  readonly to: Ticks;
}

/** More than any order takes. */
const VOLUME_STEPS = 2 ** 50;

/**
 * One minute of the fall, as the exchange would close it: from the price before to the price after, without a wick.
 * @param number - 0 for the minute before the fall, at the end of which each price is where it begins; up to FALL_MINUTES
 */
export function fallMinute(
  falls: ReadonlyMap<string, PriceFall>,
  { start, number }: { readonly start: Instant; readonly number: number },
): MarketMinute {
  const time = later(start, number * MINUTE_MS);
  return {
    time,
    candle(symbol) {
      const fall = falls.get(symbol);
      return fall === undefined ? null : candleOf(fall, time, number);
    },
    mark: () => null, // The candle is the mark.
    funding: () => null,
    range: () => null,
    bar: () => null,
  };
}

function candleOf(fall: PriceFall, time: Instant, number: number): Candle {
  const [open, close] = [priceAfter(fall, Math.max(0, number - 1)), priceAfter(fall, number)];
  return { time, open, high: Math.max(open, close), low: Math.min(open, close), close, volume: VOLUME_STEPS };
}

function priceAfter({ from, to }: PriceFall, minutes: number): number {
  return from + multiplyDivide(to - from, minutes, FALL_MINUTES, 'half-up');
}
