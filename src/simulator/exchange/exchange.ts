import type { Cash } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { WireReply } from '../wire-error.ts';
import type { AccountCommand, ExchangeCommand, OrderName } from './commands.ts';
import type { AccountEvent } from './events.ts';
import type {
  AccountView,
  AlgoOrder,
  ExchangeOrder,
  ExchangeTrade,
  IncomeRow,
  PositionView,
  WireMarginType,
} from './rows.ts';

/** What a command gives back, by its type. A query by time is [from, to] on market time; null is open. */
export interface CommandValue {
  readonly order?: ExchangeOrder;
  readonly algo?: AlgoOrder;
  readonly leverage?: { readonly leverage: number; readonly maxNotional: Cash };
  readonly canceled?: number;
}

export interface RowQuery {
  readonly symbol: string | null;
  readonly from: number | null;
  readonly to: number | null;
  /** Least id that is wanted, as text; null is open. */
  readonly fromId: string | null;
  /** How many at most: the oldest from `from` or `fromId` on, or the newest where both are open. Given oldest first. */
  readonly limit: number;
}

/** Everything needed to go on: plain JSON. */
export interface ExchangeSnapshot {
  readonly at: Instant;
  readonly state: unknown;
}

/**
 * The matching and the books of the simulated exchange: deterministic, no clock, no chance, no input or output. The same
 * market, commands and instants give the same ids, fills and balances. It stands at an instant of market time and knows
 * of nothing later; commands take effect at that instant. A market order is final when its command returns.
 */
export interface Exchange {
  now(): Instant;
  /** Lets market time pass: trades meet resting orders, conditional orders fire, funding settles, positions are liquidated. */
  advance(to: Instant): void;
  /** Carries out a command at `now`; a refusal changes nothing. */
  execute(command: ExchangeCommand): WireReply<CommandValue>;
  /** Whether the account's command would be carried out; changes nothing. */
  test(accountId: string, command: AccountCommand): WireReply<null>;
  /** Called for each event, in order, inside `advance` or `execute`. */
  onEvent(listener: (accountId: string, event: AccountEvent) => void): void;
  hasAccount(accountId: string): boolean;
  account(accountId: string): AccountView;
  /** Every symbol and side that has a position, open orders, or (`all`) every one there is. */
  positions(accountId: string, which: 'open' | 'all', symbol: string | null): readonly PositionView[];
  symbolConfig(
    accountId: string,
    symbol: string,
  ): { readonly marginType: WireMarginType; readonly leverage: number; readonly maxNotional: Cash };
  /** An order by its id; cancelled and expired ones without a fill are gone after three days. */
  order(accountId: string, symbol: string, name: OrderName): WireReply<ExchangeOrder>;
  openOrders(accountId: string, symbol: string | null): readonly ExchangeOrder[];
  orders(accountId: string, query: RowQuery): readonly ExchangeOrder[];
  algo(accountId: string, name: OrderName): WireReply<AlgoOrder>;
  openAlgos(accountId: string, symbol: string | null): readonly AlgoOrder[];
  algos(accountId: string, query: RowQuery): readonly AlgoOrder[];
  trades(accountId: string, query: RowQuery): readonly ExchangeTrade[];
  income(accountId: string, query: RowQuery & { readonly incomeType: string | null }): readonly IncomeRow[];
  snapshot(): ExchangeSnapshot;
}
