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
} from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Candle } from '../model/candle.ts';
import { type Direction, type Side, signOf, type WorkingOrder } from '../model/order.ts';

/** The `bar` fill model of one closed minute for one atom: pessimistic path open → losing extreme → winning extreme. */
export interface BarLeg {
  readonly direction: Direction;
  readonly candle: Candle;
  readonly slippage: Rate;
  /** What limit orders may still take of this minute's volume. */
  readonly volumeLeft: Steps;
}

/** What meets an order, or the whole position by force. `quantity` null means the whole position. */
export type BarHit =
  | {
      readonly type: 'order';
      readonly order: WorkingOrder;
      readonly price: Ticks;
      readonly quantity: Steps | null;
      readonly isMaker: boolean;
    }
  | { readonly type: 'liquidation'; readonly price: Ticks };

const VOLUME_SHARE = 10; // A limit order fills against at most one tenth of the minute's volume.

export function volumeBudget(candle: Candle): Steps {
  return steps(Math.floor(candle.volume / VOLUME_SHARE));
}

/** A price worsened by slippage and rounded against whoever trades at market. */
export function slipped(price: Ticks, side: Side, slippage: Rate): Ticks {
  return side === 'BUY'
    ? ticks(multiplyDivide(price, RATE_ONE + slippage, RATE_ONE, 'ceil'))
    : ticks(Math.max(1, multiplyDivide(price, RATE_ONE - slippage, RATE_ONE, 'floor')));
}

/** An order takes part in a minute that opens after it was placed. */
export function isLive(order: WorkingOrder, minute: Instant): boolean {
  return order.placedAt < minute;
}

/** The market order that fills at the open, or null. */
export function hitAtOpen(orders: readonly WorkingOrder[], leg: BarLeg): BarHit | null {
  const order = orders.find((candidate) => candidate.type === 'MARKET' && isLive(candidate, leg.candle.time));
  if (order === undefined) return null;
  return {
    type: 'order',
    order,
    price: slipped(ticks(leg.candle.open), order.side, leg.slippage),
    quantity: order.quantity,
    isMaker: false,
  };
}

interface Candidate {
  readonly price: Ticks;
  readonly rank: number;
  readonly hit: () => BarHit;
}

/**
 * What the losing leg meets first: entries in price order, then the stop, then liquidation, whichever price comes first.
 * `hasPosition` tells whether stops and liquidation have something to close.
 */
export function hitOnLosingLeg(
  orders: readonly WorkingOrder[],
  leg: BarLeg,
  position: { readonly isOpen: boolean; readonly liquidation: Ticks | null },
): BarHit | null {
  const sign = signOf(leg.direction);
  const extreme = sign === 1 ? leg.candle.low : leg.candle.high;
  const candidates: Candidate[] = [];
  for (const order of orders) {
    if (!isLive(order, leg.candle.time)) continue;
    if (order.type === 'LIMIT' && order.role !== 'take_profit') addLimit(candidates, order, leg, extreme);
    if (order.type === 'STOP_MARKET' && position.isOpen) addStop(candidates, order, leg, extreme);
  }
  const { liquidation } = position;
  if (position.isOpen && liquidation !== null && sign * (extreme - liquidation) <= 0) {
    candidates.push({ price: liquidation, rank: 2, hit: () => ({ type: 'liquidation', price: liquidation }) });
  }
  return first(candidates, sign);
}

/** A limit fills only when the market trades through it: strictly beyond its price; at its price; as maker. */
function addLimit(candidates: Candidate[], order: WorkingOrder, leg: BarLeg, extreme: number): void {
  const price = order.price;
  const rest = order.quantity === null ? null : smaller(subtract(order.quantity, order.filled), leg.volumeLeft);
  if (price === null || rest === null || rest === 0) return;
  const isPenetrated = order.side === 'BUY' ? extreme < price : extreme > price;
  if (!isPenetrated) return;
  candidates.push({ price, rank: 0, hit: () => ({ type: 'order', order, price, quantity: rest, isMaker: true }) });
}

/** A stop triggers on touch and fills at the worse of trigger and open, worsened by slippage. */
function addStop(candidates: Candidate[], order: WorkingOrder, leg: BarLeg, extreme: number): void {
  const trigger = order.triggerPrice;
  if (trigger === null) return;
  const isTouched = order.side === 'SELL' ? extreme <= trigger : extreme >= trigger;
  if (!isTouched) return;
  const { open } = leg.candle;
  const met = order.side === 'SELL' ? Math.min(trigger, open) : Math.max(trigger, open);
  const price = slipped(ticks(met), order.side, leg.slippage);
  candidates.push({
    price: trigger,
    rank: 1,
    hit: () => ({ type: 'order', order, price, quantity: order.quantity, isMaker: false }),
  });
}

function first(candidates: readonly Candidate[], sign: 1 | -1): BarHit | null {
  let best: Candidate | null = null;
  for (const candidate of candidates) {
    const lead = best === null ? 1 : sign * (candidate.price - best.price);
    if (lead > 0 || (lead === 0 && best !== null && candidate.rank < best.rank)) best = candidate;
  }
  return best === null ? null : best.hit();
}

/** The take profit that the winning leg meets, or null. */
export function hitOnWinningLeg(orders: readonly WorkingOrder[], leg: BarLeg): BarHit | null {
  const order = orders.find((candidate) => candidate.role === 'take_profit' && isLive(candidate, leg.candle.time));
  if (order === undefined) return null;
  const extreme = leg.direction === 'buy' ? leg.candle.high : leg.candle.low;
  if (order.type === 'LIMIT') {
    const candidates: Candidate[] = [];
    addLimit(candidates, order, leg, extreme);
    return candidates[0]?.hit() ?? null;
  }
  const trigger = order.triggerPrice;
  if (trigger === null || signOf(leg.direction) * (extreme - trigger) < 0) return null;
  // Even when the minute opens beyond it, the trigger is the price: a gap in our favour is not counted on.
  return {
    type: 'order',
    order,
    price: slipped(trigger, order.side, leg.slippage),
    quantity: order.quantity,
    isMaker: false,
  };
}
