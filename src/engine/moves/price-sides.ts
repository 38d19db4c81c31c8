import { multiplyDivide, RATE_ONE, type Rate } from '#base/exact.ts';
import type { CandleColumns } from '../model/candle.ts';
import type { Direction } from '../model/order.ts';

/** A direction and how far the price has to come back for it. */
export interface Rebound {
  readonly direction: Direction;
  /** Above zero; for shorts a rate of one or more is never reached. */
  readonly rebound: Rate;
}

/**
 * The extremes of candles as a position of one direction meets them, in ticks: what is above for a long is below for a
 * short. `sign` times a price rises when the price moves in favour of the position.
 */
export interface PriceSides {
  readonly sign: 1 | -1;
  /** The farthest price of each candle in favour of the position: its high for longs. */
  readonly favour: Int32Array;
  /** The farthest price of each candle against it: its low for longs. */
  readonly against: Int32Array;
}

export function priceSides({ high, low }: Pick<CandleColumns, 'high' | 'low'>, direction: Direction): PriceSides {
  return direction === 'buy' ? { sign: 1, favour: high, against: low } : { sign: -1, favour: low, against: high };
}

/** The first price on the tick that is at least a rebound away from another, in favour of the position. */
export function reboundPrice(from: number, rebound: Rate, sign: 1 | -1): number {
  return multiplyDivide(from, RATE_ONE + sign * rebound, RATE_ONE, sign === 1 ? 'ceil' : 'floor');
}

const ALL_PERCENT = 100;

/**
 * How far a price lies against another, in percent of the other; zero when it does not. The quotient of two whole
 * numbers, rounded once: a bound that equals it in decimals equals it in float64, too.
 */
export function percentAgainst(from: number, to: number, sign: 1 | -1): number {
  const move = sign * (from - to);
  return move > 0 ? (ALL_PERCENT * move) / from : 0;
}
