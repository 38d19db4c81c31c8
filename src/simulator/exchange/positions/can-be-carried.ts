import { add, type Steps, share, steps } from '#base/exact.ts';
import { initialMargin } from '#engine/risk/margin/margin.ts';
import { type ExchangeState, type OpenOrder, settingsOf, symbolStateOf } from '../exchange-state.ts';
import { worth } from '../funds/worth.ts';
import { reducibleAt } from '../orders/order-target.ts';
import { crossWallet } from './valuation.ts';

/**
 * An isolated position takes its margin from the cross wallet when it opens. If losses have used that up meanwhile, the
 * order ends instead of leaving a debt. A cross position is held until it is liquidated.
 */
export function canBeCarried(state: ExchangeState, { account, row }: OpenOrder, filled: Steps): boolean {
  const { leverage, marginType } = settingsOf(account, row.symbol);
  if (marginType === 'CROSSED' || row.reduceOnly || row.price === null) return true;
  const opening = steps(Math.max(0, filled - reducibleAt(account, row)));
  const { instrument } = symbolStateOf(state, row.symbol).listed;
  const value = worth(instrument, row.price, opening);
  const needed = add(initialMargin(value, leverage), share(value, instrument.makerFee, 'ceil'));
  return needed <= crossWallet(account);
}
