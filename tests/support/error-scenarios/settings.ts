import type { Sent, Trader } from '../wire-world.ts';
import { good, limitOrder, marketOrder, type Scenario } from './scenario.ts';

const SYMBOL = { symbol: 'BTCUSDT' };

/** Account settings that cannot be changed, or not at this time. */
export const SETTING_SCENARIOS = {
  marginTypeSame: (trader) => marginType(trader, 'CROSSED'),
  async marginTypeOrders(trader, world) {
    await good(limitOrder(trader, world));
    return marginType(trader, 'ISOLATED');
  },
  async marginTypePosition(trader) {
    await good(marketOrder(trader));
    return marginType(trader, 'ISOLATED');
  },
  async marginTypeMultiAssets(trader) {
    await good(multiAssets(trader, 'true'));
    return marginType(trader, 'ISOLATED');
  },
  positionModeSame: (trader) => dual(trader, 'false'),
  async positionModeOrders(trader, world) {
    await good(limitOrder(trader, world));
    return dual(trader, 'true');
  },
  async positionModePosition(trader) {
    await good(marketOrder(trader));
    return dual(trader, 'true');
  },
  multiAssetsSame: (trader) => multiAssets(trader, 'false'),
  async multiAssetsIsolated(trader) {
    await good(marginType(trader, 'ISOLATED'));
    return multiAssets(trader, 'true');
  },
  async multiAssetsOrders(trader, world) {
    await good(limitOrder(trader, world));
    return multiAssets(trader, 'true');
  },
  leverageInvalid: (trader) => leverage(trader, '126'),
  async leverageMargin(trader) {
    await good(marketOrder(trader, { quantity: '1.5' }));
    return leverage(trader, '2');
  },
  async leverageIsolated(trader) {
    await good(marginType(trader, 'ISOLATED'));
    await good(marketOrder(trader));
    return leverage(trader, '10');
  },
  addIsolatedOnly: (trader) => trader.post('/fapi/v1/positionMargin', { ...SYMBOL, amount: '10', type: '1' }),
} as const satisfies Readonly<Record<string, Scenario>>;

function marginType(trader: Trader, type: string) {
  return change(trader, 'marginType', { ...SYMBOL, marginType: type });
}

function dual(trader: Trader, isDual: string) {
  return change(trader, 'positionSide/dual', { dualSidePosition: isDual });
}

function multiAssets(trader: Trader, isMulti: string) {
  return change(trader, 'multiAssetsMargin', { multiAssetsMargin: isMulti });
}

function leverage(trader: Trader, times: string) {
  return change(trader, 'leverage', { ...SYMBOL, leverage: times });
}

function change(trader: Trader, setting: string, params: Sent) {
  return trader.post(`/fapi/v1/${setting}`, params);
}
