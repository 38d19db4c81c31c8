import type { Cash } from '#base/exact.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import { type AccountState, type ExchangeState, settingsOf, symbolStateOf } from '../exchange-state.ts';
import { fundsOf } from '../funds/funds.ts';
import type { WireMarginType } from '../rows.ts';
import { tellAccount } from '../tell.ts';
import { leverageMax, maxNotional } from './leverage-cap.ts';
import { NO_EXPOSURE, worstValue } from './valuation.ts';

export interface LeverageReply {
  readonly leverage: number;
  readonly maxNotional: Cash;
}

/** -4028, -4161, -2027 and -2028; setting the current leverage again is not an error. */
export function prepareLeverage(
  state: ExchangeState,
  account: AccountState,
  { symbol, leverage }: { readonly symbol: string; readonly leverage: number },
): WireReply<() => LeverageReply> {
  if (!state.market.isListed(symbol, state.at)) return refuse('symbol');
  const { instrument } = symbolStateOf(state, symbol).listed;
  const before = settingsOf(account, symbol);
  if (!Number.isInteger(leverage) || leverage < 1 || leverage > leverageMax(instrument)) {
    return refuse('leverageInvalid', String(leverage));
  }
  const isLower = leverage < before.leverage;
  if (isLower && before.marginType === 'ISOLATED' && hasPosition(account, symbol)) return refuse('leverageIsolated');
  if (worstOf(state, account, symbol) > maxNotional(instrument, leverage)) return refuse('bracket');
  const after: AccountState = { ...account, settings: new Map(account.settings).set(symbol, { ...before, leverage }) };
  if (isLower && hasStake(account, symbol) && fundsOf(state, after).free < 0) return refuse('leverageMargin');
  return accept(() => {
    account.settings.set(symbol, { ...before, leverage });
    if (leverage !== before.leverage) state.tell(account, { kind: 'leverage', time: state.at, symbol, leverage });
    return { leverage, maxNotional: maxNotional(instrument, leverage) };
  });
}

function worstOf(state: ExchangeState, account: AccountState, symbol: string): number {
  const { values, exposures } = fundsOf(state, account);
  const held = values.filter(({ holding }) => holding.symbol === symbol);
  const worsts = held.map(({ holding, value }) =>
    worstValue(holding, value, exposures.get(`${symbol}:${holding.side}`) ?? NO_EXPOSURE),
  );
  const orders = [...exposures].filter(([key]) => key.startsWith(`${symbol}:`));
  return Math.max(0, ...worsts, ...orders.map(([, { bid, ask }]) => Math.max(bid, ask)));
}

export function hasPosition({ holdings }: AccountState, symbol: string | null): boolean {
  for (const holding of holdings.values()) if (symbol === null || holding.symbol === symbol) return true;
  return false;
}

/** Whether the symbol has an open order, ordinary or conditional. */
export function hasOrders({ orders, algos }: AccountState, symbol: string | null): boolean {
  for (const { row } of [...orders.values(), ...algos.values()]) {
    if (symbol === null || row.symbol === symbol) return true;
  }
  return false;
}

function hasStake(account: AccountState, symbol: string): boolean {
  return hasPosition(account, symbol) || hasOrders(account, symbol);
}

/** -4046, -4168, -4047, -4048. */
export function prepareMarginType(
  state: ExchangeState,
  account: AccountState,
  { symbol, marginType }: { readonly symbol: string; readonly marginType: WireMarginType },
): WireReply<() => void> {
  if (!state.market.isListed(symbol, state.at)) return refuse('symbol');
  const before = settingsOf(account, symbol);
  if (before.marginType === marginType) return refuse('marginTypeSame');
  if (marginType === 'ISOLATED' && account.isMultiAssets) return refuse('marginTypeMultiAssets');
  if (hasOrders(account, symbol)) return refuse('marginTypeOrders');
  if (hasPosition(account, symbol)) return refuse('marginTypePosition');
  return accept(() => {
    account.settings.set(symbol, { ...before, marginType });
    const sides = account.isDualSide ? (['LONG', 'SHORT'] as const) : (['BOTH'] as const);
    const positions = sides.map((side) => ({ symbol, side }));
    tellAccount(state, account, { reason: 'MARGIN_TYPE_CHANGE', change: null, positions });
  });
}

/** -4059, -4067, -4068. */
export function preparePositionMode(account: AccountState, isDualSide: boolean): WireReply<() => void> {
  if (account.isDualSide === isDualSide) return refuse('positionModeSame');
  if (hasOrders(account, null)) return refuse('positionModeOrders');
  if (hasPosition(account, null)) return refuse('positionModePosition');
  return accept(() => {
    account.isDualSide = isDualSide;
  });
}

/** -4171, -4167, -4170. The wallet holds a single asset, so the mode only restricts other settings. */
export function prepareMultiAssets(
  state: ExchangeState,
  account: AccountState,
  isMultiAssets: boolean,
): WireReply<() => void> {
  if (account.isMultiAssets === isMultiAssets) return refuse('multiAssetsSame');
  const isIsolated = [...account.settings.values()].some(({ marginType }) => marginType === 'ISOLATED');
  if (isMultiAssets && isIsolated) return refuse('multiAssetsIsolated');
  if (hasOrders(account, null)) return refuse('multiAssetsOrders');
  return accept(() => {
    account.isMultiAssets = isMultiAssets;
    state.tell(account, { kind: 'multi-assets', time: state.at, isMultiAssets });
  });
}
