import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { later, MINUTE_MS, startOf } from '#base/time.ts';
import {
  good,
  limitOf,
  limitOrder,
  marketOrder,
  ORDER,
  stopOrder,
} from '../../../tests/support/error-scenarios/scenario.ts';
import { send, signed } from '../../../tests/support/wire-client.ts';
import { openWireWorld, type WireWorld } from '../../../tests/support/wire-world.ts';
import { wireError } from '../wire-error.ts';

let world: WireWorld;

beforeAll(async () => {
  world = await openWireWorld();
});

afterAll(async () => {
  expect(world.failures).toEqual([]);
  await world.close();
});

const BATCH = '/fapi/v1/batchOrders';

test('an order may be sent in the query, in the body, or in both', async () => {
  const { key } = await world.trader();
  const headers = { 'X-MBX-APIKEY': key.apiKey };
  const whole = () => signed(limitOf(world), key, Date.now());
  const inQuery = await send(world.port, { method: 'POST', path: `${ORDER}?${whole()}`, headers });
  const inBody = await send(world.port, { method: 'POST', path: ORDER, body: whole(), headers });
  const [first = '', ...rest] = signed(limitOf(world), key, Date.now()).split('&');
  const unsigned = rest.filter((pair) => !pair.startsWith('signature=')).join('&');
  const signature = createHmac('sha256', key.secret)
    .update(first + unsigned)
    .digest('hex');
  const path = `${ORDER}?${first}`;
  const mixed = await send(world.port, { method: 'POST', path, body: `${unsigned}&signature=${signature}`, headers });
  expect([inQuery.status, inBody.status, mixed.status]).toEqual([200, 200, 200]);
  expect(mixed.json.origQty).toBe('0.010');
});

test('names of parameters are taken in any case, also inside a batch', async () => {
  const trader = await world.trader();
  const upper = (params: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name.toUpperCase(), value]));
  const placed = await trader.post(ORDER, upper(limitOf(world)));
  expect(placed.json.status).toBe('NEW');
  const found = await trader.get(ORDER, { symbol: 'BTCUSDT', orderid: String(placed.json.orderId) });
  expect(found.json.orderId).toBe(placed.json.orderId);
  const batch = await trader.post(BATCH, { batchorders: JSON.stringify([upper(limitOf(world))]) });
  const ids = [placed.json.orderId, batch.json[0].orderId];
  const cancelled = await trader.delete(BATCH, { symbol: 'BTCUSDT', orderidlist: JSON.stringify(ids) });
  expect(cancelled.json).toMatchObject(ids.map((orderId) => ({ orderId, status: 'CANCELED' })));
});

test('a market order is returned as filled with RESULT, and as accepted with ACK, the default', async () => {
  const trader = await world.trader();
  const result = await marketOrder(trader, { newOrderRespType: 'RESULT' });
  expect(result.json).toMatchObject({ status: 'FILLED', executedQty: '0.010', cumQty: '0.010' });
  const ack = await marketOrder(trader, { newOrderRespType: 'ACK' });
  expect(ack.json).toMatchObject({ status: 'NEW', executedQty: '0.000', avgPrice: '0.00000000' });
  const query = await trader.get(ORDER, { symbol: 'BTCUSDT', orderId: String(ack.json.orderId) });
  expect(query.json).toMatchObject({ status: 'FILLED', executedQty: '0.010' });
});

test('average price times quantity equals the amount paid', async () => {
  const trader = await world.trader();
  const { json } = await marketOrder(trader, { quantity: '0.1' });
  const trades = await trader.get('/fapi/v1/userTrades', { symbol: 'BTCUSDT', orderId: String(json.orderId) });
  const paid = trades.json.reduce((sum: number, row: { quoteQty: string }) => sum + Number(row.quoteQty), 0);
  expect(Number(json.cumQuote)).toBeCloseTo(paid, 8);
  expect(Number(json.avgPrice) * 0.1).toBeCloseTo(paid, 4);
});

test("an order is found by the exchange's id above 2^53, digit by digit", async () => {
  const trader = await world.trader();
  const placed = await good(limitOrder(trader, world, { symbol: 'ETHUSDT', quantity: '0.1' }));
  const orderId = /"orderId":(\d+)/.exec(placed.text)?.[1] ?? '';
  expect(BigInt(orderId) > 2n ** 53n).toBe(true);
  const found = await trader.get(ORDER, { symbol: 'ETHUSDT', orderId });
  expect(found.text).toContain(`"orderId":${orderId},`);
  const next = String(BigInt(orderId) + 1n);
  expect((await trader.get(ORDER, { symbol: 'ETHUSDT', orderId: next })).json.code).toBe(-2013);
});

test('a batch answers in the order of its items, accepted or refused, and keeps large ids exact', async () => {
  const trader = await world.trader();
  const item = { ...limitOf(world, { symbol: 'ETHUSDT', quantity: '0.1' }) };
  const orders = JSON.stringify([item, { ...item, side: 'HOLD' }, 'nonsense', { ...item, quantity: 0.2 }]);
  const placed = await good(trader.post(BATCH, { batchOrders: orders }));
  expect(placed.json).toMatchObject([{ origQty: '0.100' }, { code: -1117 }, { code: -1102 }, { origQty: '0.200' }]);
  const ids = [...placed.text.matchAll(/"orderId":(\d+)/g)].map(([, id]) => id);
  const canceled = await good(trader.delete(BATCH, { symbol: 'ETHUSDT', orderIdList: `[${ids.join(',')},"1"]` }));
  expect(canceled.json).toMatchObject([{ status: 'CANCELED' }, { status: 'CANCELED' }, { code: -2011 }]);
  expect([...canceled.text.matchAll(/"orderId":(\d+)/g)].map(([, id]) => id)).toEqual(ids);
});

test('a batch counts as five orders in ten seconds and one in a minute', async () => {
  const trader = await world.trader();
  const { headers } = await trader.post(BATCH, { batchOrders: '[{}]' });
  expect(headers).toMatchObject({ 'x-mbx-order-count-10s': '5', 'x-mbx-order-count-1m': '1' });
});

test('cancelling all orders of a symbol leaves conditional orders and other symbols unchanged', async () => {
  const trader = await world.trader();
  await good(limitOrder(trader, world));
  await good(limitOrder(trader, world, { symbol: 'ETHUSDT', quantity: '0.1' }));
  await good(stopOrder(trader, world));
  await good(trader.delete('/fapi/v1/allOpenOrders', { symbol: 'BTCUSDT' }));
  expect((await trader.get('/fapi/v1/openOrders')).json).toMatchObject([{ symbol: 'ETHUSDT' }]);
  expect((await trader.get('/fapi/v1/openAlgoOrders')).json).toHaveLength(1);
});

test('a countdown that is not renewed cancels the orders of its symbol but no conditional ones', async () => {
  const trader = await world.trader();
  const countdown = (ms: string) =>
    good(trader.post('/fapi/v1/countdownCancelAll', { symbol: 'BTCUSDT', countdownTime: ms }));
  await good(limitOrder(trader, world));
  await good(stopOrder(trader, world));
  await countdown('1');
  await expect.poll(async () => (await trader.get('/fapi/v1/openOrders')).json).toEqual([]);
  expect((await trader.get('/fapi/v1/openAlgoOrders')).json).toHaveLength(1);
  await good(limitOrder(trader, world));
  await countdown('60000');
  await countdown('0');
  expect((await trader.get('/fapi/v1/openOrders')).json).toHaveLength(1);
});

test('a triggered conditional order reports the order that it placed', async () => {
  const trader = await world.trader();
  const coin = { symbol: 'LTCUSDT', quantity: '1' };
  await good(marketOrder(trader, coin));
  const triggerPrice = world.near('LTCUSDT', 0.98);
  const { json } = await good(stopOrder(trader, world, { ...coin, triggerPrice }));
  const query = () => trader.get('/fapi/v1/algoOrder', { algoId: String(json.algoId) });
  expect((await query()).json).toMatchObject({ algoStatus: 'NEW', actualOrderId: '', actualQty: '0.000' });
  const minute = later(startOf(world.simulation.now(), MINUTE_MS), MINUTE_MS);
  await world.simulation.disturb({ kind: 'shock', symbol: 'LTCUSDT', minute, factor: 0.95 });
  await world.pass(2 * MINUTE_MS);
  const done = (await query()).json;
  expect(done).toMatchObject({ algoStatus: 'FINISHED', actualQty: '1.000', actualType: 'MARKET' });
  const child = await trader.get(ORDER, { symbol: 'LTCUSDT', orderId: done.actualOrderId });
  expect(child.json).toMatchObject({ status: 'FILLED', type: 'MARKET', origType: 'STOP_MARKET' });
  expect(child.json.avgPrice).toBe(done.actualPrice);
});

test('throttling spares only reducing orders', async () => {
  const trader = await world.trader('hedge');
  const { status, code, message } = wireError('throttled');
  await good(marketOrder(trader, { positionSide: 'LONG' }));
  await world.admin('faults/request', { kind: 'error', status, code, message, path: '/fapi/*', count: 100 });
  const opening = await marketOrder(trader, { positionSide: 'LONG' });
  expect([opening.status, opening.json.code]).toEqual([503, -1008]);
  await good(marketOrder(trader, { positionSide: 'LONG', side: 'SELL' }));
  expect((await marketOrder(trader, { positionSide: 'SHORT', side: 'SELL' })).json.code).toBe(-1008);
  const items = JSON.stringify([
    { side: 'SELL', positionSide: 'LONG' },
    { side: 'BUY', positionSide: 'LONG' },
  ]);
  expect((await trader.post(BATCH, { batchOrders: items })).json.code).toBe(-1008);
  await world.admin('faults/clear');
});

test('a key without permission to trade can read but not trade, and reports its permissions', async () => {
  const trader = await world.trader();
  const rights = { canTrade: false, canWithdraw: true, isIpRestricted: true };
  await world.simulation.setKey(trader.key.apiKey, rights);
  expect((await marketOrder(trader)).json.code).toBe(-2015);
  expect((await trader.get('/fapi/v3/balance')).status).toBe(200);
  expect((await trader.get('/sapi/v1/account/apiRestrictions')).json).toMatchObject({
    ipRestrict: true,
    enableReading: true,
    enableFutures: false,
    enableWithdrawals: true,
  });
});
