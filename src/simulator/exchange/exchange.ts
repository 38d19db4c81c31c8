import type { Cash } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { OrderBook } from '../market/market.ts';
import type { WireReply } from '../wire-error.ts';
import type { AccountCommand, ExchangeCommand, OrderName } from './commands.ts';
import type { AccountEvent } from './events.ts';
import type {
  AccountView,
  AlgoOrder,
  Amendment,
  ExchangeOrder,
  ExchangeTrade,
  IncomeRow,
  InsuranceFund,
  MarginChange,
  PositionView,
  WireMarginType,
} from './rows.ts';

/** What a command returns. Fields depend on the command's type. */
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
  /** Smallest id to return, as text; null for no limit. */
  readonly fromId: string | null;
  /**
   * Maximum number of rows: the oldest ones from `from` or `fromId` on, or the newest when both are null. Returned
   * oldest first.
   */
  readonly limit: number;
}

/** Everything needed to resume, as plain JSON. */
export interface ExchangeSnapshot {
  readonly at: Instant;
  readonly state: unknown;
}

/**
 * Matching and accounting of the simulated exchange. It is deterministic and has no clock, randomness, input or output:
 * the same market, commands and instants give the same ids, fills and balances. It knows nothing later than its current
 * market time, at which commands take effect. A market order is final when its command returns.
 */
export interface Exchange {
  now(): Instant;
  /**
   * Advances market time: trades fill resting orders, conditional orders trigger, funding settles, positions are
   * liquidated.
   */
  advance(to: Instant): void;
  /** Executes a command at `now`; a refusal changes nothing. */
  execute(command: ExchangeCommand): WireReply<CommandValue>;
  /** Whether the account's command would be accepted; changes nothing. */
  test(accountId: string, command: AccountCommand): WireReply<null>;
  /** Called for each event, in order, inside `advance` or `execute`. */
  onEvent(listener: (accountId: string, event: AccountEvent) => void): void;
  hasAccount(accountId: string): boolean;
  account(accountId: string): AccountView;
  /** Symbols and sides with a position or open orders, or with `all` every one there is. */
  positions(accountId: string, which: 'open' | 'all', symbol: string | null): readonly PositionView[];
  symbolConfig(
    accountId: string,
    symbol: string,
  ): { readonly marginType: WireMarginType; readonly leverage: number; readonly maxNotional: Cash };
  /** An order by its id; orders cancelled or expired without a fill are dropped after three days. */
  order(accountId: string, symbol: string, name: OrderName): WireReply<ExchangeOrder>;
  openOrders(accountId: string, symbol: string | null): readonly ExchangeOrder[];
  orders(accountId: string, query: RowQuery): readonly ExchangeOrder[];
  algo(accountId: string, name: OrderName): WireReply<AlgoOrder>;
  openAlgos(accountId: string, symbol: string | null): readonly AlgoOrder[];
  algos(accountId: string, query: RowQuery): readonly AlgoOrder[];
  trades(accountId: string, query: RowQuery): readonly ExchangeTrade[];
  income(accountId: string, query: RowQuery & { readonly incomeType: string | null }): readonly IncomeRow[];
  marginChanges(accountId: string, query: RowQuery): readonly MarginChange[];
  amendments(accountId: string, query: RowQuery): readonly Amendment[];
  /** The book as everybody sees it; `improved` with orders of retail price improvement. Null without a market. */
  book(symbol: string, levels: number, which: 'public' | 'improved'): OrderBook | null;
  /** Counts the changes that accounts have made to the book of a symbol. */
  bookRevision(symbol: string): number;
  insuranceFund(): InsuranceFund;
  snapshot(): ExchangeSnapshot;
}
