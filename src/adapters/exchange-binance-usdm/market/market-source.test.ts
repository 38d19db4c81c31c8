import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { later, MINUTE_MS } from '#base/time.ts';
import type { MarketEvent } from '#ports/market-source.ts';
import { openFaultProxy } from '../../../../tests/support/fault-proxy.ts';
import {
  loopbackUrls,
  openScriptedExchange,
  type ScriptedExchange,
} from '../../../../tests/support/scripted-exchange.ts';
import { until } from '../../../../tests/support/until.ts';
import {
  listScripted,
  SCRIPTED_MINUTE,
  scriptedContract,
  scriptedKline,
  scriptedKlineEvent,
  scriptedPremium,
} from '../../../../tests/support/wire-samples.ts';
import { type ConnectedExchange, connectExchange } from '../connect-exchange.ts';

const LAST = later(SCRIPTED_MINUTE, -MINUTE_MS);
/** As long as a starved process may need: here nothing waits for them to pass. */
const LIMITS = { connectMs: 10_000, headersMs: 10_000, bodyMs: 10_000, bytesMax: 1_000_000 };
const TIMES = { silenceMs: 150, watchMs: 30, clockMs: 60_000 };

let exchange: ScriptedExchange;
let open: ConnectedExchange;

beforeEach(async () => {
  exchange = await openScriptedExchange();
  listScripted(exchange);
  open = connectExchange({ name: 'sim', urls: exchange.urls }, { limits: LIMITS, sourceTimes: TIMES });
});

afterEach(async () => {
  await open.close();
  await exchange.close();
});

async function candles(rows: readonly unknown[]) {
  exchange.answer('GET /fapi/v1/klines', { json: rows });
  const [listing] = await open.market.listings();
  if (listing === undefined) throw new Error('nothing is listed');
  return open.market.candles(listing.instrument, { interval: '1m', from: null, to: null, limit: 500 });
}

async function events(): Promise<MarketEvent[]> {
  const heard: MarketEvent[] = [];
  open.market.onEvent((event) => heard.push(event));
  await open.market.follow(['ETHUSDT']);
  return heard;
}

describe('the market source', () => {
  it('lists USDT perpetuals on their own grids, with conservative brackets until a key has read the real ones', async () => {
    const others = [{ contractType: 'CURRENT_QUARTER' }, { quoteAsset: 'USDC' }].map((row) =>
      scriptedContract('X', row),
    );
    exchange.answer('GET /fapi/v1/exchangeInfo', {
      json: { rateLimits: [], symbols: [scriptedContract('ETHUSDT'), ...others] },
    });
    const listings = await open.market.listings();
    expect(listings).toHaveLength(1);
    expect(listings[0]).toMatchObject({ status: 'TRADING', sector: 'Layer-1', fundingHours: 4, hasBrackets: false });
    expect(listings[0]?.instrument).toMatchObject({
      symbol: 'ETHUSDT',
      tick: { units: 1, decimals: 2 },
      step: { units: 1, decimals: 3 },
      cashPerTickStep: 1_000,
      quantityMin: 1,
      quantityMax: 10_000_000,
      marketQuantityMax: 2_000_000,
      notionalMin: 2_000_000_000,
      liquidationFee: 1_250_000,
      ordersMax: 200,
    });
  });

  it('skips an incomplete contract that is not traded yet, and leaves out an incomplete traded one', async () => {
    const half = { filters: [], onboardDate: undefined };
    const list = (status: string) => ({
      json: {
        rateLimits: [],
        symbols: [scriptedContract('ETHUSDT'), scriptedContract('NEWUSDT', { ...half, status })],
      },
    });
    exchange.answer('GET /fapi/v1/exchangeInfo', list('PENDING_TRADING'));
    expect((await open.market.listings()).map(({ instrument }) => instrument.symbol)).toEqual(['ETHUSDT']);
    expect(open.market.leftOut()).toEqual([]);
    exchange.answer('GET /fapi/v1/exchangeInfo', list('TRADING'));
    expect((await open.market.listings()).map(({ instrument }) => instrument.symbol)).toEqual(['ETHUSDT']);
    expect(open.market.leftOut()).toEqual([
      { list: 'contracts', name: 'NEWUSDT', reason: 'field', detail: 'onboardDate' },
    ]);
  });

  it('returns closed candles in ticks and steps, without the open one', async () => {
    expect(await candles([scriptedKline(LAST), scriptedKline(SCRIPTED_MINUTE)])).toEqual([
      { time: LAST, open: 200_000, high: 201_050, low: 199_525, close: 200_100, volume: 12_345 },
    ]);
  });

  it('reports closed and open minutes, tickers and marks from the streams', async () => {
    const heard = await events();
    expect([...exchange.streams].sort()).toEqual(['!markPrice@arr@1s', '!miniTicker@arr', 'ethusdt@kline_1m']);
    const wrapped = (stream: string, data: unknown): string => JSON.stringify({ stream, data });
    exchange.say('/market', wrapped('ethusdt@kline_1m', scriptedKlineEvent(LAST)));
    exchange.say('/market', wrapped('ethusdt@kline_1m', scriptedKlineEvent(SCRIPTED_MINUTE, { x: false })));
    const ticker = {
      e: '24hrMiniTicker',
      E: SCRIPTED_MINUTE,
      s: 'ETHUSDT',
      c: '2000.00',
      o: '1.00',
      h: '3000.00',
      l: '1.00',
      v: '5.000',
      q: '184467440737.09',
      st: 1,
    };
    exchange.say('/market', wrapped('!miniTicker@arr', [ticker, { ...ticker, s: 'BTCUSD_PERP', st: 2 }]));
    const mark = {
      e: 'markPriceUpdate',
      E: SCRIPTED_MINUTE,
      s: 'ETHUSDT',
      p: '2000.12345678',
      ap: '1',
      i: '2000.00',
      P: '1',
      r: '0.00010000',
      T: SCRIPTED_MINUTE,
    };
    exchange.say('/market', wrapped('!markPrice@arr@1s', [mark]));
    await until(() => heard.length === 4);
    expect(heard.map((event) => event.kind)).toEqual(['candle', 'open-candle', 'tickers', 'marks']);
    expect(heard[2]).toMatchObject({
      tickers: [{ symbol: 'ETHUSDT', last: 200_000, quoteVolume: 184_467_440_737.09 }],
    });
    expect(heard[3]).toMatchObject({ marks: [{ symbol: 'ETHUSDT', mark: 200_012_345_678, fundingRate: 10_000 }] });
    expect(open.market.health().isConnected).toBe(true);
    expect(await open.market.marketTime()).toBe(SCRIPTED_MINUTE + MINUTE_MS + 5);
  });

  it('resubscribes after the socket was dropped, and reports a gap', async () => {
    const heard = await events();
    exchange.streams.clear();
    exchange.drop();
    await until(() => heard.some((event) => event.kind === 'gap'));
    expect(exchange.streams.size).toBe(3);
    expect(open.market.health().isConnected).toBe(true);
  });

  it('subscribes as soon as an unreachable exchange is back, and reports a gap', async () => {
    const proxy = await openFaultProxy(exchange.port);
    proxy.set({ kind: 'drop' });
    const fapiStreams = loopbackUrls(proxy.port).fapiStreams;
    const behind = connectExchange({ name: 'sim', urls: { ...exchange.urls, fapiStreams } }, { limits: LIMITS });
    const heard: MarketEvent[] = [];
    behind.market.onEvent((event) => heard.push(event));
    const following = behind.market.follow(['ETHUSDT']);
    await until(() => proxy.connections() > 1, 'more than one attempt');
    expect(behind.market.health().isConnected).toBe(false);
    proxy.set({ kind: 'none' });
    await following;
    expect(exchange.streams.size).toBe(3);
    expect(heard).toEqual([{ kind: 'gap' }]);
    await behind.close();
    await proxy.close();
  });

  it('replaces the symbols it follows', async () => {
    await events();
    await open.market.follow([]);
    await until(() => exchange.streams.size === 2);
  });

  it('fault 32: reopens silent streams when the market has moved, but not while it is paused', async () => {
    const heard = await events();
    exchange.say('/market', JSON.stringify({ data: scriptedKlineEvent(LAST) }));
    await until(() => heard.length === 1);
    const looks = (): number => exchange.requests.filter(({ path }) => path === '/fapi/v1/premiumIndex').length;
    const before = looks();
    await until(() => looks() >= before + 2, 'a second look at the market, so that the first is decided');
    expect(heard.map((event) => event.kind)).toEqual(['candle']);
    exchange.answer('GET /fapi/v1/premiumIndex', { json: [scriptedPremium(SCRIPTED_MINUTE + 2 * MINUTE_MS)] });
    await until(() => heard.some((event) => event.kind === 'gap'));
  });
});

it('reads minutes of the mark, which is finer than the grid, to the nearest tick and without a volume', async () => {
  const prices = { 1: '2000.12345678', 2: '2001.00500000', 3: '1999.99499999', 4: '2000.50', 5: '0' };
  exchange.answer('GET /fapi/v1/markPriceKlines', { json: [scriptedKline(LAST, prices)] });
  const [listing] = await open.market.listings();
  if (listing === undefined) throw new Error('nothing is listed');
  const query = { interval: '1m', from: null, to: null, limit: 499 } as const;
  expect(await open.market.markCandles(listing.instrument, query)).toEqual([
    { time: LAST, open: 200_012, high: 200_101, low: 199_999, close: 200_050, volume: 0 },
  ]);
  exchange.answer('GET /fapi/v1/markPriceKlines', { json: [scriptedKline(LAST, { ...prices, 4: 'NaN' })] });
  await expect(open.market.markCandles(listing.instrument, query)).rejects.toMatchObject({ code: 'EXCHANGE_ANSWER' });
});

describe('fault 45: malformed candles are refused at the border', () => {
  const minute = LAST;
  const cases: readonly [string, readonly unknown[][]][] = [
    ['not a number', [scriptedKline(minute, { 1: 'NaN' })]],
    ['a JSON number in place of a text', [scriptedKline(minute, { 1: 2000 })]],
    ['an exponent', [scriptedKline(minute, { 2: '1e308' })]],
    ['endless digits', [scriptedKline(minute, { 2: '9'.repeat(308) })]],
    ['below zero', [scriptedKline(minute, { 3: '-1.00' })]],
    ['zero', [scriptedKline(minute, { 3: '0' })]],
    ['a high below the low', [scriptedKline(minute, { 2: '1990.00' })]],
    ['a low above the open', [scriptedKline(minute, { 3: '2000.50' })]],
    ['a volume below zero', [scriptedKline(minute, { 5: '-1' })]],
    ['a price off the grid', [scriptedKline(minute, { 4: '2000.001' })]],
    ['from the future', [scriptedKline(minute + 3 * 1_440 * MINUTE_MS)]],
    ['twice', [scriptedKline(minute), scriptedKline(minute)]],
    ['out of order', [scriptedKline(minute), scriptedKline(minute - MINUTE_MS)]],
    ['between two minutes', [scriptedKline(minute - 1)]],
    ['of another length', [scriptedKline(minute, { 6: minute + 2 * MINUTE_MS - 1 })]],
    ['half a row', [[minute, '1']]],
  ];

  it.each(cases)('%s', async (_name, rows) => {
    await expect(candles(rows)).rejects.toMatchObject({ code: 'EXCHANGE_ANSWER' });
  });

  it.each(cases.filter(([name]) => !/twice|order|future|half/.test(name)))(
    'of the streams: %s is dropped, and asked for as a gap',
    async (_name, [row = []]) => {
      const heard = await events();
      const [t, o, h, l, c, v, T] = row;
      exchange.say('/market', JSON.stringify({ data: scriptedKlineEvent(minute, { t, o, h, l, c, v, T }) }));
      await until(() => heard.length > 0);
      expect(heard).toEqual([{ kind: 'gap' }]);
    },
  );

  it('a missing minute is not filled in', async () => {
    const rows = [scriptedKline(minute - 2 * MINUTE_MS), scriptedKline(minute)];
    expect((await candles(rows)).map(({ time }) => time)).toEqual([minute - 2 * MINUTE_MS, minute]);
  });
});
