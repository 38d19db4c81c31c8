import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from '#base/time.ts';
import { send, sendSigned, signed, type WireReply } from '../../tests/support/wire-client.ts';
import { openWireWorld, type Trader, type WireWorld } from '../../tests/support/wire-world.ts';

/** In the middle of an hour, far from the market's own begin. */
const PRESENT = Date.UTC(2027, 4, 5, 13, 21, 40);
const SYMBOL = 'BTCUSDT';
const LIMIT = { symbol: SYMBOL, side: 'BUY', type: 'LIMIT', quantity: '0.010' };

describe('a simulated market that follows the machine’s clock', () => {
  let world: WireWorld;
  let trader: Trader;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: PRESENT });
    world = await openWireWorld({ clock: 'wall' });
    trader = await world.trader();
    return async () => {
      await world.close();
      vi.useRealTimers();
    };
  });
  const get = (address: string): Promise<WireReply> => send(world.port, { path: address });

  it('stands at the present, in calls and in rows, whatever pace it is opened with', async () => {
    expect(world.simulation.now()).toBe(Date.now());
    expect((await get('/fapi/v1/time')).json.serverTime).toBe(Date.now());
    expect((await get(`/fapi/v1/depth?symbol=${SYMBOL}&limit=5`)).json.E).toBe(Date.now());
  });

  it('has rows for whatever happened since an hour ago: candles, trades, marks, and funding of the day', async () => {
    const since = Date.now() - HOUR_MS;
    const klines = (await get(`/fapi/v1/klines?symbol=${SYMBOL}&interval=1m&startTime=${since}`)).json;
    expect(klines).toHaveLength(60);
    expect(klines.at(-1)[6]).toBe(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS - 1);
    const marks = (await get(`/fapi/v1/markPriceKlines?symbol=${SYMBOL}&interval=1m&startTime=${since}`)).json;
    expect(marks).toHaveLength(60);
    const span = `startTime=${since}&endTime=${Date.now() - 1}`;
    const trades = (await get(`/fapi/v1/aggTrades?symbol=${SYMBOL}&${span}&limit=1000`)).json;
    expect(trades).toHaveLength(1_000);
    expect(trades[0].T - since).toBeLessThan(MINUTE_MS);
    const funding = (await get(`/fapi/v1/fundingRate?symbol=${SYMBOL}&startTime=${Date.now() - DAY_MS}`)).json;
    expect(funding.map(({ fundingTime }: { fundingTime: number }) => fundingTime % (8 * HOUR_MS))).toEqual([0, 0, 0]);
  });

  it('finds orders, trades and income of the last hour by wall time', async () => {
    const since = String(Date.now() - HOUR_MS);
    const market = { symbol: SYMBOL, side: 'BUY', type: 'MARKET', quantity: '0.010' };
    expect((await trader.post('/fapi/v1/order', market)).status).toBe(200);
    const times = async (address: string, name: string): Promise<readonly number[]> => {
      const rows = (await trader.get(address, { symbol: SYMBOL, startTime: since })).json;
      return rows.map((row: Record<string, number>) => row[name]);
    };
    for (const [address, name] of [
      ['/fapi/v1/allOrders', 'time'],
      ['/fapi/v1/userTrades', 'time'],
      ['/fapi/v1/income', 'time'],
    ] as const) {
      expect(new Set(await times(address, name)), address).toEqual(new Set([Date.now()]));
    }
  });

  it('ends an order at the wall time that it names', async () => {
    const goodTillDate = String(Date.now() + 700 * SECOND_MS);
    const order = { ...LIMIT, timeInForce: 'GTD', price: world.near(SYMBOL, 0.7), goodTillDate };
    const tooSoon = await trader.post('/fapi/v1/order', { ...order, goodTillDate: String(Date.now() + 500_000) });
    expect(tooSoon.json.code).toBe(-5040);
    const { orderId } = (await trader.post('/fapi/v1/order', order)).json;
    const status = async () =>
      (await trader.get('/fapi/v1/order', { symbol: SYMBOL, orderId: String(orderId) })).json.status;
    await world.pass(699 * SECOND_MS);
    expect(await status()).toBe('NEW');
    await world.pass(2 * SECOND_MS);
    expect(await status()).toBe('EXPIRED');
  });

  it('goes on at the same time for a client that the skewed clock refuses, and serves one that asks it for the time', async () => {
    await world.admin('faults/clock-skew', { ms: 10 * MINUTE_MS });
    const now = world.simulation.now();
    expect((await trader.get('/fapi/v3/account')).json.code).toBe(-1021);
    const { serverTime } = (await get('/fapi/v1/time')).json;
    expect(serverTime - Date.now()).toBe(10 * MINUTE_MS);
    const headers = { 'X-MBX-APIKEY': trader.key.apiKey };
    const query = signed({ ...LIMIT, timeInForce: 'GTC', price: world.near(SYMBOL, 0.7) }, trader.key, serverTime);
    const placed = await send(world.port, { method: 'POST', path: `/fapi/v1/order?${query}`, headers });
    expect(placed.json).toMatchObject({ status: 'NEW', updateTime: now });
    await world.admin('faults/clear');
  });

  it('stands still while the machine’s clock is behind what it has shown, and never goes back', () => {
    const shown = world.simulation.now();
    vi.setSystemTime(Date.now() - 5_000);
    expect(world.simulation.now()).toBe(shown);
    vi.setSystemTime(Date.now() + 6_000);
    expect(world.simulation.now()).toBe(shown + 1_000);
  });

  it('cannot be paused, hastened or stepped, and says so', async () => {
    for (const [act, body] of [
      ['clock', { kind: 'pause' }],
      ['clock', { kind: 'run', speed: 60 }],
      ['clock/step', { ms: 1_000 }],
    ] as const) {
      await expect(world.admin(act, body)).rejects.toThrow(/422 .*CLOCK_IS_WALL/);
    }
  });
});

describe('a simulated market that follows the machine’s clock, after a downtime', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'botyard-wall-'));
  afterAll(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });

  it('goes through the missed minutes before it answers: orders filled, funding paid and positions valued at their own times', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: PRESENT });
    const first = await openWireWorld({ clock: 'wall', folder });
    const { key, ...trader } = await first.trader();
    await trader.post('/fapi/v1/order', { symbol: SYMBOL, side: 'BUY', type: 'MARKET', quantity: '0.010' });
    const price = first.near(SYMBOL, 0.999);
    const resting = (await trader.post('/fapi/v1/order', { ...LIMIT, timeInForce: 'GTC', price })).json;
    const [candle] = await candles(first, PRESENT - HOUR_MS);
    await first.close();

    vi.setSystemTime(PRESENT + 2 * DAY_MS);
    const second = await openWireWorld({ clock: 'wall', folder });
    const ask = (address: string, params = {}) =>
      sendSigned(second.port, key, ['GET', address], { symbol: SYMBOL, ...params });
    const order = (await ask('/fapi/v1/order', { orderId: String(resting.orderId) })).json;
    const [kline = []] = await candles(second, order.updateTime);
    expect(order.status).toBe('FILLED');
    expect(order.updateTime).toBeGreaterThan(PRESENT);
    expect(order.updateTime).toBeLessThan(Date.now());
    expect(Number(kline[3])).toBeLessThanOrEqual(Number(price)); // The minute of the fill went as low as the price.
    const income = (await ask('/fapi/v1/income', { incomeType: 'FUNDING_FEE', startTime: String(PRESENT) })).json;
    const settled = [];
    for (let time = Math.ceil(PRESENT / (8 * HOUR_MS)) * 8 * HOUR_MS; time <= Date.now(); time += 8 * HOUR_MS)
      settled.push(time);
    expect(income.map(({ time }: { time: number }) => time)).toEqual(settled);
    expect(await candles(second, PRESENT - HOUR_MS)).toEqual([candle]);
    expect(await candles(second, Date.now() - 30 * MINUTE_MS)).toHaveLength(1);
    await second.close();

    vi.setSystemTime(PRESENT);
    await expect(openWireWorld({ clock: 'wall', folder })).rejects.toMatchObject({ code: 'SIMULATOR_AHEAD' });
    await expect(openWireWorld({ folder })).rejects.toMatchObject({ code: 'SIMULATOR_MARKET_OTHER' });
  });

  it('has the prices that it has on a clock of its own, some whole days later', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: PRESENT });
    const [wall, own] = [await openWireWorld({ clock: 'wall' }), await openWireWorld()];
    const start = own.simulation.now();
    const shiftMs = Math.floor((PRESENT - start) / DAY_MS) * DAY_MS;
    for (const back of [0, 30 * MINUTE_MS, 5 * DAY_MS]) {
      const [there = []] = await candles(own, start - back - HOUR_MS);
      const [here = []] = await candles(wall, start - back - HOUR_MS + shiftMs);
      expect(here.map(Number)).toEqual(
        there.map((cell, index) => Number(cell) + (index === 0 || index === 6 ? shiftMs : 0)),
      );
    }
    for (const [symbol, listed] of own.simulation.market.symbols) {
      const shifted = wall.simulation.market.symbols.get(symbol);
      expect(shifted?.onboardDate).toBe(later(listed.onboardDate, shiftMs));
      expect(shifted?.haltedAt).toBe(listed.haltedAt === null ? null : later(listed.haltedAt, shiftMs));
    }
    await Promise.all([wall.close(), own.close()]);
  });
});

/** The candle of the minute that contains an instant, as a client reads it. */
async function candles(world: WireWorld, at: number): Promise<string[][]> {
  const startTime = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const query = `symbol=${SYMBOL}&interval=1m&startTime=${startTime}&endTime=${startTime}`;
  return (await send(world.port, { path: `/fapi/v1/klines?${query}` })).json;
}
