import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#base/time.ts';
import { send, type WireReply } from '../../../tests/support/wire-client.ts';
import { openWireWorld, type Trader, type WireWorld } from '../../../tests/support/wire-world.ts';

const ETH = 'ETHUSDT';
type Row = WireReply['json'];

describe('what is rarely asked for is answered from the state of the exchange', () => {
  let world: WireWorld;
  let trader: Trader;

  beforeAll(async () => {
    world = await openWireWorld();
    trader = await world.trader('hedge');
    await world.pass(HOUR_MS);
  });
  afterAll(async () => {
    expect(world.failures).toEqual([]);
    await world.close();
  });

  const open = async (path: string): Promise<Row> => (await send(world.port, { path })).json;
  const past = (query: string): Promise<WireReply> =>
    send(world.port, {
      path: `/fapi/v1/historicalTrades?symbol=${ETH}${query}`,
      headers: { 'X-MBX-APIKEY': trader.key.apiKey },
    });
  const order = (of: Trader, side: string, positionSide: string, quantity: string): Promise<WireReply> =>
    of.post('/fapi/v1/order', { symbol: ETH, side, positionSide, type: 'MARKET', quantity });

  it('old trades can be paged by id, without gaps, up to the newest', async () => {
    const newest = (await past('&limit=500')).json;
    expect(newest).toEqual((await open(`/fapi/v1/trades?symbol=${ETH}&limit=500`)).slice(-500));
    const [first] = newest;
    const pages = [];
    for (let from = first.id; from <= newest.at(-1).id; from += 200) {
      pages.push(...(await past(`&fromId=${from}&limit=200`)).json);
    }
    expect(pages).toEqual(newest);
    expect((await past(`&fromId=${newest.at(-1).id + 1}`)).json).toEqual([]);
    expect((await past('')).json).toHaveLength(100);
  });

  it('old trades go back a month, and need a key', async () => {
    const oldest = world.simulation.now() - 30 * DAY_MS;
    const [first, second] = (await past('&fromId=1&limit=2')).json;
    expect(first.id).toBeGreaterThan(1);
    expect(first.time).toBeGreaterThanOrEqual(oldest);
    expect(second.id).toBe(first.id + 1);
    const day = Math.round(first.id + (await past('&limit=1')).json[0].id) / 2;
    expect((await past(`&fromId=${Math.floor(day)}&limit=1`)).json[0].id).toBe(Math.floor(day));
    expect((await open(`/fapi/v1/historicalTrades?symbol=${ETH}`)).code).toBe(-2014);
    expect((await past('&limit=501')).json.code).toBe(-1130);
  });

  it('the basis is the difference of the last price and the index at the end of each period', async () => {
    const rows = await open(`/futures/data/basis?pair=${ETH}&contractType=PERPETUAL&period=5m&limit=6`);
    expect(rows).toHaveLength(6);
    for (const row of rows) {
      const candle = async (path: string, name: string): Promise<string> => {
        const startTime = row.timestamp - 60_000;
        const query = `${name}=${ETH}&interval=1m&startTime=${startTime}&limit=1`;
        return (await open(`/fapi/v1/${path}?${query}`))[0][4];
      };
      expect(row).toMatchObject({ pair: ETH, contractType: 'PERPETUAL', annualizedBasisRate: '' });
      expect(row.futuresPrice).toBe(await candle('klines', 'symbol'));
      expect(row.indexPrice).toBe(await candle('indexPriceKlines', 'pair'));
      const difference = Number(row.futuresPrice) - Number(row.indexPrice);
      expect(Number(row.basis)).toBeCloseTo(difference, 6);
      expect(Math.abs(Number(row.basisRate) - difference / Number(row.indexPrice))).toBeLessThan(0.000_051);
    }
    const quarter = await open(`/futures/data/basis?pair=${ETH}&contractType=CURRENT_QUARTER&period=5m`);
    expect(quarter).toEqual([]);
  });

  it('indices that are not there are not made up', async () => {
    expect(await open(`/fapi/v1/constituents?symbol=${ETH}`)).toEqual({
      symbol: ETH,
      time: world.simulation.now(),
      constituents: [],
    });
    expect(await open('/fapi/v1/indexInfo')).toEqual([]);
    expect(await open('/fapi/v1/assetIndex')).toEqual([]);
    expect((await open('/fapi/v1/assetIndex?symbol=BTCUSD')).code).toBe(-1121);
    expect((await open('/fapi/v1/constituents?symbol=NONEUSDT')).code).toBe(-1121);
  });

  it('liquidations of an account are listed for it alone', async () => {
    const own = await world.trader('hedge');
    await order(own, 'BUY', 'LONG', '0.2');
    expect((await own.get('/fapi/v1/forceOrders')).json).toEqual([]);
    const { accountId } = own.key;
    await world.admin('faults/liquidate', { accountId, symbol: ETH, positionSide: 'LONG' });
    const { json } = await own.get('/fapi/v1/forceOrders', { symbol: ETH });
    expect(json).toMatchObject([
      { symbol: ETH, side: 'SELL', positionSide: 'LONG', status: 'FILLED', origQty: '0.200' },
    ]);
    expect(json[0].clientOrderId).toMatch(/^autoclose-/);
    const kind = (autoCloseType: string) => own.get('/fapi/v1/forceOrders', { autoCloseType });
    expect((await kind('LIQUIDATION')).json).toEqual(json);
    expect((await kind('ADL')).json).toEqual([]);
    expect((await trader.get('/fapi/v1/forceOrders')).json).toEqual([]);
    const after = String(json[0].time + 1);
    expect((await own.get('/fapi/v1/forceOrders', { startTime: after })).json).toEqual([]);
  });

  it('every position has the lowest quantile, because there is no auto-deleveraging', async () => {
    const [hedging, plain] = [await world.trader('hedge'), await world.trader('one-way')];
    expect((await hedging.get('/fapi/v1/adlQuantile')).json).toEqual([]);
    await order(hedging, 'BUY', 'LONG', '0.1');
    await order(hedging, 'SELL', 'SHORT', '0.1');
    await order(plain, 'SELL', 'BOTH', '0.1');
    const quantiles = (of: Trader) => of.get('/fapi/v1/adlQuantile', { symbol: ETH });
    expect((await quantiles(hedging)).json).toEqual([{ symbol: ETH, adlQuantile: { LONG: 0, SHORT: 0, HEDGE: 0 } }]);
    expect((await quantiles(plain)).json).toEqual([{ symbol: ETH, adlQuantile: { LONG: 0, SHORT: 0, BOTH: 0 } }]);
  });

  it('no rule locks an account, so no indicator of one is listed', async () => {
    const { json } = await trader.get('/fapi/v1/apiTradingStatus');
    expect(json).toEqual({ indicators: {}, updateTime: world.simulation.now() });
  });
});
