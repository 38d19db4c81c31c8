import { type Cash, subtract } from '#base/exact.ts';
import { nextTransactionId } from '../counters.ts';
import type { AccountState, ExchangeState } from '../exchange-state.ts';
import type { IncomeRow, IncomeType } from '../rows.ts';
import { plus } from './worth.ts';

interface Source {
  readonly symbol: string;
  readonly info: string;
  readonly tradeId: string;
}
const NO_SOURCE: Source = { symbol: '', info: '', tradeId: '' };

/** The only function that changes a wallet. Every change adds an income row, so the rows always sum to the wallet. */
export function changeWallet(
  state: ExchangeState,
  account: AccountState,
  { incomeType, amount: wanted }: { readonly incomeType: IncomeType; readonly amount: Cash },
  source: Partial<Source> = {},
): void {
  const amount = subtract(plus(account.wallet, wanted), account.wallet);
  if (amount === 0) return;
  account.wallet = plus(account.wallet, amount);
  account.updatedAt = state.at;
  account.safe = null;
  const row = { ...NO_SOURCE, info: incomeType, ...source, incomeType, income: amount, time: state.at };
  account.income.push({ ...row, transactionId: transactionOf(state, account, row) });
  if (incomeType !== 'INSURANCE_CLEAR') return;
  // What an account loses by it goes to the insurance fund, and what it gains comes from there.
  state.insurance = { balance: state.insurance.balance - BigInt(amount), updatedAt: state.at };
}

/** Result and commission of one trade are one transaction: its id is unique only among the rows of a type. */
function transactionOf(
  state: ExchangeState,
  { income }: AccountState,
  { symbol, tradeId, incomeType }: Omit<IncomeRow, 'transactionId'>,
): string {
  const last = income.at(-1);
  const isSame = tradeId !== '' && last?.tradeId === tradeId && last.symbol === symbol;
  return isSame && last.incomeType !== incomeType ? last.transactionId : nextTransactionId(state);
}
