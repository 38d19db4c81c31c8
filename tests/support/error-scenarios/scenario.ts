import type { WireReply } from '../wire-client.ts';
import type { Sent, Trader, WireWorld } from '../wire-world.ts';

/** Actions of a client whose last response is a certain refusal. The trader is new, with 10,000 USDT in one-way mode. */
export type Scenario = (trader: Trader, world: WireWorld) => Promise<WireReply>;

export const ORDER = '/fapi/v1/order';
const ALGO = '/fapi/v1/algoOrder';

/** Sends an order of a hundredth of a Bitcoin, two percent below the mark, with these differences. */
export function limitOrder(trader: Trader, world: WireWorld, differences: Sent = {}): Promise<WireReply> {
  return trader.post(ORDER, limitOf(world, differences));
}

export function limitOf(world: WireWorld, differences: Sent = {}): Sent {
  const symbol = differences['symbol'] ?? 'BTCUSDT';
  const price = differences['price'] ?? world.near(symbol, 0.98);
  const usual = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.01', newOrderRespType: 'RESULT' };
  return { ...usual, ...differences, symbol, price };
}

/** Sends a market order of a hundredth of a Bitcoin, with these differences. */
export function marketOrder(trader: Trader, differences: Sent = {}): Promise<WireReply> {
  const usual = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01', newOrderRespType: 'RESULT' };
  return trader.post(ORDER, { ...usual, ...differences });
}

/** Sends a stop that sells a hundredth of a Bitcoin at market, two percent below the mark, with these differences. */
export function stopOrder(trader: Trader, world: WireWorld, differences: Sent = {}): Promise<WireReply> {
  const triggerPrice = differences['triggerPrice'] ?? world.near('BTCUSDT', 0.98);
  const usual = { algoType: 'CONDITIONAL', symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_MARKET', quantity: '0.01' };
  return trader.post(ALGO, { ...usual, ...differences, triggerPrice });
}

/** Checks that an intermediate response of a scenario is a success. */
export async function good(reply: Promise<WireReply>): Promise<WireReply> {
  const { status, text } = await reply;
  if (status !== 200) throw new Error(`a request on the way was refused: ${status} ${text}`);
  return reply;
}
