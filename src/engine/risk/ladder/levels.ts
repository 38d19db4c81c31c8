import { at } from '#base/assert.ts';
import {
  type Cash,
  cash,
  divide,
  multiplyDivide,
  RATE_ONE,
  type Steps,
  steps,
  type Ticks,
  ticks,
} from '#base/exact.ts';
import { type Instrument, quantityFor } from '../../model/instrument.ts';
import { type Direction, signOf } from '../../model/order.ts';
import { type Fraction, NEAR_ERROR } from './fraction.ts';
import type { Ladder } from './ladder.ts';
import { roundNear } from './near-rounding.ts';

/** One direction of a ladder on an instrument. */
export interface LadderSide {
  readonly ladder: Ladder;
  readonly instrument: Instrument;
  readonly direction: Direction;
}

/** Quantity of the base order at a price: floor_step(V0 / P). */
export function baseQuantity({ ladder, instrument }: LadderSide, price: Ticks): Steps {
  return quantityFor(instrument, ladder.baseNotional, price);
}

/**
 * Price of a safety order, rounded away from the market: P0 · (1 − d · D_k), long floor, short ceil.
 *
 * @param level - 1 to the number of levels
 * @param basePrice - average fill price of the base order
 * @returns zero or less where a long ladder reaches below zero
 */
export function levelPrice({ ladder, direction }: LadderSide, level: number, basePrice: Ticks): Ticks {
  const { rate, deviation } = at(ladder.levels, level - 1);
  const sign = signOf(direction);
  if (rate !== null)
    return ticks(multiplyDivide(basePrice, RATE_ONE - sign * rate, RATE_ONE, awayFromMarket(direction)));
  const { near } = deviation;
  const rounding = awayFromMarket(direction);
  const rounded = roundNear(basePrice * (1 - sign * near), basePrice * (1 + near), rounding);
  return ticks(rounded ?? exactLevelPrice(deviation, { sign, basePrice, rounding }));
}

function exactLevelPrice(
  { numerator, denominator }: Fraction,
  { sign, basePrice, rounding }: { sign: 1 | -1; basePrice: Ticks; rounding: 'floor' | 'ceil' },
): number {
  return divide(BigInt(basePrice) * (denominator - BigInt(sign) * numerator), denominator, rounding);
}

/** Quantity of a safety order at its price: floor_step(V_k / P_k). */
export function levelQuantity({ ladder, instrument }: LadderSide, level: number, price: Ticks): Steps {
  const { notional, size } = at(ladder.levels, level - 1);
  if (notional !== null) return quantityFor(instrument, notional, price);
  const { numerator, denominator, near } = size;
  const cashPerStep = price * instrument.cashPerTickStep;
  const estimate = near / cashPerStep;
  return steps(roundNear(estimate, estimate, 'floor') ?? divide(numerator, denominator * BigInt(cashPerStep), 'floor'));
}

/** The most that a safety order may cost: its size V_k, rounded up to whole cash. */
export function levelValueMax({ ladder }: Pick<LadderSide, 'ladder'>, level: number): Cash {
  const { notional, size } = at(ladder.levels, level - 1);
  return notional ?? cash(Math.min(Math.ceil(size.near * (1 + NEAR_ERROR)), Number.MAX_SAFE_INTEGER));
}

/** Price of a limit base order: the last close moved away from the market by the offset; market orders take the close. */
export function limitBasePrice({ ladder, direction }: LadderSide, close: Ticks): Ticks {
  if (ladder.baseOrder.kind === 'market') return close;
  const factor = RATE_ONE - signOf(direction) * ladder.baseOrder.offset;
  return ticks(multiplyDivide(close, factor, RATE_ONE, awayFromMarket(direction)));
}

function awayFromMarket(direction: Direction): 'floor' | 'ceil' {
  return direction === 'buy' ? 'floor' : 'ceil';
}
