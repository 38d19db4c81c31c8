import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#base/time.ts';
import { good, limitOrder, marketOrder, stopOrder } from '../../../tests/support/error-scenarios/scenario.ts';
import { openWireWorld, type Sent, type Trader, type WireWorld } from '../../../tests/support/wire-world.ts';

let world: WireWorld;
let trader: Trader;
/** When each of six market orders was sent, a minute apart; the first bought, the second sold, and so on. */
const times: number[] = [];

beforeAll(async () => {
  world = await openWireWorld();
  trader = await world.trader();
  for (let sent = 0; sent < 6; sent += 1) {
    times.push(world.simulation.now());
    await good(marketOrder(trader, { side: sent % 2 === 0 ? 'BUY' : 'SELL' }));
    await world.pass(MINUTE_MS);
  }
});

afterAll(async () => {
  expect(world.failures).toEqual([]);
  await world.close();
});

async function list(path: string, params: Sent = {}): Promise<ReturnType<typeof JSON.parse>> {
  return (await good(trader.get(`/fapi/v1/${path}`, params))).json;
}

async function timesOf(path: string, params: Sent = {}): Promise<number[]> {
  const rows = await list(path, { symbol: 'BTCUSDT', ...params });
  return [...new Set<number>(rows.map((row: { time: number }) => row.time))];
}

test.each(['allOrders', 'userTrades'])('%s without times gives the newest, oldest first', async (path) => {
  expect(await timesOf(path)).toEqual(times);
  expect((await timesOf(path, { limit: '1' })).at(0)).toBe(times.at(-1));
});

test.each(['allOrders', 'userTrades'])('%s from a start gives the oldest, up to an end the newest', async (path) => {
  const [, second = 0, third = 0, fourth = 0] = times;
  expect(await timesOf(path, { startTime: String(second) })).toEqual(times.slice(1));
  expect((await timesOf(path, { startTime: String(second), limit: '1' })).at(0)).toBe(second);
  expect((await timesOf(path, { endTime: String(fourth), limit: '1' })).at(0)).toBe(fourth);
  expect(await timesOf(path, { startTime: String(second), endTime: String(third) })).toEqual([second, third]);
});

test('a query by id returns everything from that id on, and a query by order only its trades', async () => {
  const orders = await list('allOrders', { symbol: 'BTCUSDT' });
  const from = String(orders[2].orderId);
  expect((await list('allOrders', { symbol: 'BTCUSDT', orderId: from })).length).toBe(4);
  const ofOne = await list('userTrades', { symbol: 'BTCUSDT', orderId: from });
  expect(new Set(ofOne.map((row: { orderId: number }) => row.orderId))).toEqual(new Set([orders[2].orderId]));
  const trades = await list('userTrades', { symbol: 'BTCUSDT' });
  const later = await list('userTrades', { symbol: 'BTCUSDT', fromId: String(trades[1].id) });
  expect(later).toEqual(trades.slice(1));
});

test('income adds up to the wallet, and its pages add up to the whole list', async () => {
  const whole = await list('income');
  const sum = whole.reduce((total: bigint, { income }: { income: string }) => total + units(income), 0n);
  const [balance] = (await good(trader.get('/fapi/v3/balance'))).json;
  expect(sum).toBe(units(balance.balance));
  const pages = [];
  for (let page = 1; page <= Math.ceil(whole.length / 3); page += 1) {
    pages.push(...(await list('income', { limit: '3', page: String(page) })));
  }
  expect(pages).toEqual(whole);
  const fees = await list('income', { incomeType: 'COMMISSION' });
  expect(fees.length).toBeGreaterThanOrEqual(6);
  expect(whole.filter(({ incomeType }: { incomeType: string }) => incomeType === 'COMMISSION')).toEqual(fees);
});

/** An amount with eight decimals, as a count of the last one. */
function units(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

test('open orders are listed by symbol or all together, without those that have ended', async () => {
  const own = await world.trader();
  const placed = await good(limitOrder(own, world));
  await good(limitOrder(own, world, { symbol: 'ETHUSDT', quantity: '0.1' }));
  expect((await own.get('/fapi/v1/openOrders', { symbol: 'BTCUSDT' })).json).toHaveLength(1);
  const all = await own.get('/fapi/v1/openOrders');
  expect(all.json).toHaveLength(2);
  const orderId = String(placed.json.orderId);
  await good(own.delete('/fapi/v1/order', { symbol: 'BTCUSDT', orderId }));
  expect((await own.get('/fapi/v1/openOrder', { symbol: 'BTCUSDT', orderId })).json.code).toBe(-2013);
  expect((await own.get('/fapi/v1/order', { symbol: 'BTCUSDT', orderId })).json.status).toBe('CANCELED');
  await good(own.delete('/fapi/v1/allOpenOrders', { symbol: 'ETHUSDT' }));
});

test('a query for all symbols has forty times the weight of a query for one', async () => {
  const own = await world.trader();
  const used = async (path: string, params: Sent = {}) =>
    Number((await own.get(path, params)).headers['x-mbx-used-weight-1m']);
  const before = await used('/fapi/v1/rateLimit/order');
  const one = await used('/fapi/v1/openOrders', { symbol: 'BTCUSDT' });
  const all = await used('/fapi/v1/openOrders');
  // The minute may end in between, which resets the count.
  if (all > one && one > before) expect([one - before, all - one]).toEqual([1, 40]);
  expect(all === 40 || all - one === 40 || one > all).toBe(true);
});

test('an order that ended without a fill is returned for three days, and rows older than a week only with explicit times', async () => {
  const own = await world.trader();
  const { json } = await good(limitOrder(own, world));
  const named = { symbol: 'BTCUSDT', orderId: String(json.orderId) };
  const sentAt = String(world.simulation.now());
  await good(own.delete('/fapi/v1/order', named));
  await good(marketOrder(own, { newClientOrderId: 'bought' }));
  await good(marketOrder(own, { newClientOrderId: 'sold', side: 'SELL' })); // Days pass faster without positions.
  await world.pass(3 * DAY_MS);
  expect((await own.get('/fapi/v1/order', named)).status).toBe(200);
  await world.pass(1);
  expect((await own.get('/fapi/v1/order', named)).json.code).toBe(-2013);
  await world.pass(5 * DAY_MS);
  expect((await own.get('/fapi/v1/allOrders', { symbol: 'BTCUSDT' })).json).toEqual([]);
  const past = await own.get('/fapi/v1/allOrders', { symbol: 'BTCUSDT', startTime: sentAt });
  expect(past.json).toMatchObject([{ clientOrderId: 'bought' }, { clientOrderId: 'sold' }]);
});

test('past and waiting conditional orders are listed together', async () => {
  const own = await world.trader();
  const first = await good(stopOrder(own, world));
  await good(own.delete('/fapi/v1/algoOrder', { algoId: String(first.json.algoId) }));
  const second = await good(stopOrder(own, world));
  const all = await own.get('/fapi/v1/allAlgoOrders', { symbol: 'BTCUSDT' });
  expect(all.json).toMatchObject([
    { algoId: first.json.algoId, algoStatus: 'CANCELED' },
    { algoId: second.json.algoId, algoStatus: 'NEW' },
  ]);
  const open = await own.get('/fapi/v1/openAlgoOrders', { algoId: String(second.json.algoId) });
  expect(open.json).toHaveLength(1);
});
