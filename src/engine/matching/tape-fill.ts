import {
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

/** How the `tape` fill model treats an order whose price is printed but not passed. */
export interface TapeRules {
  /** The share of a level's depth that is ahead of a new order: 0 is the head of the queue, RATE_ONE its end. */
  readonly queueShare: Rate;
  /** `queue` waits until the queue ahead of it has traded; `touch` fills completely at the first print of its price. */
  readonly atPrice: 'queue' | 'touch';
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
 * Matches a resting limit order with a print of the tape. A print through its price fills it completely, however small
 * the print, because the market cannot trade beyond a price at which orders still rest. A print at its price fills the
 * queue ahead of the order first, then the order, up to the printed quantity, and only if the taker came from the other
 * side. Orders do not compete with each other for a print.
 */
export function meetPrint(order: QueuedOrder, print: Print, rules: TapeRules): Met {
  const beyond = order.side === 'BUY' ? order.price - print.price : print.price - order.price;
  if (beyond < 0) return { filled: ZERO_STEPS, ahead: order.ahead };
  if (beyond > 0 || rules.atPrice === 'touch') return { filled: order.open, ahead: ZERO_STEPS };
  if (print.takerSide === order.side) return { filled: ZERO_STEPS, ahead: order.ahead };
  const served = smaller(print.quantity, order.ahead);
  return {
    filled: smaller(order.open, subtract(print.quantity, served)),
    ahead: subtract(order.ahead, served),
  };
}

/**
 * The queue ahead of a new order at a price. Beyond the last level of the book it is as long as at that level.
 *
 * @param levels - of the order's own side, best first
 * @returns rounded up, so never less than the share
 */
export function queueAhead(
  levels: readonly DepthLevel[],
  { side, price }: Pick<QueuedOrder, 'side' | 'price'>,
  { queueShare }: TapeRules,
): Steps {
  const last = levels.at(-1);
  const isDeeper = last !== undefined && (side === 'BUY' ? price < last.price : price > last.price);
  const level = isDeeper ? last : levels.find((candidate) => candidate.price === price);
  return level === undefined ? ZERO_STEPS : steps(multiplyDivide(level.quantity, queueShare, RATE_ONE, 'ceil'));
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
