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
import { type ApprovedOrder, type Direction, type Side, signOf } from '../model/order.ts';

/** The `bar` fill model of one closed minute for one atom: pessimistic path open → losing extreme → winning extreme. */
export interface BarLeg {
  readonly direction: Direction;
  readonly candle: Candle;
  readonly slippage: Rate;
  /** What limit orders may still take of this minute's volume. */
  readonly volumeLeft: Steps;
  /**
   * Whether a stop-loss stood when the minute opened. It is never without one from then on: where an entry fills and
   * the stop moves, it stands at its new trigger for the rest of the leg, as replacing it takes milliseconds.
   */
  readonly isStopStanding: boolean;
}

/** What meets an order, or the whole position by force. `quantity` null means the whole position. */
export type BarHit =
  | {
      readonly type: 'order';
      readonly order: ApprovedOrder;
      readonly price: Ticks;
      readonly quantity: Steps | null;
      readonly isMaker: boolean;
    }
  | { readonly type: 'liquidation'; readonly price: Ticks };

const VOLUME_SHARE = 10; // A limit order fills against at most one tenth of the minute's volume.

export function volumeBudget({ volume }: Pick<Candle, 'volume'>): Steps {
  return steps(Math.floor(volume / VOLUME_SHARE));
}

/** A price worsened by slippage and rounded against whoever trades at market. */
export function slipped(price: Ticks, side: Side, slippage: Rate): Ticks {
  return side === 'BUY'
    ? ticks(multiplyDivide(price, RATE_ONE + slippage, RATE_ONE, 'ceil'))
    : ticks(Math.max(1, multiplyDivide(price, RATE_ONE - slippage, RATE_ONE, 'floor')));
}

/** An order takes part in a minute that opens after it was placed. */
function isLive(order: ApprovedOrder, minute: Instant): boolean {
  return order.placedAt < minute;
}

/** What `BarLeg.isStopStanding` is for a minute, asked of the orders before anything happens in it. */
export function hasStandingStop(orders: readonly ApprovedOrder[], minute: Instant): boolean {
  return orders.some((order) => order.role === 'stop_loss' && isLive(order, minute));
}

/** What can be closed by force: `liquidation` is the mark at which it is; null is none. */
export interface BarPosition {
  readonly isOpen: boolean;
  readonly liquidation: Ticks | null;
}

/** The market order that fills at the open, or null. An exit that the open has overtaken is a liquidation. */
export function hitAtOpen(orders: readonly ApprovedOrder[], leg: BarLeg, position: BarPosition): BarHit | null {
  const order = orders.find((candidate) => candidate.type === 'MARKET' && isLive(candidate, leg.candle.time));
  if (order === undefined) return null;
  if (position.isOpen && isBeyondLiquidation(leg, position, leg.candle.open)) {
    return { type: 'liquidation', price: ticks(leg.candle.open) };
  }
  return {
    type: 'order',
    order,
    price: slipped(ticks(leg.candle.open), order.side, leg.slippage),
    quantity: order.quantity,
    isMaker: false,
  };
}

interface Candidate {
  /** Where the leg meets it; of two at one price the lower rank comes first. */
  readonly price: Ticks;
  readonly rank: number;
  readonly hit: BarHit;
}

function isBeyondLiquidation({ direction }: BarLeg, { liquidation }: BarPosition, price: number): boolean {
  return liquidation !== null && signOf(direction) * (price - liquidation) <= 0;
}

/** The worse of a price and the open: where a market that jumped over the price is met. */
function met({ direction, candle }: BarLeg, price: Ticks): Ticks {
  return ticks(direction === 'buy' ? Math.min(price, candle.open) : Math.max(price, candle.open));
}

/**
 * What the losing leg meets first: entries in price order, then the stop, then liquidation, whichever price comes first.
 * A stop that the open finds beyond the liquidation has come too late for it.
 */
export function hitOnLosingLeg(orders: readonly ApprovedOrder[], leg: BarLeg, position: BarPosition): BarHit | null {
  const sign = signOf(leg.direction);
  const extreme = sign === 1 ? leg.candle.low : leg.candle.high;
  let first: Candidate | null = null;
  for (const order of orders) {
    if (!isLive(order, leg.candle.time) && !(order.role === 'stop_loss' && leg.isStopStanding)) continue;
    const isEntry = order.type === 'LIMIT' && order.role !== 'take_profit';
    first = sooner(first, isEntry ? metLimit(order, leg, extreme) : metStop(order, leg, position), sign);
  }
  return sooner(first, metLiquidation(leg, position, extreme), sign)?.hit ?? null;
}

/** A limit fills only when the market trades through it: strictly beyond its price; at its price; as maker. */
function metLimit(order: ApprovedOrder, leg: BarLeg, extreme: number): Candidate | null {
  const { price } = order;
  if (price === null || order.quantity === null) return null;
  const isPenetrated = order.side === 'BUY' ? extreme < price : extreme > price;
  if (!isPenetrated) return null;
  const quantity = smaller(subtract(order.quantity, order.filled), leg.volumeLeft);
  return quantity === 0 ? null : { price, rank: 0, hit: { type: 'order', order, price, quantity, isMaker: true } };
}

/** A stop triggers on touch and fills at the worse of trigger and open, worsened by slippage. */
function metStop(order: ApprovedOrder, leg: BarLeg, position: BarPosition): Candidate | null {
  const trigger = order.triggerPrice;
  if (order.type !== 'STOP_MARKET' || !position.isOpen || trigger === null) return null;
  const isTouched = order.side === 'SELL' ? leg.candle.low <= trigger : leg.candle.high >= trigger;
  if (!isTouched) return null;
  const reached = met(leg, trigger);
  if (reached !== trigger && isBeyondLiquidation(leg, position, reached)) return null; // Overtaken.
  const price = slipped(reached, order.side, leg.slippage);
  return { price: trigger, rank: 1, hit: { type: 'order', order, price, quantity: order.quantity, isMaker: false } };
}

function metLiquidation(leg: BarLeg, position: BarPosition, extreme: number): Candidate | null {
  const { liquidation } = position;
  if (!position.isOpen || liquidation === null || !isBeyondLiquidation(leg, position, extreme)) return null;
  return { price: liquidation, rank: 2, hit: { type: 'liquidation', price: met(leg, liquidation) } };
}

/** Of two candidates the one that the leg meets first. */
function sooner(known: Candidate | null, other: Candidate | null, sign: 1 | -1): Candidate | null {
  if (known === null || other === null) return known ?? other;
  const lead = sign * (other.price - known.price);
  return lead > 0 || (lead === 0 && other.rank < known.rank) ? other : known;
}

/** The take profit that the winning leg meets, or null. */
export function hitOnWinningLeg(orders: readonly ApprovedOrder[], leg: BarLeg): BarHit | null {
  const order = orders.find((candidate) => candidate.role === 'take_profit' && isLive(candidate, leg.candle.time));
  if (order === undefined) return null;
  const extreme = leg.direction === 'buy' ? leg.candle.high : leg.candle.low;
  if (order.type === 'LIMIT') return metLimit(order, leg, extreme)?.hit ?? null;
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
