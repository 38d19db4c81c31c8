import { sum } from '#base/exact.ts';
import { DAY_MS } from '#base/time.ts';
import { forgetPrints } from './book/own-prints.ts';
import type { AccountState, ExchangeState } from './exchange-state.ts';
import type { ExchangeOrder } from './rows.ts';

/** How long an order that ended without a fill is kept. */
export const UNFILLED_MS = 3 * DAY_MS;
/** How long everything else is kept. */
const KEPT_MS = 90 * DAY_MS;
/** Maximum number of rows per kind and account; the oldest are dropped first. */
const ROWS_MAX = 20_000;

/**
 * Drops rows that the exchange no longer returns. The sum of dropped income is kept, so that the wallet still adds up.
 */
export function forgetOld({ accounts, symbolStates, at }: ExchangeState): void {
  for (const symbolState of symbolStates.values()) forgetPrints(symbolState, at);
  for (const account of accounts.values()) {
    forgetOrders(account, at);
    account.trades = kept(account.trades, at);
    account.marginChanges = kept(account.marginChanges, at);
    account.amendments = kept(account.amendments, at);
    const income = kept(account.income, at);
    const gone = account.income.slice(0, account.income.length - income.length);
    account.forgotten = sum([account.forgotten, ...gone.map((row) => row.income)]);
    account.income = income;
  }
}

/** Whether an order ended without a fill too long ago to be returned. */
export function isForgotten({ status, executed, updatedAt }: ExchangeOrder, at: number): boolean {
  return executed === 0 && status !== 'NEW' && status !== 'PARTIALLY_FILLED' && updatedAt + UNFILLED_MS < at;
}

function forgetOrders({ pastOrders, pastAlgos }: AccountState, at: number): void {
  for (const [key, row] of pastOrders) {
    if (isForgotten(row, at) || row.updatedAt + KEPT_MS < at || pastOrders.size > ROWS_MAX) pastOrders.delete(key);
  }
  for (const [key, row] of pastAlgos) {
    const isDone = row.status !== 'TRIGGERED' && row.status !== 'TRIGGERING';
    if (isDone && (row.updatedAt + KEPT_MS < at || pastAlgos.size > ROWS_MAX)) pastAlgos.delete(key);
  }
}

/** The rows that are recent enough; the same list when nothing is dropped. */
function kept<Row extends { readonly time: number }>(rows: Row[], at: number): Row[] {
  const young = rows.findIndex(({ time }) => time + KEPT_MS >= at);
  const first = Math.max(young < 0 ? rows.length : young, rows.length - ROWS_MAX);
  return first === 0 ? rows : rows.slice(first);
}
