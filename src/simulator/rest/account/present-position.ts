import { cashText } from '#base/decimal.ts';
import { add, type Cash, ZERO_CASH } from '#base/exact.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { PositionView } from '../../exchange/rows.ts';

/**
 * A position as the third version of the risk call tells it.
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

/** A position as the second version tells it: with its settings. */
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

/** A position as the third version of the account call tells it. */
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

/** What stands behind an isolated position, with its open result; nothing of its own behind a cross one. */
function isolatedMargin({ marginType, isolatedWallet, unrealized }: PositionView): Cash {
  return marginType === 'ISOLATED' ? add(isolatedWallet, unrealized) : ZERO_CASH;
}
