import { cashText } from '#base/decimal.ts';
import { add, type Cash, ZERO_CASH } from '#base/exact.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { PositionView } from '../../exchange/rows.ts';

/**
 * A position as version 3 of the risk call returns it.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/trade/rest-api/Position-Information-V3
 */
export function presentRisk(instrument: Instrument, view: PositionView) {
  return {
    ...riskFields(instrument, view),
    marginAsset: 'USDT',
    initialMargin: cashText(add(view.initialMargin, view.openOrderMargin)),
    maintMargin: cashText(view.maintenanceMargin),
    positionInitialMargin: cashText(view.initialMargin),
    openOrderInitialMargin: cashText(view.openOrderMargin),
    adl: 0,
    bidNotional: cashText(view.bidNotional),
    askNotional: cashText(view.askNotional),
  };
}

/** A position as version 2 of the risk call returns it, with its settings. */
export function presentRiskWithSettings(instrument: Instrument, view: PositionView) {
  return {
    ...riskFields(instrument, view),
    marginType: view.marginType === 'ISOLATED' ? 'isolated' : 'cross',
    isAutoAddMargin: 'false',
    leverage: String(view.leverage),
    maxNotionalValue: cashText(view.maxNotional),
  };
}

function riskFields(instrument: Instrument, view: PositionView) {
  return {
    symbol: view.symbol,
    positionSide: view.positionSide,
    positionAmt: quantityText(instrument, view.quantity),
    entryPrice: cashText(view.entryPrice),
    breakEvenPrice: cashText(view.breakEvenPrice),
    markPrice: priceText(instrument, view.mark),
    unRealizedProfit: cashText(view.unrealized),
    liquidationPrice: cashText(view.liquidationPrice),
    isolatedMargin: cashText(isolatedMargin(view)),
    notional: cashText(view.notional),
    isolatedWallet: cashText(view.isolatedWallet),
    updateTime: view.updatedAt,
  };
}

/** A position as version 3 of the account call returns it. */
export function presentHeld(instrument: Instrument, view: PositionView) {
  return {
    symbol: view.symbol,
    positionSide: view.positionSide,
    positionAmt: quantityText(instrument, view.quantity),
    unrealizedProfit: cashText(view.unrealized),
    isolatedMargin: cashText(isolatedMargin(view)),
    notional: cashText(view.notional),
    isolatedWallet: cashText(view.isolatedWallet),
    initialMargin: cashText(add(view.initialMargin, view.openOrderMargin)),
    maintMargin: cashText(view.maintenanceMargin),
    updateTime: view.updatedAt,
  };
}

/** The same in the second version. */
export function presentHeldWithSettings(instrument: Instrument, view: PositionView) {
  return {
    symbol: view.symbol,
    initialMargin: cashText(add(view.initialMargin, view.openOrderMargin)),
    maintMargin: cashText(view.maintenanceMargin),
    unrealizedProfit: cashText(view.unrealized),
    positionInitialMargin: cashText(view.initialMargin),
    openOrderInitialMargin: cashText(view.openOrderMargin),
    leverage: String(view.leverage),
    isolated: view.marginType === 'ISOLATED',
    entryPrice: cashText(view.entryPrice),
    maxNotional: cashText(view.maxNotional),
    bidNotional: cashText(view.bidNotional),
    askNotional: cashText(view.askNotional),
    positionSide: view.positionSide,
    positionAmt: quantityText(instrument, view.quantity),
    updateTime: view.updatedAt,
  };
}

/** Isolated margin plus open result; zero for a cross position. */
function isolatedMargin({ marginType, isolatedWallet, unrealized }: PositionView): Cash {
  return marginType === 'ISOLATED' ? add(isolatedWallet, unrealized) : ZERO_CASH;
}
