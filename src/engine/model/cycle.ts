import type { Cash, Steps, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { BotParams } from './bot-params.ts';
import type { ApprovedOrder, LeavingOrder } from './order.ts';
import type { Position } from './position.ts';

export type CycleState =
  | 'PENDING_ENTRY'
  | 'OPEN'
  | 'CLOSING'
  | 'SUSPENDED'
  | 'CLOSED'
  | 'CANCELED'
  | 'LIQUIDATED'
  | 'DETACHED';

export type CloseReason =
  | 'take_profit'
  | 'trailing'
  | 'stop_loss'
  | 'exit_signal'
  | 'time_limit'
  | 'manual'
  | 'bot_stop'
  | 'liquidation'
  | 'entry_expired'
  /** The exchange refused the base order. */
  | 'entry_refused'
  | 'delisting'
  /** Auto-deleveraging by the exchange. */
  | 'adl'
  /** By an order that its user placed outside the bot. */
  | 'external'
  | 'detached';

/** What lists of cycles are divided into: open ones, and ended ones by why they ended. */
export const CYCLE_GROUPS = ['open', 'take_profit', 'stop_loss', 'exit_signal', 'liquidation', 'other'] as const;
export type CycleGroup = (typeof CYCLE_GROUPS)[number];

/** Why the cycles of a group ended; every other reason is `other`. A trailing exit is a take profit by another order. */
export const GROUP_REASONS: Readonly<Record<Exclude<CycleGroup, 'open' | 'other'>, readonly CloseReason[]>> = {
  take_profit: ['take_profit', 'trailing'],
  stop_loss: ['stop_loss'],
  exit_signal: ['exit_signal'],
  liquidation: ['liquidation'],
};

/** How a flat cycle ends once none of its orders is left at the venue. */
export interface CycleEnding {
  readonly state: 'CLOSED' | 'CANCELED' | 'LIQUIDATED' | 'DETACHED';
  readonly reason: CloseReason;
  /** When it became flat. */
  readonly at: Instant;
}

/** One episode of one atom, from the submission of its base order, or of the deal in place of it, until it is flat again. Plain JSON data. */
export interface Cycle {
  readonly seq: number;
  readonly state: CycleState;
  /** The parameters of this cycle; newer parameters of the bot apply to the next one. */
  readonly params: BotParams;
  readonly paramsVersion: number;
  /** The run that opened it. */
  readonly openedRunNo: number;
  /** When its first order was submitted. */
  readonly openedAt: Instant;
  /** First entry fill; null before it. */
  readonly beginAt: Instant | null;
  readonly endAt: Instant | null;
  readonly closeReason: CloseReason | null;
  /**
   * Average price of the base order's fills, rounded half up to the tick grid: the reference of the ladder and of a stop
   * measured from the base. It moves only while the base order fills in parts, before the ladder is placed.
   */
  readonly basePrice: Ticks | null;
  readonly position: Position;
  readonly orders: readonly ApprovedOrder[];
  /** Withdrawn orders that may still fill. Omitted without any, as always in a simulation, where they end at once. */
  readonly leaving?: readonly LeavingOrder[];
  /** Set while the cycle waits for the end of its withdrawn orders; a fill of one of them takes it back. */
  readonly ending?: CycleEnding;
  /** How many times in a row the venue has refused to protect the position; omitted for none. */
  readonly stopRefusals?: number;
  /** The number of the next order. */
  readonly nextOrder: number;
  /** Safety orders that filled completely, or partly before being cancelled. The base order never counts. */
  readonly levelsFilled: number;
  /** Levels already placed; the next safety order to place is `levelsPlaced`, counted from 1. */
  readonly levelsPlaced: number;
  /** Deepest price at which the ladder has entered so far; a deal that adds by hand takes up no level. */
  readonly deepestPrice: Ticks | null;
  readonly entryQuantity: Steps;
  readonly entryCost: Cash;
  readonly exitQuantity: Steps;
  readonly exitValue: Cash;
  readonly gross: Cash;
  readonly commission: Cash;
  /** Received is positive, paid negative: `result = gross + funding − commission − liquidationFee`. */
  readonly funding: Cash;
  readonly liquidationFee: Cash;
  /** Largest initial margin in use over the cycle. */
  readonly peakMargin: Cash;
  /** Margin of the full ladder: what the cycle commits of the wallet and of the portfolio's limit. */
  readonly committedMargin: Cash;
  /** The part of it that deals by hand need beyond the ladder; omitted without one. */
  readonly addedMargin?: Cash;
  /** Isolated: the wallet of this position. Zero for cross. */
  readonly isolatedWallet: Cash;
  /** Trailing exit: the best price of completed candles since it armed; null while it is not armed. */
  readonly trailingExtreme: Ticks | null;
  /** Why a market exit is under way; null while none is. */
  readonly exitReason: CloseReason | null;
  /** Lowest and highest price from the first fill to the end, in ticks; null until the cycle has ended. */
  readonly lowSeen: Ticks | null;
  readonly highSeen: Ticks | null;
}

/** An order of the cycle that works, or that was withdrawn and may still fill; undefined when it has ended. */
export function openOrder(
  { orders, leaving }: Pick<Cycle, 'orders' | 'leaving'>,
  number: number,
): ApprovedOrder | undefined {
  return (
    orders.find((order) => order.number === number) ?? leaving?.find(({ order }) => order.number === number)?.order
  );
}
