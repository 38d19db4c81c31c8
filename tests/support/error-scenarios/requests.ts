import { createHmac } from 'node:crypto';
import { accept, wireError } from '#simulator/wire-error.ts';
import { openBareWire } from '../bare-wire.ts';
import { openEar } from '../streaming-world.ts';
import { send, sendSigned, signed, type WireReply } from '../wire-client.ts';
import { limitOrder, marketOrder, ORDER, type Scenario, stopOrder } from './scenario.ts';

const ACCOUNT = '/fapi/v3/account';
const BATCH = '/fapi/v1/batchOrders';

/** Requests refused because they are malformed or because the exchange cannot answer. */
export const REQUEST_SCENARIOS = {
  keyFormat: (_trader, { port }) => send(port, { path: ACCOUNT }),
  keyUnknown: (_trader, { port }) => send(port, { path: ACCOUNT, headers: { 'X-MBX-APIKEY': 'nobody' } }),
  signatureWrong: ({ key }, { port }) => sendSigned(port, { ...key, secret: 'other' }, ['GET', ACCOUNT]),
  timestampAhead: ({ key }, { port }) => sendAt(port, key, Date.now() + 2_000),
  timestampOutside: ({ key }, { port }) => sendAt(port, key, Date.now() - 6_000),
  recvWindow: (trader) => trader.get(ACCOUNT, { recvWindow: '60001' }),
  keyKind: ({ key }, { port }) =>
    askSocket(port, { id: 1, method: 'session.logon', params: logonOf(key.apiKey, key.secret) }),
  jsonInvalid: (_trader, { port }) => askSocket(port, []),
  methodUnknown: (_trader, { port }) => askSocket(port, { id: 1, method: 'order.take' }),
  pathUnknown: (trader) => trader.get('/fapi/v1/nothing'),
  mandatory: (trader) => trader.post(ORDER, { symbol: 'BTCUSDT', side: 'BUY' }),
  eitherMandatory: (trader) => trader.get(ORDER, { symbol: 'BTCUSDT' }),
  unwanted: (trader) => marketOrder(trader, { price: '1' }),
  illegalAny: (_trader, { port }) => send(port, { path: `${ACCOUNT}?a=%zz` }),
  illegal: (trader) => trader.get('/fapi/v1/allOrders', { limit: 'many' }),
  tooManyParams: (_trader, { port }) => send(port, { path: `${ACCOUNT}?${'a&'.repeat(65)}` }),
  duplicate: (_trader, { port }) => send(port, { path: `${ACCOUNT}?a=1&a=2` }),
  symbol: (trader) => marketOrder(trader, { symbol: 'NOTHINGUSDT' }),
  side: (trader) => marketOrder(trader, { side: 'HOLD' }),
  orderType: (trader) => marketOrder(trader, { type: 'ICEBERG' }),
  timeInForce: (trader, world) => limitOrder(trader, world, { timeInForce: 'NOW' }),
  positionSideInvalid: (trader) => marketOrder(trader, { positionSide: 'UP' }),
  responseType: (trader) => marketOrder(trader, { newOrderRespType: 'FULL' }),
  selfTradePrevention: (trader) => marketOrder(trader, { selfTradePreventionMode: 'NEVER' }),
  workingType: (trader, world) => stopOrder(trader, world, { workingType: 'INDEX_PRICE' }),
  conditionalOnClassic: (trader) => marketOrder(trader, { type: 'STOP_MARKET', stopPrice: '1' }),
  interval: (_trader, { port }) => send(port, { path: '/fapi/v1/klines?symbol=BTCUSDT&interval=7m' }),
  limitRange: (trader) => trader.get('/fapi/v1/allOrders', { limit: '1001' }),
  timeOrder: (trader) => trader.get('/fapi/v1/allOrders', { startTime: '2', endTime: '1' }),
  lookupSpan: (trader) => trader.get('/fapi/v1/allOrders', { startTime: '0', endTime: '604800001' }),
  paramCombination: (trader) => trader.get('/fapi/v1/userTrades', { symbol: 'BTCUSDT', fromId: '1', startTime: '1' }),
  periodOfTrades: (_trader, { port }) =>
    send(port, { path: '/fapi/v1/aggTrades?symbol=BTCUSDT&startTime=1&endTime=3600002' }),
  depthLimit: (_trader, { port }) => send(port, { path: '/fapi/v1/depth?symbol=BTCUSDT&limit=7' }),
  batchSize: (trader) => trader.post(BATCH, { batchOrders: '[]' }),
  cancelSize: (trader) =>
    trader.delete(BATCH, { symbol: 'BTCUSDT', orderIdList: JSON.stringify(Array.from({ length: 11 }, () => 1)) }),
  amountPositive: (trader) => trader.post('/fapi/v1/positionMargin', { symbol: 'BTCUSDT', amount: '0', type: '1' }),
  listenKey: ({ key }, { port }) =>
    send(port, { method: 'PUT', path: '/fapi/v1/listenKey', headers: { 'X-MBX-APIKEY': key.apiKey } }),
  async tooManyRequests(trader, world) {
    await world.admin('faults/limits', { divisor: 2_400 });
    await trader.get('/fapi/v1/rateLimit/order');
    const reply = await trader.get('/fapi/v1/rateLimit/order');
    await world.admin('faults/clear');
    return reply;
  },
  async tooManyOrders(trader) {
    const batchOrders = JSON.stringify(Array.from({ length: 5 }, () => ({ symbol: 'NOTHINGUSDT' })));
    // Sixty batches fill a window; twice as many fill one even if it ends in between.
    for (let sent = 0; sent < 120; sent += 1) {
      const reply = await trader.post(BATCH, { batchOrders });
      if (reply.status !== 200) return reply;
    }
    return trader.post(BATCH, { batchOrders });
  },
  async banned(trader, world) {
    await world.admin('faults/ban', { forMs: 60_000 });
    const reply = await trader.get(ACCOUNT);
    await world.admin('faults/clear');
    return reply;
  },
  async unknown() {
    const broken = { method: 'GET', path: '/a', security: 'none', weight: 1 } as const;
    const { port } = await openBareWire([{ ...broken, handle: () => accept(BigInt(1)) }]);
    return send(port, { path: '/a' });
  },
  throttled: (trader, world) => outage('throttled')(trader, world),
  executionUnknown: (trader, world) => outage('executionUnknown')(trader, world),
  timeout: (trader, world) => outage('timeout')(trader, world),
} as const satisfies Readonly<Record<string, Scenario>>;

function sendAt(port: number, key: { apiKey: string; secret: string }, timestamp: number) {
  return send(port, { path: `${ACCOUNT}?${signed({}, key, timestamp)}`, headers: { 'X-MBX-APIKEY': key.apiKey } });
}

function outage(name: 'throttled' | 'executionUnknown' | 'timeout'): Scenario {
  return async (trader, world) => {
    const { status, code, message } = wireError(name);
    await world.admin('faults/request', { kind: 'error', status, code, message, method: 'POST', path: ORDER });
    return limitOrder(trader, world);
  };
}

/** The parameters of a logon, signed with a secret: they are in the order of their names. */
function logonOf(apiKey: string, secret: string): Readonly<Record<string, string>> {
  const text = `apiKey=${apiKey}&timestamp=${Date.now()}`;
  const signature = createHmac('sha256', secret).update(text).digest('hex');
  return { ...Object.fromEntries(new URLSearchParams(text)), signature };
}

/** The refusal of a message to the WebSocket API, as one over HTTP would arrive. */
async function askSocket(port: number, message: object): Promise<WireReply> {
  const ear = await openEar(`ws://127.0.0.1:${port}/ws-fapi/v1`);
  ear.say(message);
  const { status, error } = await ear.hear(() => true);
  ear.close();
  return { status, headers: {}, text: JSON.stringify(error), json: error };
}
