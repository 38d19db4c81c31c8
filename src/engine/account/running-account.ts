import type { Cash, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { ClosedMinute, Market, MarketMinute } from '../model/account.ts';
import type { ApprovedOrder } from '../model/order.ts';
import type { AccountRecord } from '../model/record.ts';
import type { ClosedBars } from '../scan/closed-bars.ts';
import type { RunningAtom, RunningBot } from './running-bot.ts';
import type { Sums } from './valuation/sums.ts';

/**
 * Places and cancels the orders of atoms: the matcher in memory, or an exchange. It is called while an event is applied
 * and must not apply another one meanwhile; what becomes of an order is reported in later events.
 */
export interface Performer {
  /** Whether a cancelled order has ended at once. Otherwise it may still fill, and `OrderEnded` reports its end. */
  readonly isCancelFinal: boolean;
  /** The cycle and the order number identify the order within its atom. */
  place(atom: RunningAtom, order: ApprovedOrder, cycleSeq: number): void;
  /** The order as the atom knows it, without fills that have not been reported yet. */
  cancel(atom: RunningAtom, order: ApprovedOrder, cycleSeq: number): void;
}

/**
 * Why a bot fails at the close of a minute: it lost a position by liquidation, a position is without its stop, or a cycle
 * is no whole number of the exchange's present ticks and steps.
 */
export const FAILURES_IN_MINUTE = ['LIQUIDATED', 'UNPROTECTED', 'GRID_CHANGED'] as const;
export type FailureInMinute = (typeof FAILURES_IN_MINUTE)[number];

/** Everything besides its snapshot that an account is opened with. */
export interface AccountSetting extends Omit<Market, 'slippage'> {
  /** The market's past up to the last closed minute. */
  readonly past: Pick<MarketMinute, 'range' | 'bar'>;
  readonly performer: Performer;
}

/**
 * An account in memory. It and the objects it owns are the only mutable state of the engine. It does not know how orders
 * fill: fills, funding and liquidations reach it as events (`apply-event.ts`), with their prices and amounts.
 */
export interface RunningAccount {
  readonly setting: AccountSetting;
  readonly bots: Map<string, RunningBot>;
  /** The same bots as a list: every minute iterates over it several times, and a map is slower to iterate over. */
  readonly botList: RunningBot[];
  /** The last mark of each symbol read so far; `markIn` returns it and reads missing ones. */
  readonly marks: Map<string, Ticks>;
  /** Reads a missing mark: the last close of a symbol in the stored minutes; null when there is nothing to read. */
  unread: ((symbol: string) => number | null) | null;
  wallet: Cash;
  /** What cycles may commit at an exchange, as it was read last; null: the wallet itself, as of every paper account. */
  margin: Cash | null;
  limit: Cash | null;
  /** Symbols that get no new cycles. */
  readonly excluded: Set<string>;
  /** Open of the last closed minute; null before the first. */
  minute: Instant | null;
  /** The minute whose opening marks value positions until it closes; null between minutes. */
  underWay: ClosedMinute | null;
  /**
   * Bots that fail at the close of the minute under way. Until then their state reason says why, which lets an account
   * that is stored and reopened within the minute fail them too.
   */
  readonly failing: Set<RunningBot>;
  records: AccountRecord[];
  readonly sums: Sums;
  readonly closedBars: ClosedBars;
}

export function allAtoms(account: RunningAccount): RunningAtom[] {
  return account.botList.flatMap(({ atoms }) => atoms);
}
