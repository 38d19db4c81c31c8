import { later, MINUTE_MS, startOf } from '#base/time.ts';
import type { Trader, WireWorld } from '../wire-world.ts';
import { good, limitOf, limitOrder, marketOrder, ORDER, type Scenario, stopOrder } from './scenario.ts';

const COARSE = { symbol: 'COARSEUSDT' };

/** Orders refused by the filters, the account or the book. */
export const ORDER_SCENARIOS = {
  precision: (trader, world) => limitOrder(trader, world, { quantity: '0.0101' }),
  priceBelowZero: (trader, world) => limitOrder(trader, world, { price: '-1' }),
  priceBelowMin: (trader, world) => limitOrder(trader, world, { price: '0' }),
  priceAboveMax: (trader, world) => limitOrder(trader, world, { price: '99999999' }),
  priceOffTick: (trader, world) => limitOrder(trader, world, { ...COARSE, price: '18.001', quantity: '1' }),
  quantityBelowZero: (trader, world) => limitOrder(trader, world, { quantity: '0' }),
  quantityBelowMin: (trader, world) => limitOrder(trader, world, { ...COARSE, quantity: '0.04' }),
  quantityAboveMax: (trader, world) => limitOrder(trader, world, { quantity: '1000.001' }),
  quantityOffStep: (trader, world) => limitOrder(trader, world, { ...COARSE, quantity: '0.07' }),
  notional: (trader, world) => limitOrder(trader, world, { quantity: '0.001' }),
  priceAboveCap: (trader, world) => limitOrder(trader, world, { price: world.near('BTCUSDT', 1.06) }),
  priceBelowFloor: (trader, world) => limitOrder(trader, world, { side: 'SELL', price: world.near('BTCUSDT', 0.94) }),
  async marketBound(trader) {
    // The last taker stands on one side of the spread; the other one is a whole coarse tick away.
    const bought = await marketOrder(trader, { ...COARSE, quantity: '1' });
    return bought.status === 400 ? bought : marketOrder(trader, { ...COARSE, quantity: '1', side: 'SELL' });
  },
  clientIdInvalid: (trader, world) => limitOrder(trader, world, { newClientOrderId: 'with a space' }),
  async clientIdDuplicate(trader, world) {
    await good(limitOrder(trader, world, { newClientOrderId: 'twice' }));
    return limitOrder(trader, world, { newClientOrderId: 'twice' });
  },
  async ordersMax(trader, world) {
    const batch = Array.from({ length: 5 }, () => limitOf(world, { quantity: '0.002' }));
    for (let sent = 0; sent < 200; sent += 5) {
      await good(trader.post('/fapi/v1/batchOrders', { batchOrders: JSON.stringify(batch) }));
    }
    return limitOrder(trader, world);
  },
  positionSide: (trader) => marketOrder(trader, { positionSide: 'LONG' }),
  reduceOnlyRejected: (trader) => marketOrder(trader, { reduceOnly: 'true' }),
  async reduceOnlyConflict(trader, world) {
    await good(marketOrder(trader));
    const exit = { side: 'SELL', reduceOnly: 'true', price: world.near('BTCUSDT', 1.02) };
    await good(limitOrder(trader, world, exit));
    return limitOrder(trader, world, exit);
  },
  margin: (trader, world) => limitOrder(trader, world, { quantity: '10' }),
  async bracket(trader, world) {
    await good(trader.post('/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: '125' }));
    return limitOrder(trader, world, { quantity: '1' });
  },
  fillOrKill: (trader, world) => limitOrder(trader, world, { timeInForce: 'FOK' }),
  postOnly: (trader, world) => limitOrder(trader, world, { timeInForce: 'GTX', price: world.near('BTCUSDT', 1.02) }),
  async amendType(trader, world) {
    const { accountId } = trader.key;
    await world.simulation.execute({ type: 'fill-in-parts', accountId, symbol: 'BTCUSDT', parts: [0.5, 0.5] });
    const placed = await good(marketOrder(trader, { quantity: '0.02' }));
    return amend(trader, world, { orderId: String(placed.json.orderId), quantity: '0.03' });
  },
  async amendNothing(trader, world) {
    const placed = await good(limitOrder(trader, world));
    const { orderId, origQty, price } = placed.json;
    return amend(trader, world, { orderId: String(orderId), quantity: origQty, price });
  },
  priceMatchInvalid: (trader) => trader.post(ORDER, matched({ priceMatch: 'MIDDLE' })),
  priceMatchType: (trader) => marketOrder(trader, { priceMatch: 'QUEUE' }),
  priceMatchDepth: (trader) =>
    trader.post(ORDER, matched({ symbol: 'LOWUSDT', quantity: '200', priceMatch: 'QUEUE_20' })),
  goodTillDate: (trader, world) =>
    limitOrder(trader, world, { timeInForce: 'GTD', goodTillDate: String(world.simulation.now() + 600_000) }),
  cancelUnknown: (trader) => trader.delete(ORDER, { symbol: 'BTCUSDT', orderId: '1' }),
  orderUnknown: (trader) => trader.get(ORDER, { symbol: 'BTCUSDT', orderId: '1' }),
  symbolNotTrading: (trader, world) => limitOrder(trader, world, { symbol: 'WAVESUSDT', quantity: '10' }),
  async symbolClosed(trader, world) {
    const coin = { symbol: 'SOLUSDT', quantity: '1' };
    await good(marketOrder(trader, coin));
    const minute = later(startOf(world.simulation.now(), MINUTE_MS), MINUTE_MS);
    await world.simulation.disturb({ kind: 'halt', symbol: 'SOLUSDT', minute });
    await world.pass(2 * MINUTE_MS);
    return marketOrder(trader, { ...coin, side: 'SELL', reduceOnly: 'true' });
  },
} as const satisfies Readonly<Record<string, Scenario>>;

function matched(differences: Readonly<Record<string, string>>) {
  return { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01', ...differences };
}

function amend(trader: Trader, world: WireWorld, differences: Readonly<Record<string, string>>) {
  const price = differences['price'] ?? world.near('BTCUSDT', 0.97);
  return trader.put(ORDER, { symbol: 'BTCUSDT', side: 'BUY', ...differences, price });
}

const CLOSE = { quantity: '', closePosition: 'true' };

/** Conditional orders that are refused. */
export const CONDITIONAL_SCENARIOS = {
  stopBelowZero: (trader, world) => stopOrder(trader, world, { triggerPrice: '0' }),
  stopAboveMax: (trader, world) => stopOrder(trader, world, { triggerPrice: '99999999' }),
  stopAboveCap: (trader, world) => stopOrder(trader, world, { triggerPrice: world.near('BTCUSDT', 11) }),
  stopBelowFloor: (trader, world) =>
    stopOrder(trader, world, { triggerPrice: world.near('BTCUSDT', 0.009), quantity: '1' }),
  limitAboveStopCap: (trader, world) =>
    stopOrder(trader, world, {
      ...{ type: 'STOP', side: 'BUY' },
      triggerPrice: world.near('BTCUSDT', 1.02),
      price: world.near('BTCUSDT', 1.2),
    }),
  limitBelowStopFloor: (trader, world) => stopOrder(trader, world, { type: 'STOP', price: world.near('BTCUSDT', 0.8) }),
  async stopOrdersMax(trader, world) {
    for (let sent = 0; sent < 200; sent += 1) await good(stopOrder(trader, world));
    return stopOrder(trader, world);
  },
  closeWithQuantity: (trader, world) => stopOrder(trader, world, { closePosition: 'true' }),
  closeWithReduceOnly: (trader, world) => stopOrder(trader, world, { ...CLOSE, reduceOnly: 'true' }),
  closeStrategy: (trader, world) =>
    stopOrder(trader, world, { ...CLOSE, type: 'STOP', price: world.near('BTCUSDT', 0.97) }),
  async closeStands(trader, world) {
    await good(stopOrder(trader, world, CLOSE));
    return stopOrder(trader, world, { ...CLOSE, triggerPrice: world.near('BTCUSDT', 0.96) });
  },
  wouldTrigger: (trader, world) => stopOrder(trader, world, { side: 'BUY' }),
  activationPrice: (trader, world) =>
    trailing(trader, { activatePrice: world.near('BTCUSDT', 0.97), callbackRate: '1' }),
  callbackRate: (trader) => trailing(trader, { callbackRate: '20.1' }),
} as const satisfies Readonly<Record<string, Scenario>>;

function trailing(trader: Trader, differences: Readonly<Record<string, string>>) {
  const usual = { algoType: 'CONDITIONAL', symbol: 'BTCUSDT', side: 'SELL', type: 'TRAILING_STOP_MARKET' };
  return trader.post('/fapi/v1/algoOrder', { ...usual, quantity: '0.01', ...differences });
}
