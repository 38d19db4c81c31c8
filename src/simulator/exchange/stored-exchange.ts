import { assert } from '#base/assert.ts';
import type { Cash, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { OwnPrint } from '../market/market.ts';
import type { ExchangeSnapshot } from './exchange.ts';
import {
  type AccountState,
  type Counters,
  type ExchangeState,
  type Holding,
  keyOf,
  newAccount,
  type OpenAlgo,
  type OpenOrder,
  type SymbolSettings,
  type SymbolState,
  symbolStateOf,
} from './exchange-state.ts';
import { rest } from './resting-orders.ts';
import type {
  AlgoOrder,
  Amendment,
  ExchangeOrder,
  ExchangeTrade,
  IncomeRow,
  InsuranceFund,
  MarginChange,
} from './rows.ts';

const FORMAT = 1;

/** The exchange as plain JSON. Rows are shared, because they never change; derived state is rebuilt. */
interface StoredExchange {
  readonly format: typeof FORMAT;
  readonly counters: {
    readonly priority: number;
    readonly algo: string;
    readonly transaction: string;
    /** Missing in states of older versions, as is everything else that may be. */
    readonly amendment?: number;
    readonly orders: readonly (readonly [string, string])[];
  };
  readonly insurance?: { readonly balance: string; readonly updatedAt: Instant };
  readonly books?: readonly (readonly [symbol: string, book: StoredBook])[];
  readonly accounts: readonly StoredAccount[];
}

interface StoredBook extends Pick<SymbolState, 'dents' | 'revision'> {
  readonly prints?: readonly OwnPrint[];
}

interface StoredAccount {
  readonly id: string;
  readonly isDualSide: boolean;
  readonly isMultiAssets: boolean;
  readonly isBurningFees?: boolean;
  readonly wallet: Cash;
  readonly updatedAt: Instant;
  readonly settings: readonly (readonly [string, SymbolSettings])[];
  readonly holdings: readonly Holding[];
  readonly orders: readonly Omit<OpenOrder, 'account'>[];
  readonly algos: readonly (Omit<OpenAlgo, 'account' | 'extreme'> & { readonly extreme: Ticks | null })[];
  readonly pastOrders: readonly ExchangeOrder[];
  readonly pastAlgos: readonly AlgoOrder[];
  readonly trades: readonly ExchangeTrade[];
  readonly income: readonly IncomeRow[];
  readonly marginChanges?: readonly MarginChange[];
  readonly amendments?: readonly Amendment[];
  readonly forgotten: Cash;
  readonly warned: readonly string[];
  readonly parts: readonly (readonly [string, readonly number[]])[];
}

/** Everything needed to resume. */
export function takeSnapshot({ at, accounts, counters, insurance, symbolStates }: ExchangeState): ExchangeSnapshot {
  const state: StoredExchange = {
    format: FORMAT,
    counters: {
      priority: counters.priority,
      algo: String(counters.algo),
      transaction: String(counters.transaction),
      amendment: counters.amendment,
      orders: Array.from(counters.orders, ([symbol, id]) => [symbol, String(id)]),
    },
    insurance: { balance: String(insurance.balance), updatedAt: insurance.updatedAt },
    books: Array.from(symbolStates)
      .filter(([, { revision, prints }]) => revision > 0 || prints.length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([symbol, { dents, revision, prints }]) => [symbol, { dents, revision, prints: [...prints] }] as const),
    accounts: Array.from(accounts.values(), storedAccount),
  };
  return { at, state };
}

function storedAccount(account: AccountState): StoredAccount {
  const { id, isDualSide, isMultiAssets, isBurningFees, wallet, updatedAt, forgotten } = account;
  return {
    ...{ id, isDualSide, isMultiAssets, isBurningFees, wallet, updatedAt, forgotten },
    settings: [...account.settings],
    holdings: [...account.holdings.values()],
    orders: Array.from(account.orders.values(), ({ account: _, ...order }) => order),
    algos: Array.from(account.algos.values(), ({ account: _, ...algo }) => algo),
    pastOrders: [...account.pastOrders.values()],
    pastAlgos: [...account.pastAlgos.values()],
    trades: [...account.trades],
    income: [...account.income],
    marginChanges: [...account.marginChanges],
    amendments: [...account.amendments],
    warned: [...account.warned],
    parts: [...account.parts],
  };
}

/** The counters of a snapshot. */
export function storedCounters({ state }: ExchangeSnapshot): Counters {
  const { counters } = storedIn(state);
  return {
    priority: counters.priority,
    algo: BigInt(counters.algo),
    transaction: BigInt(counters.transaction),
    amendment: counters.amendment ?? 0,
    orders: new Map(counters.orders.map(([symbol, id]) => [symbol, BigInt(id)])),
  };
}

/** The insurance fund of a snapshot; of an older one what its rows of income say. */
export function storedInsurance({ at, state }: ExchangeSnapshot): InsuranceFund {
  const { insurance, accounts } = storedIn(state);
  if (insurance !== undefined) return { balance: BigInt(insurance.balance), updatedAt: insurance.updatedAt };
  const rows = accounts.flatMap(({ income }) => income).filter(({ incomeType }) => incomeType === 'INSURANCE_CLEAR');
  return { balance: rows.reduce((balance, row) => balance - BigInt(row.income), 0n), updatedAt: at };
}

/** Restores the accounts of a snapshot into an empty exchange. */
export function restoreAccounts(state: ExchangeState, snapshot: ExchangeSnapshot): void {
  const { accounts, books = [] } = storedIn(snapshot.state);
  for (const stored of accounts) restoreAccount(state, stored);
  for (const [symbol, { dents, revision, prints = [] }] of books) {
    const symbolState = symbolStateOf(state, symbol);
    Object.assign(symbolState, { dents, revision }); // Restoring orders has counted too.
    symbolState.prints.push(...prints);
  }
  for (const symbolState of state.symbolStates.values()) symbolState.algos.sort((a, b) => a.priority - b.priority);
}

function storedIn(state: unknown): StoredExchange {
  const stored = state as StoredExchange; // Only takeSnapshot writes this shape.
  assert(stored.format === FORMAT, `the stored exchange has format ${FORMAT}`);
  return stored;
}

function restoreAccount(state: ExchangeState, stored: StoredAccount): void {
  const account: AccountState = {
    ...newAccount(stored.id, stored.updatedAt),
    isDualSide: stored.isDualSide,
    isMultiAssets: stored.isMultiAssets,
    isBurningFees: stored.isBurningFees ?? false,
    wallet: stored.wallet,
    settings: new Map(stored.settings),
    holdings: new Map(stored.holdings.map((holding) => [keyOf(holding.symbol, holding.side), holding])),
    pastOrders: new Map(stored.pastOrders.map((row) => [keyOf(row.symbol, row.orderId), row])),
    pastAlgos: new Map(stored.pastAlgos.map((row) => [row.algoId, row])),
    trades: [...stored.trades],
    income: [...stored.income],
    marginChanges: [...(stored.marginChanges ?? [])],
    amendments: [...(stored.amendments ?? [])],
    forgotten: stored.forgotten,
    warned: new Set(stored.warned),
    parts: new Map(stored.parts),
  };
  state.accounts.set(account.id, account);
  for (const { symbol } of stored.holdings) symbolStateOf(state, symbol).holders.add(account);
  for (const order of stored.orders) restoreOrder(state, { account, ...order });
  for (const algo of stored.algos) restoreAlgo(state, { account, ...algo });
}

function restoreOrder(state: ExchangeState, order: OpenOrder): void {
  const { row, account, parts } = order;
  account.orders.set(keyOf(row.symbol, row.orderId), order);
  if (row.goodTillDate > 0) state.dated.add(order);
  if (parts === null) rest(symbolStateOf(state, row.symbol), order);
  else state.parting.add(order);
}

function restoreAlgo(state: ExchangeState, algo: OpenAlgo): void {
  const { row, account } = algo;
  account.algos.set(row.algoId, algo);
  if (row.goodTillDate > 0) state.dated.add(algo);
  symbolStateOf(state, row.symbol).algos.push(algo);
}
