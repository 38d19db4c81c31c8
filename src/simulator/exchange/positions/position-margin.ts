import { parseDecimal } from '#base/decimal.ts';
import { add, CASH_DECIMALS, type Cash, cash, larger, negate, subtract, ZERO_CASH } from '#base/exact.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import type { AccountCommand } from '../commands.ts';
import { type AccountState, type ExchangeState, keyOf, settingsOf } from '../exchange-state.ts';
import { fundsOf } from '../funds/funds.ts';
import { positionSideRefusal } from '../orders/order-target.ts';
import { tellAccount } from '../tell.ts';
import { roomFor } from './margin-refusal.ts';
import { setHolding } from './settle-fill.ts';
import { valueHolding } from './valuation.ts';

type Change = Extract<AccountCommand, { type: 'change-position-margin' }>;

/**
 * Adds margin to an isolated position or removes it. At most the free margin can be added, and only what exceeds the
 * initial margin after open losses can be removed; otherwise -4051.
 */
export function preparePositionMargin(
  state: ExchangeState,
  account: AccountState,
  command: Change,
): WireReply<() => void> {
  const { symbol, direction } = command;
  if (!state.market.isListed(symbol, state.at)) return refuse('symbol');
  const side = command.positionSide ?? 'BOTH';
  const sideRefusal = positionSideRefusal(account, side);
  if (sideRefusal !== null) return sideRefusal;
  const count = parseDecimal(command.amount, CASH_DECIMALS);
  if (count === null) return refuse('precision');
  if (count <= 0) return refuse('limitRange', 'amount');
  const holding = account.holdings.get(keyOf(symbol, side));
  const isIsolated = settingsOf(account, symbol).marginType === 'ISOLATED';
  if (holding === undefined || !isIsolated) return refuse('addIsolatedOnly');
  const room =
    direction === 'add'
      ? roomFor(settingsOf(account, symbol), fundsOf(state, account))
      : removable(state, account, keyOf(symbol, side));
  if (count > room) return refuse('addIsolatedOnly');
  const change = direction === 'add' ? cash(count) : negate(cash(count));
  return accept(() => {
    account.marginChanges.push({ symbol, positionSide: side, direction, amount: cash(count), time: state.at });
    setHolding(state, account, { ...holding, isolated: add(holding.isolated, change), updatedAt: state.at });
    tellAccount(state, account, { reason: 'MARGIN_TRANSFER', change: ZERO_CASH, positions: [{ symbol, side }] });
  });
}

function removable(state: ExchangeState, account: AccountState, key: string): Cash {
  const holding = account.holdings.get(key);
  if (holding === undefined) return ZERO_CASH;
  const { unrealized, initial } = valueHolding(state, account, holding);
  const loss = larger(negate(unrealized), ZERO_CASH);
  return subtract(subtract(holding.isolated, loss), initial);
}
