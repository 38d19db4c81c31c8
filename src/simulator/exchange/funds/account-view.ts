import { add, type Cash, cash, larger, multiplyDivide, negate, subtract, ZERO_CASH } from '#base/exact.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { PositionSide } from '#engine/model/position.ts';
import { FLAT } from '#engine/model/position.ts';
import { liquidationPrice } from '#engine/risk/margin/liquidation.ts';
import { type AccountState, type ExchangeState, type Holding, holdingOf, keyOf } from '../exchange-state.ts';
import { maxNotional } from '../positions/leverage-cap.ts';
import { type HoldingValue, NO_EXPOSURE, orderMargin, valueHolding } from '../positions/valuation.ts';
import type { AccountView, PositionView } from '../rows.ts';
import { type Funds, fundsOf } from './funds.ts';
import { plus } from './worth.ts';

/** The account at the marks of this instant. */
export function accountView(state: ExchangeState, account: AccountState): AccountView {
  const funds = fundsOf(state, account);
  return {
    walletBalance: account.wallet,
    crossWalletBalance: funds.crossWallet,
    unrealized: funds.unrealized,
    crossUnrealized: funds.crossUnrealized,
    initialMargin: plus(funds.positionMargin, funds.orderMargin),
    positionInitialMargin: funds.positionMargin,
    openOrderInitialMargin: funds.orderMargin,
    maintenanceMargin: funds.maintenance,
    marginBalance: plus(account.wallet, funds.unrealized),
    available: larger(funds.free, ZERO_CASH),
    isDualSide: account.isDualSide,
    isMultiAssets: account.isMultiAssets,
    isBurningFees: account.isBurningFees,
    updatedAt: account.updatedAt,
  };
}

/** One side of a symbol, flat or not, at the marks of this instant. `funds` avoids computing them twice. */
export function positionView(
  state: ExchangeState,
  account: AccountState,
  { symbol, side }: { readonly symbol: string; readonly side: PositionSide },
  funds: Funds = fundsOf(state, account),
): PositionView {
  const holding = holdingOf(account, symbol, side);
  const valued = valueHolding(state, account, holding);
  const { settings, value, symbolState } = valued;
  const exposure = funds.exposures.get(keyOf(symbol, side)) ?? NO_EXPOSURE;
  const { instrument } = symbolState.listed;
  return {
    symbol,
    positionSide: side,
    marginType: settings.marginType,
    leverage: settings.leverage,
    quantity: holding.quantity,
    cost: holding.cost,
    entryPrice: average(instrument, holding, holding.cost),
    breakEvenPrice: average(instrument, holding, breakEvenCost(holding)),
    mark: valued.mark,
    notional: holding.quantity < 0 ? negate(value) : value,
    unrealized: valued.unrealized,
    liquidationPrice: liquidationOf(account, valued, funds),
    isolatedWallet: holding.isolated,
    initialMargin: valued.initial,
    openOrderMargin: orderMargin(holding, value, exposure, settings.leverage),
    maintenanceMargin: valued.maintenance,
    maxNotional: maxNotional(instrument, settings.leverage),
    bidNotional: exposure.bid,
    askNotional: exposure.ask,
    realized: holding.realized,
    updatedAt: holding.updatedAt,
  };
}

function average(instrument: Instrument, { quantity }: Holding, cost: Cash): Cash {
  if (quantity === 0 || cost <= 0) return ZERO_CASH;
  const { units, decimals } = instrument.step;
  return cash(multiplyDivide(cost, 10 ** decimals, Math.abs(quantity) * units, 'half-up'));
}

/** Proceeds at which closing the position recovers its cost and the fees paid so far. */
function breakEvenCost({ quantity, cost, fees }: Holding): Cash {
  return quantity > 0 ? add(cost, fees) : subtract(cost, fees);
}

/** By the venue's formula (docs/domain.md): both sides of a symbol in cross margin share one liquidation price. */
function liquidationOf(account: AccountState, valued: HoldingValue, funds: Funds): Cash {
  const { holding, settings, symbolState } = valued;
  if (holding.quantity === 0) return ZERO_CASH;
  const own = { instrument: symbolState.listed.instrument, ...legOf(holding) };
  if (settings.marginType === 'ISOLATED') {
    const none = { otherMaintenance: ZERO_CASH, otherUnrealized: ZERO_CASH };
    return liquidationPrice({ ...own, wallet: holding.isolated, ...none }) ?? ZERO_CASH;
  }
  const others = funds.values.filter(
    (other) => other.settings.marginType === 'CROSSED' && other.holding.symbol !== holding.symbol,
  );
  const hedge = hedgeOf(account, holding);
  const price = liquidationPrice({
    ...own,
    wallet: funds.crossWallet,
    otherMaintenance: total(others.map(({ maintenance }) => maintenance)),
    otherUnrealized: total(others.map(({ unrealized }) => unrealized)),
    ...(hedge === null ? {} : { hedge: legOf(hedge).position }),
  });
  return price ?? ZERO_CASH;
}

function total(amounts: readonly Cash[]): Cash {
  return amounts.reduce((whole, amount) => plus(whole, amount), ZERO_CASH);
}

function legOf({ quantity, cost }: Holding) {
  const size = quantity < 0 ? negate(quantity) : quantity;
  return {
    direction: quantity > 0 ? ('buy' as const) : ('sell' as const),
    position: { ...FLAT, quantity: size, cost },
  };
}

function hedgeOf(account: AccountState, { symbol, side }: Holding): Holding | null {
  if (side === 'BOTH') return null;
  return account.holdings.get(keyOf(symbol, side === 'LONG' ? 'SHORT' : 'LONG')) ?? null;
}
