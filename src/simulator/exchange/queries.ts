import { accept, refuse, type WireReply } from '../wire-error.ts';
import type { OrderName } from './commands.ts';
import type { RowQuery } from './exchange.ts';
import { type AccountState, type ExchangeState, keyOf } from './exchange-state.ts';
import { findOpenAlgo, findOpenOrder } from './orders/cancel.ts';
import { isForgotten } from './retention.ts';
import type { AlgoOrder, Amendment, ExchangeOrder, ExchangeTrade, IncomeRow, MarginChange } from './rows.ts';

/** An open or past order by id; -2013 when there is none, or it has been dropped. */
export function orderNamed(
  state: ExchangeState,
  account: AccountState,
  symbol: string,
  name: OrderName,
): WireReply<ExchangeOrder> {
  const open = findOpenOrder(account, symbol, name);
  if (open !== null) return accept(open.row);
  const past = pastOrder(account, symbol, name);
  return past === null || isForgotten(past, state.at) ? refuse('orderUnknown') : accept(past);
}

/** The newest past order with that client id. */
function pastOrder({ pastOrders }: AccountState, symbol: string, { id, clientId }: OrderName): ExchangeOrder | null {
  if (id !== null) return pastOrders.get(keyOf(symbol, id)) ?? null;
  let found: ExchangeOrder | null = null;
  for (const row of pastOrders.values()) if (row.symbol === symbol && row.clientOrderId === clientId) found = row;
  return found;
}

export function algoNamed(account: AccountState, name: OrderName): WireReply<AlgoOrder> {
  const open = findOpenAlgo(account, name);
  if (open !== null) return accept(open.row);
  const past = name.id === null ? lastAlgo(account, name.clientId) : account.pastAlgos.get(name.id);
  return past === undefined ? refuse('orderUnknown') : accept(past);
}

function lastAlgo({ pastAlgos }: AccountState, clientId: string | null): AlgoOrder | undefined {
  return [...pastAlgos.values()].findLast((row) => row.clientAlgoId === clientId);
}

export function openRows<Row extends { readonly symbol: string }>(
  open: Iterable<{ readonly row: Row }>,
  symbol: string | null,
): Row[] {
  return Array.from(open, ({ row }) => row).filter((row) => symbol === null || row.symbol === symbol);
}

/** Open and past orders by creation time. */
export function ordersOf(state: ExchangeState, account: AccountState, query: RowQuery): readonly ExchangeOrder[] {
  const past = [...account.pastOrders.values()].filter((row) => !isForgotten(row, state.at));
  const rows = [...past, ...openRows(account.orders.values(), null)];
  return page(rows, query, { idOf: (row) => row.orderId, timeOf: (row) => row.createdAt });
}

export function algosOf(account: AccountState, query: RowQuery): readonly AlgoOrder[] {
  const rows = [...account.pastAlgos.values(), ...openRows(account.algos.values(), null)];
  return page(rows, query, { idOf: (row) => row.algoId, timeOf: (row) => row.createdAt });
}

export function tradesOf({ trades }: AccountState, query: RowQuery): readonly ExchangeTrade[] {
  return page(trades, query, { idOf: (row) => String(row.tradeId), timeOf: (row) => row.time });
}

export function incomeOf(
  { income }: AccountState,
  { incomeType, ...query }: RowQuery & { readonly incomeType: string | null },
): readonly IncomeRow[] {
  const rows = incomeType === null ? income : income.filter((row) => row.incomeType === incomeType);
  return page(rows, query, { idOf: (row) => row.transactionId, timeOf: (row) => row.time });
}

/** These have no ids. */
export function marginChangesOf({ marginChanges }: AccountState, query: RowQuery): readonly MarginChange[] {
  return page(marginChanges, query, { idOf: () => '0', timeOf: (row) => row.time });
}

export function amendmentsOf({ amendments }: AccountState, query: RowQuery): readonly Amendment[] {
  return page(amendments, query, { idOf: (row) => String(row.amendmentId), timeOf: (row) => row.time });
}

interface Keys<Row> {
  readonly idOf: (row: Row) => string;
  readonly timeOf: (row: Row) => number;
}

/**
 * The requested rows, oldest first: with a smallest id or a start time the first ones from there, otherwise the newest.
 */
function page<Row extends { readonly symbol: string }>(
  rows: readonly Row[],
  { symbol, from, to, fromId, limit }: RowQuery,
  { idOf, timeOf }: Keys<Row>,
): readonly Row[] {
  const least = fromId === null ? null : BigInt(fromId);
  const found = rows.filter((row) => {
    const time = timeOf(row);
    const isWanted = symbol === null || row.symbol === symbol;
    return isWanted && time >= (from ?? time) && time <= (to ?? time) && (least === null || BigInt(idOf(row)) >= least);
  });
  found.sort((a, b) => timeOf(a) - timeOf(b) || compareIds(idOf(a), idOf(b)));
  return from === null && fromId === null ? found.slice(-limit) : found.slice(0, limit);
}

/** Compares ids as whole numbers without leading zeros: the longer one is larger. */
function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}
