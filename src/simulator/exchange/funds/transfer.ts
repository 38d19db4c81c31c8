import { type Cash, cash } from '#base/exact.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import type { AccountState, ExchangeState } from '../exchange-state.ts';
import { tellAccount } from '../tell.ts';
import { fundsOf } from './funds.ts';
import { changeWallet } from './income.ts';

/** Maximum wallet of 20 million USDT, which keeps every amount it can trade exact. */
export const WALLET_MAX: Cash = cash(2_000_000_000_000_000);

/** -2019 when a withdrawal exceeds the free margin, or a deposit the maximum wallet. */
export function prepareTransfer(state: ExchangeState, account: AccountState, amount: Cash): WireReply<() => void> {
  if (amount < 0 && -amount > fundsOf(state, account).free) return refuse('margin');
  if (amount > 0 && account.wallet + amount > WALLET_MAX) return refuse('margin');
  return accept(() => transfer(state, account, amount));
}

/** Deposits the amount, or withdraws it when negative. */
export function transfer(state: ExchangeState, account: AccountState, amount: Cash): void {
  if (amount === 0) return;
  changeWallet(state, account, { incomeType: 'TRANSFER', amount });
  tellAccount(state, account, { reason: amount > 0 ? 'DEPOSIT' : 'WITHDRAW', change: amount, positions: [] });
}
