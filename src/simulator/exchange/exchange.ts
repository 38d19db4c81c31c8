import type { Cash } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Reply } from '../wire-error.ts';
import type { AccountCommand, ExchangeCommand, OrderName } from './commands.ts';
import type { AccountEvent } from './events.ts';
import type { AccountView, AlgoRow, IncomeRow, MarginType, OrderRow, PositionView, TradeRow } from './rows.ts';

/** What a command gives back, by its type. A query by time is [from, to] on market time; null is open. */
export interface CommandValue {
  readonly order?: OrderRow;
  readonly algo?: AlgoRow;
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
  execute(command: ExchangeCommand): Reply<CommandValue>;
  /** Whether the account's command would be carried out; changes nothing. */
  test(accountId: string, command: AccountCommand): Reply<null>;
  /** Called for each event, in order, inside `advance` or `execute`. */
  onEvent(listener: (accountId: string, event: AccountEvent) => void): void;
  hasAccount(accountId: string): boolean;
  account(accountId: string): AccountView;
  /** Every symbol and side that has a position, open orders, or (`all`) every one there is. */
  positions(accountId: string, which: 'open' | 'all', symbol: string | null): readonly PositionView[];
  symbolConfig(
    accountId: string,
    symbol: string,
  ): { readonly marginType: MarginType; readonly leverage: number; readonly maxNotional: Cash };
  /** An order by its id; cancelled and expired ones without a fill are gone after three days. */
  order(accountId: string, symbol: string, name: OrderName): Reply<OrderRow>;
  openOrders(accountId: string, symbol: string | null): readonly OrderRow[];
  orders(accountId: string, query: RowQuery): readonly OrderRow[];
  algo(accountId: string, name: OrderName): Reply<AlgoRow>;
  openAlgos(accountId: string, symbol: string | null): readonly AlgoRow[];
  algos(accountId: string, query: RowQuery): readonly AlgoRow[];
  trades(accountId: string, query: RowQuery): readonly TradeRow[];
  income(accountId: string, query: RowQuery & { readonly incomeType: string | null }): readonly IncomeRow[];
  snapshot(): ExchangeSnapshot;
}
