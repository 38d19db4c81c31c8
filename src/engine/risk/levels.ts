import { at } from '#base/assert.ts';
import {
  add,
  type Cash,
  multiplyDivide,
  RATE_ONE,
  type Steps,
  share,
  steps,
  type Ticks,
  ticks,
  ZERO_CASH,
} from '#base/exact.ts';
import { type Instrument, notional, quantityFor } from '../model/instrument.ts';
import { type Direction, signOf } from '../model/order.ts';
import { FLAT, type Position } from '../model/position.ts';
import type { Ladder } from './ladder.ts';
import { initialMargin } from './margin.ts';
import { roundNear } from './near-rounding.ts';

/** Quantity of the base order at a price: floor_step(V0 / P). */
export function baseQuantity(ladder: Ladder, instrument: Instrument, price: Ticks): Steps {
  return quantityFor(instrument, ladder.baseNotional, price);
}

/**
 * Price of a safety order, rounded away from the market: P0 · (1 − d · D_k), long floor, short ceil.
 *
 * @param level - 1 to the number of levels
 * @param basePrice - average fill price of the base order
 * @returns zero or less where a long ladder reaches beyond nothing
 */
export function levelPrice(
  ladder: Ladder,
  _instrument: Instrument,
  direction: Direction,
  level: number,
  basePrice: Ticks,
): Ticks {
  const { numerator, denominator, near } = at(ladder.levels, level - 1).deviation;
  const sign = signOf(direction);
  const rounded = roundNear(
    {
      estimate: basePrice * (1 - sign * near),
      magnitude: basePrice * (1 + near),
      rounding: awayFromMarket(direction),
    },
    () => ({ numerator: BigInt(basePrice) * (denominator - BigInt(sign) * numerator), denominator }),
  );
  return ticks(rounded);
}

/** Quantity of a safety order at its price: floor_step(V_k / P_k). */
export function levelQuantity(ladder: Ladder, instrument: Instrument, level: number, price: Ticks): Steps {
  const { numerator, denominator, near } = at(ladder.levels, level - 1).size;
  const cashPerStep = price * instrument.cashPerTickStep;
  const estimate = near / cashPerStep;
  const rounded = roundNear({ estimate, magnitude: estimate, rounding: 'floor' }, () => ({
    numerator,
    denominator: denominator * BigInt(cashPerStep),
  }));
  return steps(rounded);
}

/** Price of a limit base order: the last close moved away from the market by the offset; market orders take the close. */
export function limitBasePrice(ladder: Ladder, _instrument: Instrument, direction: Direction, close: Ticks): Ticks {
  if (ladder.baseOrder.kind === 'market') return close;
  const factor = RATE_ONE - signOf(direction) * ladder.baseOrder.offset;
  return ticks(multiplyDivide(close, factor, RATE_ONE, awayFromMarket(direction)));
}

function awayFromMarket(direction: Direction): 'floor' | 'ceil' {
  return direction === 'buy' ? 'floor' : 'ceil';
}

/** One order of a ladder that was filled at its own price, and the position right after it. */
export interface FilledLevel {
  /** 0 is the base order. */
  readonly level: number;
  readonly price: Ticks;
  readonly quantity: Steps;
  readonly notional: Cash;
  readonly fee: Cash;
  readonly position: Position;
}

export interface FilledLadder {
  readonly levels: readonly FilledLevel[];
  /** Why it ends where it does: every level fits, or the next one has no price we can hold, or is beyond exact cash. */
  readonly end: 'complete' | 'price-out-of-range' | 'size-too-large';
}

/** Half of what exact cash holds, 45 million USDT: leaves room for the profit, the fees and the average. */
const COST_MAX = 2 ** 52;

/** Fills a ladder level by level from a base price: what planning, validation and the editor look at. */
export function fillLadder(
  ladder: Ladder,
  { instrument, direction, basePrice }: { instrument: Instrument; direction: Direction; basePrice: Ticks },
): FilledLadder {
  const levels: FilledLevel[] = [];
  let position = FLAT;
  for (let level = 0; level <= ladder.levels.length; level += 1) {
    const { deviation, size } = level === 0 ? baseLevel(ladder) : at(ladder.levels, level - 1);
    const stepValue = basePrice * instrument.cashPerTickStep * (1 + deviation.near);
    if (stepValue > COST_MAX) return { levels, end: 'price-out-of-range' };
    const price = level === 0 ? basePrice : levelPrice(ladder, instrument, direction, level, basePrice);
    if (price <= 0) return { levels, end: 'price-out-of-range' };
    if (position.cost + size.near > COST_MAX) return { levels, end: 'size-too-large' };
    const filled = fillLevel(position, ladder, { instrument, level, price });
    levels.push(filled);
    position = filled.position;
  }
  return { levels, end: 'complete' };
}

function baseLevel(ladder: Ladder) {
  return { deviation: { near: 0 }, size: { near: ladder.baseNotional } };
}

function fillLevel(
  before: Position,
  ladder: Ladder,
  { instrument, level, price }: { instrument: Instrument; level: number; price: Ticks },
): FilledLevel {
  const quantity =
    level === 0 ? baseQuantity(ladder, instrument, price) : levelQuantity(ladder, instrument, level, price);
  const value = notional(instrument, price, quantity);
  const isTaker = level === 0 && ladder.baseOrder.kind === 'market';
  const fee = share(value, isTaker ? instrument.takerFee : instrument.makerFee, 'half-up');
  const position = {
    quantity: add(before.quantity, quantity),
    cost: add(before.cost, value),
    fees: add(before.fees, fee),
    fundingPaid: before.fundingPaid,
  };
  return { level, price, quantity, notional: value, fee, position };
}

/**
 * What a cycle commits of its wallet and of the portfolio's limit: the required capital M = Σ q_k · P_k / L + F of
 * the full ladder from a base price (domain document, 3.2), the margin rounded up.
 */
export function committedMargin(ladder: Ladder, instrument: Instrument, direction: Direction, basePrice: Ticks): Cash {
  const deepest = fillLadder(ladder, { instrument, direction, basePrice }).levels.at(-1);
  if (deepest === undefined) return ZERO_CASH;
  return add(initialMargin(deepest.position.cost, ladder.leverage), deepest.position.fees);
}
