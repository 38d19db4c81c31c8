import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, startOf } from '#base/time.ts';
import { send } from '../../../tests/support/wire-client.ts';
import { openWireWorld, type WireWorld } from '../../../tests/support/wire-world.ts';
import { printsOf } from '../prices/prints/candle-prints.ts';

let world: WireWorld;

beforeAll(async () => {
  world = await openWireWorld();
  await world.pass(2 * HOUR_MS + 34_567);
});

afterAll(async () => {
  expect(world.failures).toEqual([]);
  await world.close();
});

async function get(path: string) {
  const reply = await send(world.port, { path });
  expect([path, reply.status]).toEqual([path, 200]);
  return reply.json;
}

async function usedWeight(path: string): Promise<number> {
  const pool = path.startsWith('/api') ? '/api/v3/time' : '/fapi/v1/time';
  const used = async (asked: string) =>
    Number((await send(world.port, { path: asked })).headers['x-mbx-used-weight-1m']);
  for (;;) {
    const [before, between, after] = [await used(pool), await used(path), await used(pool)];
    // A window that ended in between has reset the count.
    if (after > before) return between - before;
  }
}

/** A decimal text as a count of 1e-8, whatever its decimals. */
function exact(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

const KLINES = '/fapi/v1/klines?symbol=BTCUSDT&interval=1m';

describe('calls about the market', () => {
  it.each([
    [`${KLINES}&limit=99`, 1],
    [`${KLINES}&limit=100`, 2],
    [`${KLINES}&limit=499`, 2],
    [`${KLINES}&limit=500`, 5],
    [KLINES, 5],
    [`${KLINES}&limit=1000`, 5],
    [`${KLINES}&limit=1001`, 10],
    ['/fapi/v1/markPriceKlines?symbol=BTCUSDT&interval=1m&limit=1500', 10],
    ['/fapi/v1/depth?symbol=BTCUSDT&limit=50', 2],
    ['/fapi/v1/depth?symbol=BTCUSDT&limit=100', 5],
    ['/fapi/v1/depth?symbol=BTCUSDT', 10],
    ['/fapi/v1/depth?symbol=BTCUSDT&limit=1000', 20],
    ['/fapi/v1/trades?symbol=BTCUSDT', 5],
    ['/fapi/v1/aggTrades?symbol=BTCUSDT', 20],
    ['/fapi/v2/ticker/price?symbol=BTCUSDT', 1],
    ['/fapi/v2/ticker/price', 2],
    ['/fapi/v1/ticker/bookTicker?symbol=BTCUSDT', 2],
    ['/fapi/v1/ticker/bookTicker', 5],
    ['/fapi/v1/ticker/24hr?symbol=BTCUSDT', 1],
    ['/fapi/v1/ticker/24hr', 40],
    ['/fapi/v1/premiumIndex?symbol=BTCUSDT', 1],
    ['/fapi/v1/premiumIndex', 10],
    ['/fapi/v1/fundingRate?symbol=BTCUSDT', 0],
    ['/fapi/v1/openInterest?symbol=BTCUSDT', 1],
    ['/futures/data/openInterestHist?symbol=BTCUSDT&period=5m', 0],
    ['/fapi/v1/exchangeInfo', 1],
    ['/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=1000', 2],
    ['/api/v3/exchangeInfo', 20],
    ['/api/v3/ticker/price', 4],
    ['/api/v3/ticker/24hr?symbol=BTCUSDT', 2],
    ['/api/v3/ticker/24hr?symbols=%5B%22BTCUSDT%22%2C%22ETHUSDT%22%5D', 2],
    ['/api/v3/ticker/24hr', 80],
  ])('%s has weight %d', async (path, weight) => {
    expect(await usedWeight(path)).toBe(weight);
  });

  it.each([
    ['/fapi/v1/klines?interval=1m', -1102],
    ['/fapi/v1/klines?symbol=BTCUSDT', -1102],
    ['/fapi/v1/klines?symbol=NOUSDT&interval=1m', -1121],
    ['/fapi/v1/klines?symbol=BTCUSDT&interval=1s', -1120],
    ['/fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=1501', -1130],
    ['/fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=0', -1130],
    ['/fapi/v1/klines?symbol=BTCUSDT&interval=1m&startTime=2&endTime=1', -1023],
    ['/fapi/v1/indexPriceKlines?symbol=BTCUSDT&interval=1m', -1102],
    ['/fapi/v1/continuousKlines?pair=BTCUSDT&contractType=CURRENT_QUARTER&interval=1m', -1130],
    ['/fapi/v1/depth?symbol=BTCUSDT&limit=7', -4021],
    ['/fapi/v1/trades?symbol=BTCUSDT&limit=1001', -1130],
    ['/fapi/v1/aggTrades?symbol=BTCUSDT&startTime=0&endTime=3600001', -1127],
    ['/fapi/v1/fundingRate?startTime=2&endTime=1', -1023],
    ['/fapi/v1/openInterest', -1102],
    ['/futures/data/openInterestHist?symbol=BTCUSDT&period=1m', -1130],
    ['/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=1001', -1130],
    ['/api/v3/klines?symbol=BTCUSDT&interval=1m&timeZone=8', -1130],
    ['/api/v3/ticker/price?symbols=BTCUSDT', -1130],
    ['/api/v3/ticker/price?symbol=BTCUSDT&symbols=%5B%22BTCUSDT%22%5D', -1106],
  ])('%s is refused with %d', async (path, code) => {
    const reply = await send(world.port, { path });
    expect([reply.status, reply.json.code]).toEqual([400, code]);
  });

  it('return wall time as server time and market time in their rows', async () => {
    const now = world.simulation.now();
    for (const path of ['/fapi/v1/time', '/api/v3/time']) {
      expect(Math.abs((await get(path)).serverTime - Date.now())).toBeLessThan(10_000);
    }
    expect((await get('/fapi/v2/ticker/price?symbol=BTCUSDT')).time).toBe(now);
    expect((await get('/fapi/v1/premiumIndex?symbol=BTCUSDT')).time).toBe(now);
    expect((await get('/fapi/v1/depth?symbol=BTCUSDT')).E).toBe(now);
  });
});

describe('candles over the wire', () => {
  it('can be paged backwards by end time and forwards by start time without gaps or duplicates', async () => {
    const page = async (words: string): Promise<readonly number[][]> => get(`${KLINES}&limit=499${words}`);
    const newest = await page('');
    const before = await page(`&endTime=${(newest[0]?.[0] ?? 0) - 1}`);
    expect((newest[0]?.[0] ?? 0) - (before.at(-1)?.[0] ?? 0)).toBe(MINUTE_MS);
    expect(await page(`&startTime=${before[0]?.[0]}`)).toEqual(before);
    expect(await page(`&startTime=${(before.at(-1)?.[0] ?? 0) + MINUTE_MS}`)).toEqual(newest);
  });

  it('of long intervals, computed day by day, equal those of the market', async () => {
    const { market } = world.simulation;
    for (const interval of ['1d', '3d', '1w', '1M'] as const) {
      for (const startTime of [null, 0]) {
        const words = startTime === null ? '' : '&startTime=0';
        const page: readonly unknown[][] = await get(
          `/fapi/v1/klines?symbol=SOLUSDT&interval=${interval}&limit=20${words}`,
        );
        const query = { series: 'last', interval, startTime, endTime: null, limit: 20 } as const;
        const expected = market.klines('SOLUSDT', query, world.simulation.now());
        expect(page.map(([time, , , , , , , , trades]) => [time, trades])).toEqual(
          expected.map(({ time, trades }) => [time, trades]),
        );
        expect(page.length).toBeGreaterThan(1);
      }
    }
  });

  it('of a minute equal the sum of that minute’s trades', async () => {
    const minute = later(startOf(world.simulation.now(), MINUTE_MS), -5 * MINUTE_MS);
    const trades: readonly { p: string; q: string; m: boolean; f: number; l: number }[] = await get(
      `/fapi/v1/aggTrades?symbol=SOLUSDT&startTime=${minute}&endTime=${minute + MINUTE_MS - 1}&limit=1000`,
    );
    const [row] = await get(`/fapi/v1/klines?symbol=SOLUSDT&interval=1m&startTime=${minute}&limit=1`);
    const sum = (of: (trade: (typeof trades)[number]) => bigint) =>
      trades.reduce((total, trade) => total + of(trade), 0n);
    const worth = ({ p, q }: { p: string; q: string }) => (exact(p) * exact(q)) / 100_000_000n;
    expect(trades.length).toBe(printsOf(row[8]));
    expect([at(trades, 0).p, at(trades, trades.length - 1).p]).toEqual([row[1], row[4]]);
    expect([exact(row[5]), exact(row[7])]).toEqual([sum(({ q }) => exact(q)), sum(worth)]);
    expect(exact(row[10])).toBe(sum((trade) => (trade.m ? 0n : worth(trade))));
    expect(row[8]).toBe(at(trades, trades.length - 1).l - at(trades, 0).f + 1);
  });
});

describe('trades over the wire', () => {
  it('can be paged by id without gaps up to the newest one', async () => {
    const newest: readonly { a: number; T: number }[] = await get('/fapi/v1/aggTrades?symbol=SOLUSDT&limit=10');
    const from = at(newest, 0).a - 700;
    const first: typeof newest = await get(`/fapi/v1/aggTrades?symbol=SOLUSDT&fromId=${from}`);
    expect(first.map(({ a }) => a)).toEqual(Array.from({ length: 500 }, (_, index) => from + index));
    const rest: typeof newest = await get(`/fapi/v1/aggTrades?symbol=SOLUSDT&fromId=${from + 500}&limit=1000`);
    expect(rest.slice(-10)).toEqual(newest);
    expect(rest.length).toBe(210);
    expect(at(newest, 9).T).toBeLessThanOrEqual(world.simulation.now());
  });

  it('older than 48 hours are not returned, neither by id nor by time', async () => {
    const kept = world.simulation.now() - 48 * HOUR_MS;
    const byId: readonly { a: number; T: number }[] = await get('/fapi/v1/aggTrades?symbol=SOLUSDT&fromId=1&limit=3');
    expect(byId.every(({ T }) => T >= kept && T < kept + HOUR_MS)).toBe(true);
    const byTime: typeof byId = await get(`/fapi/v1/aggTrades?symbol=SOLUSDT&startTime=${kept - DAY_MS}&limit=3`);
    expect(byTime).toEqual(byId);
    expect(await get(`/fapi/v1/aggTrades?symbol=SOLUSDT&endTime=${kept - 1}`)).toEqual([]);
  });

  it('add up to the aggregate trades: ids, prices and quantities', async () => {
    const singles: readonly { id: number; price: string; qty: string; quoteQty: string; isBuyerMaker: boolean }[] =
      await get('/fapi/v1/trades?symbol=SOLUSDT&limit=1000');
    expect(singles.map(({ id }) => id)).toEqual(singles.map((_, index) => at(singles, 0).id + index));
    const aggregates: readonly { f: number; l: number; p: string; q: string; m: boolean }[] = await get(
      '/fapi/v1/aggTrades?symbol=SOLUSDT&limit=1000',
    );
    const whole = aggregates.filter(({ f }) => f >= at(singles, 0).id);
    expect(whole.length).toBeGreaterThan(0);
    for (const { f, l, p, q, m } of whole) {
      const parts = singles.filter(({ id }) => id >= f && id <= l);
      expect(parts.length).toBe(l - f + 1);
      expect(parts.reduce((total, { qty }) => total + exact(qty), 0n)).toBe(exact(q));
      expect(parts.every(({ price, isBuyerMaker }) => price === p && isBuyerMaker === m)).toBe(true);
    }
    const { price, qty, quoteQty } = at(singles, 0);
    expect(exact(quoteQty)).toBe((exact(price) * exact(qty)) / 100_000_000n);
  });

  it('come with an order book of the requested depth, best prices first', async () => {
    const book: { bids: string[][]; asks: string[][] } = await get('/fapi/v1/depth?symbol=SOLUSDT&limit=20');
    const prices = (side: string[][]) => side.map(([price]) => Number(price));
    expect(prices(book.bids)).toEqual(prices(book.bids).toSorted((one, other) => other - one));
    expect(prices(book.asks)).toEqual(prices(book.asks).toSorted((one, other) => one - other));
    expect([book.bids.length, book.asks.length]).toEqual([20, 20]);
    const best = await get('/fapi/v1/ticker/bookTicker?symbol=SOLUSDT');
    expect([best.bidPrice, best.askPrice]).toEqual([book.bids[0]?.[0], book.asks[0]?.[0]]);
  });
});

describe('funding and statistics over the wire', () => {
  it('are the first settlements from a start time, otherwise the latest, oldest first', async () => {
    const all: readonly { fundingTime: number; fundingRate: string }[] = await get(
      '/fapi/v1/fundingRate?symbol=SOLUSDT&startTime=0&limit=1000',
    );
    expect(all.length).toBe(90);
    expect(await get('/fapi/v1/fundingRate?symbol=SOLUSDT&limit=4')).toEqual(all.slice(-4));
    const from = at(all, 3).fundingTime;
    const to = at(all, 5).fundingTime;
    expect(await get(`/fapi/v1/fundingRate?symbol=SOLUSDT&startTime=${from}&endTime=${to}`)).toEqual(all.slice(3, 6));
    expect(await get(`/fapi/v1/fundingRate?symbol=SOLUSDT&startTime=${from}&limit=2`)).toEqual(all.slice(3, 5));
    type Row = { readonly fundingTime: number; readonly symbol: string };
    const everybody: readonly Row[] = await get('/fapi/v1/fundingRate?limit=30');
    const rows: Row[] = [];
    for (const symbol of world.simulation.market.symbols.keys()) {
      rows.push(...(await get(`/fapi/v1/fundingRate?symbol=${symbol}&limit=30`)));
    }
    expect(everybody).toEqual(rows.toSorted((one, other) => one.fundingTime - other.fundingTime).slice(-30));
    expect(new Set(everybody.map(({ symbol }) => symbol)).size).toBeGreaterThan(3);
  });

  it('are stamped with the ends of periods and cover the last month only', async () => {
    const rows: readonly { timestamp: number }[] = await get(
      '/futures/data/takerlongshortRatio?symbol=SOLUSDT&period=1h&limit=500&startTime=0',
    );
    expect(rows.length).toBe(500);
    expect(rows.every(({ timestamp }) => timestamp % HOUR_MS === 0)).toBe(true);
    expect(at(rows, 0).timestamp).toBeGreaterThanOrEqual(world.simulation.now() - 30 * DAY_MS);
    const latest: typeof rows = await get('/futures/data/openInterestHist?symbol=SOLUSDT&period=1h');
    expect([latest.length, latest.at(-1)?.timestamp]).toEqual([30, startOf(world.simulation.now(), HOUR_MS)]);
  });

  it('report open interest at the mark with which the period closed', async () => {
    const [row] = await get('/futures/data/openInterestHist?symbol=SOLUSDT&period=5m&limit=1');
    const from = row.timestamp - 300_000;
    const [kline] = await get(`/fapi/v1/markPriceKlines?symbol=SOLUSDT&interval=5m&startTime=${from}&limit=1`);
    expect(exact(row.sumOpenInterestValue) * 10n ** 8n).toBe(exact(row.sumOpenInterest) * exact(kline[4]));
  });

  it('report taker volumes equal to the period’s candle', async () => {
    const [row] = await get('/futures/data/takerlongshortRatio?symbol=SOLUSDT&period=5m&limit=1');
    const [kline] = await get(
      `/fapi/v1/klines?symbol=SOLUSDT&interval=5m&startTime=${row.timestamp - 300_000}&limit=1`,
    );
    expect(exact(row.buyVol)).toBe(exact(kline[9]));
    expect(exact(row.buyVol) + exact(row.sellVol)).toBe(exact(kline[5]));
  });
});

describe('symbols over the wire', () => {
  it('return changed filters at once', async () => {
    const filtersOf = async () => {
      const { symbols } = await get('/fapi/v1/exchangeInfo');
      const { filters } = symbols.find(({ symbol }: { symbol: string }) => symbol === 'LTCUSDT');
      return Object.fromEntries(filters.map((filter: { filterType: string }) => [filter.filterType, filter]));
    };
    const before = await filtersOf();
    await world.simulation.disturb({
      kind: 'filters',
      symbol: 'LTCUSDT',
      tickUnits: 5,
      stepUnits: 10,
      notionalMin: '55.5',
    });
    const after = await filtersOf();
    expect([before.PRICE_FILTER.tickSize, after.PRICE_FILTER.tickSize]).toEqual(['0.01', '0.05']);
    expect([before.LOT_SIZE.stepSize, after.LOT_SIZE.stepSize, after.LOT_SIZE.minQty]).toEqual([
      '0.001',
      '0.010',
      '0.010',
    ]);
    expect([before.MIN_NOTIONAL.notional, after.MIN_NOTIONAL.notional]).toEqual(['20', '55.5']);
  });

  it('of spot have prices near the contract and the fields that clients read', async () => {
    const info = await get('/api/v3/exchangeInfo');
    expect(info.symbols.map(({ symbol }: { symbol: string }) => symbol)).toContain('SOLUSDT');
    const [future, spot] = [
      await get('/fapi/v1/ticker/24hr?symbol=SOLUSDT'),
      await get('/api/v3/ticker/24hr?symbol=SOLUSDT'),
    ];
    for (const key of ['lastPrice', 'highPrice', 'lowPrice', 'weightedAvgPrice']) {
      expect(Number(spot[key]) / Number(future[key])).toBeCloseTo(1, 2);
    }
    expect(Number(spot.volume) / Number(future.volume)).toBeCloseTo(0.4, 2);
    expect(await get('/api/v3/ticker/price?symbol=SOLUSDT')).toEqual({ symbol: 'SOLUSDT', price: spot.lastPrice });
    const some = await get('/api/v3/ticker/24hr?symbols=%5B%22BTCUSDT%22%2C%22SOLUSDT%22%5D');
    expect(some[1]).toEqual(spot);
    expect((await get('/api/v3/ticker/price')).length).toBe(info.symbols.length);
  });
});
