import { type Cash, cash } from '#base/exact.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import type { AccountState, ExchangeState } from '../exchange-state.ts';
import { tellAccount } from '../tell.ts';
import { fundsOf } from './funds.ts';
import { book } from './income.ts';

/** An account holds 20 million USDT at most: what it can trade with that stays exact. */
export const WALLET_MAX: Cash = cash(2_000_000_000_000_000);

/** -2019 where more is taken out than is free, or more paid in than an account may hold. */
export function prepareTransfer(state: ExchangeState, account: AccountState, amount: Cash): WireReply<() => void> {
  if (amount < 0 && -amount > fundsOf(state, account).free) return refuse('margin');
  if (amount > 0 && account.wallet + amount > WALLET_MAX) return refuse('margin');
  return accept(() => transfer(state, account, amount));
}

/** Pays in, or out where negative. */
export function transfer(state: ExchangeState, account: AccountState, amount: Cash): void {
  if (amount === 0) return;
  book(state, account, { incomeType: 'TRANSFER', amount });
  tellAccount(state, account, { reason: amount > 0 ? 'DEPOSIT' : 'WITHDRAW', change: amount, positions: [] });
}
