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
import type { Candle, MarkMinute } from '../model/candle.ts';
import type { LadderParams } from '../model/ladder-params.ts';
import { type ApprovedOrder, type Direction, isOpening, opposite, type Side, signOf } from '../model/order.ts';

/** The fill model of one closed minute for one atom: pessimistic path open → losing extreme → winning extreme. */
export interface CandlePath {
  readonly direction: Direction;
  readonly candle: Candle;
  /** The mark over the same minute: it liquidates. The candle itself where the exchange has no mark of it. */
  readonly mark: MarkMinute;
  /** What triggers a stop-loss. Every other order goes by the last price. */
  readonly stopLossBy: LadderParams['slWorkingType'];
  readonly slippage: Rate;
  /** What limit orders may still take of this minute's volume. */
  readonly volumeLeft: Steps;
  /**
   * Whether a stop-loss stood when the minute opened. It is never without one from then on: where an entry fills and
   * the stop moves, it stands at its new trigger for the rest of the leg, as replacing it takes milliseconds.
   */
  readonly isStopResting: boolean;
}

/** What meets an order, or the whole position by force. `quantity` null means the whole position. */
export type CandleHit =
  | {
      readonly type: 'order';
      readonly order: ApprovedOrder;
      readonly price: Ticks;
      readonly quantity: Steps | null;
      readonly isMaker: boolean;
    }
  | { readonly type: 'liquidation'; readonly price: Ticks };

const VOLUME_SHARE = 10; // A limit order fills against at most one tenth of the minute's volume.

/** @param cap - another share of the volume, such as a backtest may try */
export function volumeBudget({ volume }: Pick<Candle, 'volume'>, cap?: Rate): Steps {
  return steps(cap === undefined ? Math.floor(volume / VOLUME_SHARE) : multiplyDivide(volume, cap, RATE_ONE, 'floor'));
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

/** What `CandlePath.isStopResting` is for a minute, asked of the orders before anything happens in it. */
export function hasRestingStop(orders: readonly ApprovedOrder[], minute: Instant): boolean {
  return orders.some((order) => order.role === 'stop_loss' && isLive(order, minute));
}

/** What can be closed by force: `liquidation` is the mark at which it is; null is none. */
export interface HeldPosition {
  readonly isOpen: boolean;
  readonly liquidation: Ticks | null;
}

/** The market order that fills at the open, or null. An exit that the open has overtaken is a liquidation. */
export function hitAtOpen(orders: readonly ApprovedOrder[], leg: CandlePath, position: HeldPosition): CandleHit | null {
  const order = orders.find((candidate) => candidate.type === 'MARKET' && isLive(candidate, leg.candle.time));
  if (order === undefined) return null;
  if (position.isOpen && isBeyondLiquidation(leg, position, leg.mark.open)) {
    return { type: 'liquidation', price: ticks(leg.mark.open) };
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
  readonly hit: CandleHit;
}

function isBeyondLiquidation({ direction }: CandlePath, { liquidation }: HeldPosition, price: number): boolean {
  return liquidation !== null && signOf(direction) * (price - liquidation) <= 0;
}

/** The worse of two prices for whoever has to close. */
function worse(direction: Direction, one: number, other: number): Ticks {
  return ticks(direction === 'buy' ? Math.min(one, other) : Math.max(one, other));
}

/** Where the losing leg of a bar ends. */
function extremeOf(direction: Direction, { low, high }: MarkMinute): number {
  return direction === 'buy' ? low : high;
}

/**
 * What the losing leg meets first: entries in price order, then the stop, then liquidation, whichever price comes first.
 * A stop that the open finds beyond the liquidation has come too late for it.
 */
export function hitOnLosingLeg(
  orders: readonly ApprovedOrder[],
  leg: CandlePath,
  position: HeldPosition,
): CandleHit | null {
  const sign = signOf(leg.direction);
  const extreme = extremeOf(leg.direction, leg.candle);
  let first: Candidate | null = null;
  for (const order of orders) {
    if (!isLive(order, leg.candle.time) && !(order.role === 'stop_loss' && leg.isStopResting)) continue;
    const isEntry = order.type === 'LIMIT' && isOpening(order, leg.direction);
    first = sooner(first, isEntry ? metLimit(order, leg, extreme) : metStop(order, leg, position), sign);
  }
  return sooner(first, metLiquidation(leg, position), sign)?.hit ?? null;
}

/** A limit fills only when the market trades through it: strictly beyond its price; at its price; as maker. */
function metLimit(order: ApprovedOrder, leg: CandlePath, extreme: number): Candidate | null {
  const { price } = order;
  if (price === null || order.quantity === null) return null;
  const isPenetrated = order.side === 'BUY' ? extreme < price : extreme > price;
  if (!isPenetrated) return null;
  const quantity = smaller(subtract(order.quantity, order.filled), leg.volumeLeft);
  return quantity === 0 ? null : { price, rank: 0, hit: { type: 'order', order, price, quantity, isMaker: true } };
}

/**
 * A stop triggers on touch, of the mark or of the last price, and fills at the worse of its trigger and the last price at
 * that moment, worsened by slippage.
 */
function metStop(order: ApprovedOrder, leg: CandlePath, position: HeldPosition): Candidate | null {
  const trigger = order.triggerPrice;
  if (order.type !== 'STOP_MARKET' || !position.isOpen || trigger === null) return null;
  const bar = order.role === 'stop_loss' && leg.stopLossBy === 'mark' ? leg.mark : leg.candle;
  const isTouched = order.side === 'SELL' ? bar.low <= trigger : bar.high >= trigger;
  if (!isTouched) return null;
  const isJumpedOver = signOf(leg.direction) * (trigger - bar.open) > 0;
  if (isJumpedOver && isBeyondLiquidation(leg, position, leg.mark.open)) return null; // Overtaken.
  const last = bar === leg.candle ? bar.open : lastPriceWhen(leg, trigger);
  const price = slipped(worse(leg.direction, trigger, last), order.side, leg.slippage);
  return { price: trigger, rank: 1, hit: { type: 'order', order, price, quantity: order.quantity, isMaker: false } };
}

/**
 * The last price at the moment at which the mark meets a trigger. Both walk the losing leg side by side: when the mark has
 * gone a share of its way, the last price has gone the same share of its own, rounded against the position.
 */
function lastPriceWhen({ direction, candle, mark }: CandlePath, trigger: Ticks): number {
  const sign = signOf(direction);
  const gone = sign * (mark.open - trigger);
  if (gone <= 0) return candle.open; // The mark opened beyond the trigger.
  const markWay = sign * (mark.open - extremeOf(direction, mark));
  const lastWay = sign * (candle.open - extremeOf(direction, candle));
  return candle.open - sign * multiplyDivide(lastWay, gone, markWay, 'ceil');
}

/** Judged by the mark, and met at the worse of the liquidation price and the mark at the open. */
function metLiquidation(leg: CandlePath, position: HeldPosition): Candidate | null {
  const { direction, mark } = leg;
  const { liquidation } = position;
  const extreme = extremeOf(direction, mark);
  if (!position.isOpen || liquidation === null || !isBeyondLiquidation(leg, position, extreme)) return null;
  return { price: liquidation, rank: 2, hit: { type: 'liquidation', price: worse(direction, liquidation, mark.open) } };
}

/** Of two candidates the one that the leg meets first. */
function sooner(known: Candidate | null, other: Candidate | null, sign: 1 | -1): Candidate | null {
  if (known === null || other === null) return known ?? other;
  const lead = sign * (other.price - known.price);
  return lead > 0 || (lead === 0 && other.rank < known.rank) ? other : known;
}

/** What the winning leg meets first: the take profit, or a deal that reduces the position at a price; null for neither. */
export function hitOnWinningLeg(orders: readonly ApprovedOrder[], leg: CandlePath): CandleHit | null {
  let first: Candidate | null = null;
  for (const order of orders) {
    if (!takesProfit(order, leg.direction) || !isLive(order, leg.candle.time)) continue;
    const hit = metAtProfit(order, leg);
    if (hit !== null)
      first = sooner(first, { price: winningPrice(order), rank: 0, hit }, signOf(opposite(leg.direction)));
  }
  return first?.hit ?? null;
}

function takesProfit(order: ApprovedOrder, direction: Direction): boolean {
  return (
    order.role === 'take_profit' || (order.role === 'manual' && order.type === 'LIMIT' && !isOpening(order, direction))
  );
}

function winningPrice({ price, triggerPrice }: ApprovedOrder): Ticks {
  return price ?? triggerPrice ?? ticks(0);
}

function metAtProfit(order: ApprovedOrder, leg: CandlePath): CandleHit | null {
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
