import { type Steps, smaller, steps, subtract, type Ticks, ZERO_STEPS } from '#base/exact.ts';
import { type DepthLevel, isWithin, walkBook } from '#engine/matching/tape-fill.ts';
import type { Side } from '#engine/model/order.ts';
import type { Level } from '../../market/market.ts';
import type { AccountState, OpenOrder } from '../exchange-state.ts';
import { fillable, openQuantity } from '../positions/settle-fill.ts';

/** A part of what a taker gets: from a resting order of an account, or from the market's own book. */
export interface Take extends DepthLevel {
  readonly maker: OpenOrder | null;
}

/** What a taker gets of the book in which accounts' orders rest among the market's. */
export interface SharedWalk {
  /** In the order in which it gets them: best price first, then by the queue. */
  readonly taken: readonly Take[];
  /** Orders of its own account that it must not trade with, and whose end the prevention of self-trades chose. */
  readonly ended: readonly OpenOrder[];
  /** Whether it ends for that reason itself, at once. */
  readonly isStopped: boolean;
  /** The quantity that is then ahead of resting orders at the prices it reached. */
  readonly queues: readonly { readonly order: OpenOrder; readonly ahead: Steps }[];
  /** What found nothing. */
  readonly left: Steps;
}

/** A taker; `limit` null takes at any price. */
export interface Taker {
  readonly account: AccountState;
  readonly side: Side;
  readonly quantity: Steps;
  readonly limit: Ticks | null;
  readonly reduceOnly: boolean;
  /** One of the exchange's words; `NONE` lets an account trade with itself. */
  readonly selfTradePrevention: string;
}

/** A walk while it is made. */
interface Walking {
  readonly taken: Take[];
  readonly ended: OpenOrder[];
  readonly queues: { readonly order: OpenOrder; readonly ahead: Steps }[];
  isStopped: boolean;
  left: Steps;
}

export const NO_WALK: SharedWalk = { taken: [], ended: [], isStopped: false, queues: [], left: ZERO_STEPS };

/**
 * A taker walks the other side of the book up to its limit. At each price the market's quantity and the orders of accounts are
 * one queue: an order gets its turn when what was ahead of it is gone.
 *
 * @param levels - the market's, best first
 * @param resting - of accounts, best price first, then oldest; those within the levels
 */
export function walkShared(levels: readonly Level[], resting: readonly OpenOrder[], taker: Taker): SharedWalk {
  if (resting.length === 0) {
    const { taken, left } = walkBook(levels, taker);
    return { ...NO_WALK, taken: taken.map((level) => ({ ...level, maker: null })), left };
  }
  const walk: Walking = { taken: [], ended: [], queues: [], isStopped: false, left: taker.quantity };
  let [nextLevel, nextOrder] = [0, 0];
  while (walk.left > 0 && !walk.isStopped) {
    const [level, order] = [levels[nextLevel], resting[nextOrder]];
    const price = betterOf(taker.side, level?.price ?? null, order?.row.price ?? null);
    if (price === null || !isWithin(price, taker)) break;
    const end = resting.findIndex(({ row }, index) => index >= nextOrder && row.price !== price);
    const orders = resting.slice(nextOrder, end < 0 ? resting.length : end);
    const offered = level?.price === price ? level.quantity : ZERO_STEPS;
    walkPrice(walk, { price, offered, orders }, taker);
    nextLevel += level?.price === price ? 1 : 0;
    nextOrder += orders.length;
  }
  return walk;
}

function betterOf(side: Side, one: Ticks | null, other: Ticks | null): Ticks | null {
  if (one === null || other === null) return one ?? other;
  return (side === 'BUY') === one < other ? one : other;
}

interface SharedLevel {
  readonly price: Ticks;
  /** The market's quantity. */
  readonly offered: Steps;
  /** Oldest first. */
  readonly orders: readonly OpenOrder[];
}

function walkPrice(walk: Walking, { price, offered, orders }: SharedLevel, taker: Taker): void {
  let rest = offered;
  const served = (): Steps => subtract(offered, rest);
  const takeOfMarket = (wanted: number): void => {
    const quantity = smaller(walk.left, smaller(rest, steps(Math.max(0, wanted))));
    take(walk, { price, quantity, maker: null });
    rest = subtract(rest, quantity);
  };
  for (const order of orders) {
    takeOfMarket(order.ahead - served());
    if (walk.left === 0 || walk.isStopped) break;
    if (!isPrevented(order, taker)) {
      const open = fillable(order.account, order.row, openQuantity(order.row));
      take(walk, { price, quantity: smaller(walk.left, open), maker: order });
      continue;
    }
    if (taker.selfTradePrevention !== 'EXPIRE_TAKER') walk.ended.push(order);
    walk.isStopped = taker.selfTradePrevention === 'EXPIRE_TAKER' || taker.selfTradePrevention === 'EXPIRE_BOTH';
  }
  if (!walk.isStopped) takeOfMarket(rest);
  for (const order of orders) {
    walk.queues.push({ order, ahead: steps(Math.max(0, order.ahead - served())) });
  }
}

function take(walk: Walking, part: Take): void {
  if (part.quantity === 0) return;
  walk.taken.push(part);
  walk.left = subtract(walk.left, part.quantity);
}

/** An order that reduces cannot trade with its own account's: filling one may end the other. */
function isPrevented({ account, row }: OpenOrder, taker: Taker): boolean {
  if (account !== taker.account) return false;
  return taker.selfTradePrevention !== 'NONE' || row.reduceOnly || taker.reduceOnly;
}
