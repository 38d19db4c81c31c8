import type { Cash, Steps, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';

/** `buy` is long, `sell` is short. */
export type Direction = 'buy' | 'sell';
export type Side = 'BUY' | 'SELL';
export type OrderRole =
  | 'base'
  | 'safety'
  | 'take_profit'
  | 'stop_loss'
  | 'trailing'
  | 'exit'
  | 'manual'
  | 'liquidation';

export type OrderType = 'LIMIT' | 'MARKET' | 'STOP_MARKET' | 'TAKE_PROFIT_MARKET';

export type OrderState = 'OPEN' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED' | 'REJECTED';

/** A working order. It takes part in candles that open after `placedAt`. */
export interface WorkingOrder {
  /** Counts from 1 within its cycle; the order's id is `<cycle id>-<number>`. */
  readonly number: number;
  readonly role: OrderRole;
  /** 0 is the base order, k the k-th safety order; exits carry the number of levels filled when placed. */
  readonly level: number;
  readonly side: Side;
  readonly type: OrderType;
  /** Limit price; null for market types. */
  readonly price: Ticks | null;
  /** Trigger of a stop or take-profit market order; null otherwise. */
  readonly triggerPrice: Ticks | null;
  /** Null means the whole position at the moment it fills (closePosition). */
  readonly quantity: Steps | null;
  readonly filled: Steps;
  /** Cost of the fills so far, for the average price. */
  readonly filledCost: Cash;
  /** How many fills it has had. */
  readonly fills: number;
  readonly placedAt: Instant;
  readonly expiresAt: Instant | null;
  /** The price at which it was decided; for slippage figures. */
  readonly decisionPrice: Ticks | null;
}

/** Number of a cycle's first order: the base order, or the deal by hand in place of it. */
export const FIRST_ORDER = 1;

declare const approval: unique symbol;

/**
 * An order that `engine/risk` has approved: the only kind that a performer takes, be it the matcher in memory or an
 * exchange. Only `approve` makes one. The brand exists only for the compiler; stored and sent, it is a plain order.
 */
export type ApprovedOrder = WorkingOrder & { readonly [approval]: true };

/**
 * An order that was withdrawn while the venue has not yet reported its end. A fill that crosses the withdrawal is booked
 * like any other.
 */
export interface LeavingOrder {
  readonly order: ApprovedOrder;
  /** How it ends unless it fills first. */
  readonly state: 'CANCELED' | 'EXPIRED';
}

export const DEAL_KINDS = ['open', 'add', 'reduce', 'close', 'adopt'] as const;
/**
 * What a user does to a position by hand: opens one in place of the base order, adds to it, takes a part or all of it out
 * at the market's price, or has the bot take over a position that he made elsewhere.
 */
export type DealKind = (typeof DEAL_KINDS)[number];

/** A deal in ticks and steps. One that is adopted was made already, at its price. */
export interface Deal {
  readonly kind: DealKind;
  readonly type: 'LIMIT' | 'MARKET';
  /** Null at market. */
  readonly price: Ticks | null;
  /** Null: the whole position at the moment at which it fills. */
  readonly quantity: Steps | null;
  /** The last price when it was ordered. */
  readonly decisionPrice: Ticks;
}

export function opposite(direction: Direction): Direction {
  return direction === 'buy' ? 'sell' : 'buy';
}

/** +1 for long, −1 for short: the sign that formulas call d. */
export function signOf(direction: Direction): 1 | -1 {
  return direction === 'buy' ? 1 : -1;
}

export function entrySide(direction: Direction): Side {
  return direction === 'buy' ? 'BUY' : 'SELL';
}

export function exitSide(direction: Direction): Side {
  return direction === 'buy' ? 'SELL' : 'BUY';
}

/** Whether an order adds to a position of this direction; every other order closes it. */
export function isOpening({ side }: Pick<WorkingOrder, 'side'>, direction: Direction): boolean {
  return side === entrySide(direction);
}
