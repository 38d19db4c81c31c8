import { type Cash, ZERO_CASH } from '#base/exact.ts';
import type { AccountReason, Execution } from './events.ts';
import type { AccountState, ExchangeState, Holding, OpenAlgo } from './exchange-state.ts';
import { positionView } from './funds/account-view.ts';
import { fundsOf } from './funds/funds.ts';
import { crossWallet } from './positions/valuation.ts';
import type { AlgoOrder, ExchangeOrder, ExchangeTrade } from './rows.ts';

/** Sends the event for a change of an order. */
export function tellOrder(
  state: ExchangeState,
  account: AccountState,
  execution: Execution,
  { order, trade = null }: { readonly order: ExchangeOrder; readonly trade?: ExchangeTrade | null },
): void {
  state.tell(account, { kind: 'order', time: state.at, execution, order, trade });
}

export function tellAlgo(state: ExchangeState, account: AccountState, algo: AlgoOrder): void {
  state.tell(account, { kind: 'algo', time: state.at, algo });
}

/** Replaces the row of a waiting conditional order and sends the event. */
export function renewAlgo(state: ExchangeState, open: OpenAlgo, changes: Partial<AlgoOrder>): void {
  open.row = { ...open.row, ...changes, updatedAt: state.at };
  tellAlgo(state, open.account, open.row);
}

/** A change of an account: its balance, the amount other than results and commissions, and the affected positions. */
export interface AccountChange {
  readonly reason: AccountReason;
  /** The settled symbol, for funding. */
  readonly symbol?: string;
  /** Null omits the balance. */
  readonly change: Cash | null;
  readonly positions: readonly Pick<Holding, 'symbol' | 'side'>[];
}

export function tellAccount(state: ExchangeState, account: AccountState, changed: AccountChange): void {
  const { reason, symbol, change, positions } = changed;
  const funds = positions.length === 0 ? null : fundsOf(state, account);
  state.tell(account, {
    kind: 'account',
    time: state.at,
    reason,
    ...(symbol === undefined ? {} : { symbol }),
    balance: change === null ? null : { wallet: account.wallet, crossWallet: crossWallet(account), change },
    positions: funds === null ? [] : positions.map((address) => positionView(state, account, address, funds)),
  });
}

/** For a fill: results and commissions do not count as a balance change. */
export const NO_CHANGE: Cash = ZERO_CASH;
