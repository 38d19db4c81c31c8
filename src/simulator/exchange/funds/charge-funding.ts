import { add, cash, negate, type Rate, share, type Ticks } from '#base/exact.ts';
import { type ExchangeState, keyOf, settingsOf, symbolStateOf } from '../exchange-state.ts';
import { setHolding } from '../positions/settle-fill.ts';
import { tellAccount } from '../tell.ts';
import { changeWallet } from './income.ts';
import { worth } from './worth.ts';

/** Credits −quantity · mark · rate to every position of the symbol, rounded half up; a negative amount is paid. */
export function chargeFunding(
  state: ExchangeState,
  symbol: string,
  { rate, mark }: { readonly rate: Rate; readonly mark: Ticks },
): void {
  const { listed, holders } = symbolStateOf(state, symbol);
  if (holders.size === 0) return;
  for (const account of state.accounts.values()) {
    const { marginType } = settingsOf(account, symbol);
    for (const side of ['BOTH', 'LONG', 'SHORT'] as const) {
      const holding = account.holdings.get(keyOf(symbol, side));
      if (holding === undefined) continue;
      const paid = share(worth(listed.instrument, mark, holding.quantity), rate, 'half-up');
      const amount = holding.quantity > 0 ? negate(paid) : cash(paid);
      if (amount === 0) continue;
      const isIsolated = marginType === 'ISOLATED';
      if (isIsolated) setHolding(state, account, { ...holding, isolated: add(holding.isolated, amount) });
      changeWallet(state, account, { incomeType: 'FUNDING_FEE', amount }, { symbol });
      // The event omits cross positions, because only the balance has changed.
      const positions = isIsolated ? [{ symbol, side }] : [];
      tellAccount(state, account, { reason: 'FUNDING_FEE', symbol, change: amount, positions });
    }
  }
}
