import { add, type Cash } from '#base/exact.ts';
import { nextTransactionId } from './counters.ts';
import type { AccountState, ExchangeState } from './exchange-state.ts';
import type { IncomeType } from './rows.ts';

interface Source {
  readonly symbol: string;
  readonly info: string;
  readonly tradeId: string;
}
const NO_SOURCE: Source = { symbol: '', info: '', tradeId: '' };

/** The only way a wallet changes: each change leaves a row, so that the rows always sum up to the wallet. */
export function book(
  state: ExchangeState,
  account: AccountState,
  { incomeType, amount }: { readonly incomeType: IncomeType; readonly amount: Cash },
  source: Partial<Source> = {},
): void {
  if (amount === 0) return;
  account.wallet = add(account.wallet, amount);
  account.updatedAt = state.at;
  account.safe = null;
  const row = { ...NO_SOURCE, info: incomeType, ...source, incomeType, income: amount, time: state.at };
  account.income.push({ ...row, transactionId: nextTransactionId(state) });
}
