import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { limitOf, limitOrder, marketOrder, ORDER } from '../../../tests/support/error-scenarios/scenario.ts';
import { send } from '../../../tests/support/wire-client.ts';
import { openWireWorld, type WireWorld } from '../../../tests/support/wire-world.ts';

let world: WireWorld;

beforeAll(async () => {
  world = await openWireWorld();
});

afterEach(async () => {
  await world.admin('faults/clear');
});

afterAll(async () => {
  expect(world.failures).toEqual([]);
  await world.close();
});

const NAMED = { symbol: 'BTCUSDT', origClientOrderId: 'ours' };

describe('fault 24: an order whose answer is lost', () => {
  test('is found when the client queries its client id', async () => {
    const trader = await world.trader();
    await world.admin('faults/request', { kind: 'lost-reply', path: ORDER, method: 'POST' });
    await expect(limitOrder(trader, world, { newClientOrderId: 'ours' })).rejects.toThrow('socket hang up');
    expect((await trader.get(ORDER, NAMED)).json).toMatchObject({ status: 'NEW', clientOrderId: 'ours' });
  });

  test('is found even if the client was told that its state is unknown', async () => {
    const trader = await world.trader();
    const fault = { kind: 'error-after', status: 503, code: -1006, message: 'Execution status unknown.', path: ORDER };
    await world.admin('faults/request', fault);
    const reply = await limitOrder(trader, world, { newClientOrderId: 'ours' });
    expect([reply.status, reply.json.code]).toEqual([503, -1006]);
    expect(Number(reply.headers['x-mbx-used-weight-1m'])).toBeGreaterThanOrEqual(0);
    expect((await trader.get(ORDER, NAMED)).json.status).toBe('NEW');
  });

  test('is not found when the connection broke before the call was executed', async () => {
    const trader = await world.trader();
    await world.admin('faults/request', { kind: 'drop', path: ORDER });
    await expect(limitOrder(trader, world, { newClientOrderId: 'ours' })).rejects.toThrow('socket hang up');
    expect((await trader.get(ORDER, NAMED)).json.code).toBe(-2013);
  });
});

describe('fault 29: limits', () => {
  test('limits divided by ten are used up ten times sooner, and refusals carry a retry time', async () => {
    const trader = await world.trader();
    await world.admin('faults/limits', { divisor: 10 });
    let reply = await trader.get('/fapi/v1/income');
    for (let sent = 0; sent < 20 && reply.status === 200; sent += 1) reply = await trader.get('/fapi/v1/income');
    expect([reply.status, reply.json.code]).toEqual([429, -1003]);
    const retryAfterS = Number(reply.headers['retry-after']);
    expect(retryAfterS > 0 && retryAfterS <= 60).toBe(true);
  });

  test('a ban applies to every call until it ends', async () => {
    const trader = await world.trader();
    await world.admin('faults/ban', { forMs: 30_000 });
    for (const path of ['/fapi/v3/balance', '/fapi/v1/nothing']) {
      const reply = await trader.get(path);
      expect([reply.status, Number(reply.headers['retry-after']) <= 30]).toEqual([418, true]);
    }
  });

  test('a firewall’s page is not JSON', async () => {
    const trader = await world.trader();
    await world.admin('faults/request', { kind: 'page', status: 403, path: '/fapi/*' });
    const reply = await trader.get('/fapi/v3/balance');
    expect([reply.status, reply.json]).toEqual([403, null]);
    expect(reply.text).toMatch(/^<html>/);
  });
});

describe('fault 30: clocks that differ', () => {
  test.each([
    ['half a second behind the exchange', 500, 200],
    ['half a second ahead', -500, 200],
    ['six seconds behind', 6_000, 400],
    ['two seconds ahead', -2_000, 400],
    ['an hour behind', 3_600_000, 400],
    ['an hour ahead', -3_600_000, 400],
  ])('a client that is %s', async (_who, skewMs, status) => {
    const trader = await world.trader();
    world.simulation.skewWall(skewMs);
    const reply = await trader.get('/fapi/v3/balance', { recvWindow: '5000' });
    expect(reply.status).toBe(status);
    if (status === 400) expect(reply.json.code).toBe(-1021);
  });
});

describe('fault 31: keys', () => {
  test('a removed key is unknown from then on', async () => {
    const trader = await world.trader();
    await world.simulation.removeKey(trader.key.apiKey);
    const reply = await marketOrder(trader);
    expect([reply.status, reply.json.code]).toEqual([401, -2015]);
    expect((await trader.get('/fapi/v3/balance')).json.code).toBe(-2015);
  });

  test("a key gives no access to another account's orders", async () => {
    const [trader, stranger] = [await world.trader(), await world.trader()];
    const placed = await limitOrder(trader, world);
    const named = { symbol: 'BTCUSDT', orderId: String(placed.json.orderId) };
    expect((await stranger.get(ORDER, named)).json.code).toBe(-2013);
    expect((await stranger.delete(ORDER, named)).json.code).toBe(-2011);
    const change = { ...named, side: 'BUY', quantity: '0.02', price: limitOf(world)['price'] ?? '' };
    expect((await stranger.put(ORDER, change)).json.code).toBe(-2013);
    expect((await stranger.get('/fapi/v1/openOrders')).json).toEqual([]);
    expect((await trader.get(ORDER, named)).json.status).toBe('NEW');
  });

  test('no refusal repeats the secret or the key', async () => {
    const { key } = await world.trader();
    const path = `/fapi/v3/balance?signature=${key.secret}&timestamp=${key.apiKey}&x=${key.secret}`;
    const reply = await send(world.port, { path, headers: { 'X-MBX-APIKEY': key.apiKey } });
    expect(reply.status).toBe(400);
    expect(reply.text.includes(key.secret) || reply.text.includes(key.apiKey)).toBe(false);
  });
});
