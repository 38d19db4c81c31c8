import { unreachable } from '#base/assert.ts';
import { accept, refuse, type WireReply } from '../wire-error.ts';
import { checkAlgo } from './algos/check-algo.ts';
import { endAlgo } from './algos/end-algo.ts';
import { placeAlgo } from './algos/place-algo.ts';
import type { AccountCommand } from './commands.ts';
import type { CommandValue } from './exchange.ts';
import { type AccountState, type ExchangeState, keyOf, settingsOf } from './exchange-state.ts';
import { prepareTransfer } from './funds/transfer.ts';
import { cancelAll, cancelAllAlgos, cancelOrder, openAlgoNamed, openOrderNamed } from './orders/cancel.ts';
import { checkOrder } from './orders/check-order.ts';
import { executeOrder } from './orders/execute-order.ts';
import { prepareModify } from './orders/modify-order.ts';
import { liquidateCross, liquidateIsolated } from './positions/liquidate.ts';
import { preparePositionMargin } from './positions/position-margin.ts';
import { prepareLeverage, prepareMarginType, prepareMultiAssets, preparePositionMode } from './positions/settings.ts';

/** The effect of an accepted command; nothing has changed until it is called. */
export type Prepared = WireReply<() => CommandValue>;

/** Checks a command of an account; returns its refusal, or the function that executes it. */
export function prepareCommand(state: ExchangeState, account: AccountState, command: AccountCommand): Prepared {
  switch (command.type) {
    case 'place-order':
      return then(checkOrder(state, account, command.request), (checked) => ({
        order: executeOrder(state, account, checked),
      }));
    case 'place-algo':
      return then(checkAlgo(state, account, command.request), (checked) => ({
        algo: placeAlgo(state, account, checked),
      }));
    case 'modify-order':
      return then(prepareModify(state, account, command), (modify) => ({ order: modify() }));
    case 'cancel-order':
    case 'cancel-all':
    case 'cancel-algo':
    case 'cancel-all-algo':
      return prepareCancel(state, account, command);
    case 'set-leverage':
      return then(prepareLeverage(state, account, command), (set) => ({ leverage: set() }));
    case 'set-margin-type':
      return plain(prepareMarginType(state, account, command));
    case 'set-position-mode':
      return plain(preparePositionMode(account, command.isDualSide));
    case 'set-multi-assets':
      return plain(prepareMultiAssets(state, account, command.isMultiAssets));
    case 'set-fee-burn':
      return accept(() => {
        account.isBurningFees = command.isBurningFees;
        return {};
      });
    case 'change-position-margin':
      return plain(preparePositionMargin(state, account, command));
    case 'transfer':
      return plain(prepareTransfer(state, account, command.amount));
    case 'liquidate':
      return plain(prepareLiquidation(state, account, command));
    default:
      return unreachable(command);
  }
}

/** Runs the next step if the command was accepted. */
function then<T>(reply: WireReply<T>, act: (value: T) => CommandValue): Prepared {
  return reply.ok ? accept(() => act(reply.value)) : reply;
}

function plain(reply: WireReply<() => void>): Prepared {
  return then(reply, (act) => {
    act();
    return {};
  });
}

type Cancel = Extract<AccountCommand, { type: 'cancel-order' | 'cancel-all' | 'cancel-algo' | 'cancel-all-algo' }>;

function prepareCancel(state: ExchangeState, account: AccountState, command: Cancel): Prepared {
  if ('symbol' in command && !state.market.isListed(command.symbol, state.at)) return refuse('symbol');
  switch (command.type) {
    case 'cancel-order':
      return then(openOrderNamed(account, command.symbol, command.order), (order) => {
        cancelOrder(state, order);
        return { order: order.row };
      });
    case 'cancel-all':
      return accept(() => ({ canceled: cancelAll(state, account, command.symbol) }));
    case 'cancel-algo':
      return then(openAlgoNamed(account, command.algo), (algo) => {
        endAlgo(state, algo, { status: 'CANCELED' });
        return { algo: algo.row };
      });
    case 'cancel-all-algo':
      return accept(() => ({ canceled: cancelAllAlgos(state, account, command.symbol) }));
    default:
      return unreachable(command);
  }
}

type Liquidate = Extract<AccountCommand, { type: 'liquidate' }>;

/** -2022 when there is no such position. In cross margin all positions are liquidated, as on the exchange. */
function prepareLiquidation(
  state: ExchangeState,
  account: AccountState,
  { symbol, positionSide }: Liquidate,
): WireReply<() => void> {
  const holding = account.holdings.get(keyOf(symbol, positionSide));
  if (holding === undefined) return refuse('reduceOnlyRejected');
  const isIsolated = settingsOf(account, symbol).marginType === 'ISOLATED';
  return accept(() => (isIsolated ? liquidateIsolated(state, account, holding) : liquidateCross(state, account)));
}
