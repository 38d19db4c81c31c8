import { at } from '#base/assert.ts';
import { add, type Cash, type Steps, share, type Ticks, ZERO_CASH } from '#base/exact.ts';
import { type Instrument, notional } from '../../model/instrument.ts';
import { FLAT, type Position } from '../../model/position.ts';
import { initialMargin } from '../margin/margin.ts';
import type { Ladder } from './ladder.ts';
import { baseQuantity, type LadderSide, levelPrice, levelQuantity } from './levels.ts';

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
  /** Why it ends: every level fits, or the next one has no representable price, or exceeds exact cash. */
  readonly end: 'complete' | 'price-out-of-range' | 'size-too-large';
}

/** Half the range of exact cash, 45 million USDT: leaves room for the profit, the fees and the average. */
export const COST_MAX = 2 ** 52;

/** Fills a ladder level by level from a base price, for planning, validation and the editor. */
export function fillLadder(side: LadderSide, basePrice: Ticks): FilledLadder {
  const levels: FilledLevel[] = [];
  let position = FLAT;
  const end = eachLevel(side, basePrice, (order) => {
    position = {
      quantity: add(position.quantity, order.quantity),
      cost: add(position.cost, order.notional),
      fees: add(position.fees, order.fee),
      fundingPaid: position.fundingPaid,
    };
    levels.push({ ...order, position });
  });
  return { levels, end };
}

/** Walks the levels from a base price, each filled at its own price, as far as exact numbers can hold them. */
function eachLevel(
  side: LadderSide,
  basePrice: Ticks,
  take: (order: Omit<FilledLevel, 'position'>) => void,
): FilledLadder['end'] {
  const { ladder, instrument } = side;
  const tickValue = instrument.cashPerTickStep * stepsShown(instrument);
  let cost = 0;
  for (let level = 0; level <= ladder.levels.length; level += 1) {
    const { deviation, size } = level === 0 ? baseLevel(ladder) : at(ladder.levels, level - 1);
    if (basePrice * tickValue * (1 + deviation.near) > COST_MAX) return 'price-out-of-range';
    const price = level === 0 ? basePrice : levelPrice(side, level, basePrice);
    if (price <= 0) return 'price-out-of-range';
    if (cost + size.near > COST_MAX) return 'size-too-large';
    const order = fillLevel(side, level, price);
    cost += order.notional;
    take(order);
  }
  return 'complete';
}

/** Steps in a whole unit, at least one: averages are shown as the price of a unit, which must also fit. */
function stepsShown({ step }: Instrument): number {
  return Math.max(1, 10 ** step.decimals / step.units);
}

function baseLevel(ladder: Ladder) {
  return { deviation: { near: 0 }, size: { near: ladder.baseNotional } };
}

/** Whether a level executes at market, as a taker; level 0 is the base order. */
export function isAtMarket({ baseOrder, hasStepRule }: Ladder, level: number): boolean {
  return level === 0 ? baseOrder.kind === 'market' : hasStepRule;
}

function fillLevel(side: LadderSide, level: number, price: Ticks): Omit<FilledLevel, 'position'> {
  const { ladder, instrument } = side;
  const quantity = level === 0 ? baseQuantity(side, price) : levelQuantity(side, level, price);
  const value = notional(instrument, price, quantity);
  const isTaker = isAtMarket(ladder, level);
  const fee = share(value, isTaker ? instrument.takerFee : instrument.makerFee, 'half-up');
  return { level, price, quantity, notional: value, fee };
}

/** The last result: an entry needs it twice, to check whether it may open and again when it opens. */
let last: LastCommitted | null = null;

interface LastCommitted extends LadderSide {
  readonly basePrice: Ticks;
  readonly margin: Cash;
}

/**
 * What a cycle commits of its wallet and of the portfolio's limit: the required capital M = Σ q_k · P_k / L + F of
 * the full ladder from a base price (domain document, 3.2), the margin rounded up.
 */
export function committedMargin(side: LadderSide, basePrice: Ticks): Cash {
  const { ladder, instrument, direction } = side;
  if (last?.ladder === ladder && last.instrument === instrument && last.direction === direction) {
    if (last.basePrice === basePrice) return last.margin;
  }
  const margin = marginOf(side, basePrice);
  last = { ladder, instrument, direction, basePrice, margin };
  return margin;
}

function marginOf(side: LadderSide, basePrice: Ticks): Cash {
  let cost = ZERO_CASH;
  let fees = ZERO_CASH;
  eachLevel(side, basePrice, (order) => {
    cost = add(cost, order.notional);
    fees = add(fees, order.fee);
  });
  return add(initialMargin(cost, side.ladder.leverage), fees);
}
