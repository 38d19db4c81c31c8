import type { RunningAccount } from '../account/running-account.ts';
import type { Market, MarketMinute } from '../model/account.ts';
import { marketMinute } from '../scan/market-minutes.ts';
import type { RestingOrders } from './resting-orders.ts';
import type { Span } from './span.ts';

/** An account and the market that a venue is simulated from. */
export interface AccountSimulation {
  readonly account: RunningAccount;
  readonly market: Market;
  readonly resting: RestingOrders;
  /** The last minute run, or the one the account was opened with; null when the last minute was skipped or is unknown. */
  current: MarketMinute | null;
  /** The span skipped since the last minute run; null when there is none. */
  passed: Span | null;
}

/** The last minute, run or skipped. Built only on demand: the last minute of a skipped span is rarely needed. */
export function lastMinute({ current, passed }: Pick<AccountSimulation, 'current' | 'passed'>): MarketMinute | null {
  return passed === null ? current : marketMinute(passed.history, passed.to - 1);
}
