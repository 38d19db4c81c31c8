import { at } from '#base/assert.ts';
import {
  add,
  multiplyDivide,
  RATE_ONE,
  type Rate,
  type Steps,
  smaller,
  steps,
  subtract,
  type Ticks,
  ticks,
  ZERO_STEPS,
} from '#base/exact.ts';
import type { Side } from '../model/order.ts';

/** Something was traded, as the tape prints it; the taker's side says which side of the book it met. */
export interface Print {
  readonly price: Ticks;
  readonly quantity: Steps;
  readonly takerSide: Side;
}

/** One price of an order book and the quantity that rests there. */
export interface DepthLevel {
  readonly price: Ticks;
  readonly quantity: Steps;
}

/** A resting limit order. */
export interface QueuedOrder {
  readonly side: Side;
  readonly price: Ticks;
  /** The quantity still to be filled. */
  readonly open: Steps;
  /** The quantity ahead of it in the queue at its price. */
  readonly ahead: Steps;
}

/** The quantity that a print fills, at the order's own price, and the queue then still ahead of it. */
export interface Met {
  readonly filled: Steps;
  readonly ahead: Steps;
}

/**
 * Matches resting limit orders with a print of the tape; together they get no more than was printed. First come those
 * whose price was passed, because the market cannot trade beyond a price at which orders still rest: no queue is left
 * ahead of them. Then come those at the price, in the order of its queue, if the taker came from the other side.
 *
 * @param orders - of one instrument; on each side best price first, then oldest
 * @returns of each order, in the same sequence
 */
export function meetPrint(orders: readonly QueuedOrder[], print: Print): readonly Met[] {
  let left = print.quantity;
  const take = (order: QueuedOrder): Steps => {
    const filled = smaller(order.open, left);
    left = subtract(left, filled);
    return filled;
  };
  const beyond = orders.map((order) => beyondOf(order, print));
  const passed = orders.map((order, index) => (at(beyond, index) > 0 ? take(order) : ZERO_STEPS));
  let served = ZERO_STEPS; // Of the queue that others stand in, at the price.
  return orders.map((order, index) => {
    if (at(beyond, index) > 0) return { filled: at(passed, index), ahead: ZERO_STEPS };
    if (at(beyond, index) < 0 || print.takerSide === order.side) return { filled: ZERO_STEPS, ahead: order.ahead };
    const next = smaller(left, steps(Math.max(0, order.ahead - served)));
    left = subtract(left, next);
    served = add(served, next);
    const ahead = steps(Math.max(0, order.ahead - served));
    return { filled: ahead === 0 ? take(order) : ZERO_STEPS, ahead };
  });
}

/** How far the print went beyond the order's price; negative when it did not reach it. */
function beyondOf({ side, price }: QueuedOrder, print: Print): number {
  return side === 'BUY' ? price - print.price : print.price - price;
}

/** The queue ahead of a new order at a price. Beyond the last level of the book it is as long as at that level. */
export function queueAhead(levels: readonly DepthLevel[], { side, price }: Pick<QueuedOrder, 'side' | 'price'>): Steps {
  const last = levels.at(-1);
  const isDeeper = last !== undefined && (side === 'BUY' ? price < last.price : price > last.price);
  const level = isDeeper ? last : levels.find((candidate) => candidate.price === price);
  return level?.quantity ?? ZERO_STEPS;
}

/** What a taker gets of a book: the levels it takes from, best first, and what of its quantity finds none. */
export interface Walk {
  readonly taken: readonly DepthLevel[];
  readonly left: Steps;
}

/**
 * A taker walks the other side of the book up to its limit.
 *
 * @param levels - of the other side, best first
 * @param taker - `limit` null takes at any price
 */
export function walkBook(
  levels: readonly DepthLevel[],
  taker: { readonly side: Side; readonly quantity: Steps; readonly limit: Ticks | null },
): Walk {
  const taken: DepthLevel[] = [];
  let left = taker.quantity;
  for (const level of levels) {
    if (left === 0 || !isWithin(level.price, taker)) break;
    const quantity = smaller(left, level.quantity);
    taken.push({ price: level.price, quantity });
    left = subtract(left, quantity);
  }
  return { taken, left };
}

/** Whether a taker on that side may pay, or take, the price. */
export function isWithin(
  price: Ticks,
  { side, limit }: { readonly side: Side; readonly limit: Ticks | null },
): boolean {
  if (limit === null) return true;
  return side === 'BUY' ? price <= limit : price >= limit;
}

/** The worst price a taker may meet: so far from the reference, rounded towards it. */
export function takeBound(side: Side, reference: Ticks, bound: Rate): Ticks {
  return side === 'BUY'
    ? ticks(multiplyDivide(reference, RATE_ONE + bound, RATE_ONE, 'floor'))
    : ticks(multiplyDivide(reference, RATE_ONE - bound, RATE_ONE, 'ceil'));
}
