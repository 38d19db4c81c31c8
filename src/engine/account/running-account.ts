import type { Cash, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { ClosedMinute, Market, MarketMinute } from '../model/account.ts';
import type { ApprovedOrder } from '../model/order.ts';
import type { AccountRecord } from '../model/record.ts';
import type { ClosedBars } from '../scan/closed-bars.ts';
import type { RunningAtom, RunningBot } from './running-bot.ts';
import type { Sums } from './valuation/sums.ts';

/**
 * Performs what atoms want: the matcher in memory, or an exchange. It is called while an event is applied and must not
 * apply another one meanwhile; what becomes of an order is reported in events of its own.
 */
export interface Performer {
  /** Cycle and number of the order identify it among all orders of its atom. */
  place(atom: RunningAtom, order: ApprovedOrder, cycleSeq: number): void;
  /** The order as the atom knows it: a fill that was not reported yet is missing in it. */
  cancel(atom: RunningAtom, order: ApprovedOrder, cycleSeq: number): void;
}

/** What an account is opened with besides its snapshot. */
export interface AccountSetting extends Omit<Market, 'slippage'> {
  /** What has happened on the market up to the last closed minute. */
  readonly past: Pick<MarketMinute, 'range' | 'bar'>;
  readonly performer: Performer;
}

/**
 * An account in memory. It and what hangs on it is the only mutable state of the engine. It knows nothing of how orders
 * fill: fills, funding and liquidations reach it as events (`apply-event.ts`), with their prices and amounts.
 */
export interface RunningAccount {
  readonly setting: AccountSetting;
  readonly bots: Map<string, RunningBot>;
  /** The same bots as a list: every minute walks it several times, and a map takes longer to walk. */
  readonly botList: RunningBot[];
  /** Last mark of each symbol that was read; `markIn` returns it and reads what is missing. */
  readonly marks: Map<string, Ticks>;
  /** Reads last closes of stored minutes, which stand for their marks, where they are not among the marks yet; null when there are none. */
  unread: ((symbol: string) => number | null) | null;
  wallet: Cash;
  limit: Cash | null;
  /** Open of the last closed minute; null before the first. */
  minute: Instant | null;
  /** The minute whose opening marks value positions until it closes; null between minutes. */
  underWay: ClosedMinute | null;
  /**
   * Bots that lost a position by liquidation in the minute under way; they fail at its close. Their state reason says so
   * meanwhile, so that an account which is stored and opened inside the minute fails them too.
   */
  readonly liquidated: Set<RunningBot>;
  records: AccountRecord[];
  readonly sums: Sums;
  readonly closedBars: ClosedBars;
}

export function allAtoms(account: RunningAccount): RunningAtom[] {
  return account.botList.flatMap(({ atoms }) => atoms);
}
