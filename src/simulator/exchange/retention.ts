import { sum } from '#base/exact.ts';
import { DAY_MS } from '#base/time.ts';
import type { AccountState, ExchangeState } from './exchange-state.ts';
import type { ExchangeOrder } from './rows.ts';

/** How long an order is told that ended without a fill. */
export const UNFILLED_MS = 3 * DAY_MS;
/** How long everything else is. */
const KEPT_MS = 90 * DAY_MS;
/** Rows of a kind that an account keeps at most; the oldest go first. */
const ROWS_MAX = 20_000;

/** Forgets what the exchange no longer tells; the sum of forgotten income is kept, so that it still adds up. */
export function forgetOld({ accounts, at }: ExchangeState): void {
  for (const account of accounts.values()) {
    forgetOrders(account, at);
    account.trades = kept(account.trades, at);
    const income = kept(account.income, at);
    const gone = account.income.slice(0, account.income.length - income.length);
    account.forgotten = sum([account.forgotten, ...gone.map((row) => row.income)]);
    account.income = income;
  }
}

/** Whether an order ended without a fill too long ago to be told. */
export function isForgotten({ status, executed, updatedAt }: ExchangeOrder, at: number): boolean {
  return executed === 0 && (status === 'CANCELED' || status === 'EXPIRED') && updatedAt + UNFILLED_MS < at;
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

/** The newest rows that are young enough; the same list where nothing is to go. */
function kept<Row extends { readonly time: number }>(rows: Row[], at: number): Row[] {
  const young = rows.findIndex(({ time }) => time + KEPT_MS >= at);
  const first = Math.max(young < 0 ? rows.length : young, rows.length - ROWS_MAX);
  return first === 0 ? rows : rows.slice(first);
}
