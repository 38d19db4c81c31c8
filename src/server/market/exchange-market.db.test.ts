import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppError } from '#base/errors.ts';
import { HOUR_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import { EXCHANGE_CALLS_A_MINUTE } from '#contract/limits.ts';
import { type PlayedMarket, playedMarket } from '../../../tests/support/played-market.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import type { MarketServices } from './market-services.ts';

const ANN = 'ann';
const BOB = 'bob';
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'WAVESUSDT'];

let market: PlayedMarket;
let server: TestServer;
let signedPrice: MarketServices['signedPrice'];
/** Where the wall clock of the server is held; null lets it run. */
let heldAt: Instant | null = null;

beforeAll(async () => {
  market = await playedMarket(SYMBOLS, (userId, symbol) => signedPrice(userId, symbol));
  server = await startTestServer({ market, now: () => heldAt ?? instantOf(Date.now()) });
});
afterEach(() => {
  vi.useRealTimers();
  heldAt = null;
  market.source.failure = null;
  market.source.pauseMs = 0;
});
afterAll(async () => {
  await server.close();
  await market.close();
});

const get = (path: string, as = ANN) => server.send('GET', path, { as });
const post = (path: string, body: Record<string, unknown>, as = ANN) => server.send('POST', path, { as, body });
const refusal = async (answer: ReturnType<typeof get>) => {
  const { status, body } = await answer;
  return [status, body.code];
};
const aDay = { symbols: ['ETHUSDT'], date_from: '2025-05-09', date_to: '2025-05-09' };

describe('candles', () => {
  it.each(['spot', 'futures'])('come from the %s market of the exchange, oldest first', async (name) => {
    const { status, body } = await get(`/api/market/${name}/candles?symbol=ETHUSDT&interval=1m&limit=3`);
    const { closed, prices } = market.source;
    expect(status).toBe(200);
    expect(body.items.map(({ time }: { time: string }) => Date.parse(time))).toEqual(
      [2, 1, 0].map((back) => closed() - back * MINUTE_MS),
    );
    const truth = prices.candle('ETHUSDT', closed());
    expect(Number(body.items.at(-1).close) * 100).toBeCloseTo(truth?.close ?? 0);
    expect(market.source.asked).toContain(`${name} ETHUSDT`);
  });

  it('of a closed page are requested from the exchange only once', async () => {
    const path = `/api/market/futures/candles?symbol=BTCUSDT&interval=1m&limit=5&end_time=${market.source.closed()}`;
    const first = await get(path);
    market.source.asked.length = 0;
    expect((await get(path, BOB)).body).toEqual(first.body);
    expect(market.source.asked).toEqual([]);
  });

  it('of an unknown symbol are answered with 404 in both markets', async () => {
    for (const name of ['spot', 'futures']) {
      const answer = get(`/api/market/${name}/candles?symbol=NOPEUSDT&interval=1h`);
      expect(await refusal(answer), name).toEqual([404, 'SYMBOL_UNKNOWN']);
    }
  });

  it.each([
    ['EXCHANGE_UNAVAILABLE', []],
    ['EXCHANGE_ANSWER', ['EXCHANGE_ANSWER']],
  ])('are answered with 502 EXCHANGE_UNAVAILABLE when the exchange fails with %s', async (code, reasons) => {
    market.source.failure = new AppError(code, 'The exchange failed.');
    const { status, body } = await get('/api/market/futures/candles?symbol=ETHUSDT&interval=1d');
    expect([status, body.code]).toEqual([502, 'EXCHANGE_UNAVAILABLE']);
    expect(body.errors.map((reason: { code: string }) => reason.code)).toEqual(reasons);
  });

  it('are refused for a minute when the requests to the exchange are used up, as a limit and not as a failure', async () => {
    market.source.failure = new AppError('EXCHANGE_BUSY', 'The budget is used.', { isRetryable: true });
    const { status, body, headers } = await get('/api/market/futures/candles?symbol=ETHUSDT&interval=1d');
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'EXCHANGE_BUSY', '60']);
  });

  it('that would end before 1970 are none', async () => {
    const { status, body } = await get('/api/market/futures/candles?symbol=ETHUSDT&interval=1w&end_time=1');
    expect([status, body.items]).toEqual([200, []]);
  });
});

describe('the signed price', () => {
  const ask = () => get('/api/market/futures/price?symbol=ETHUSDT');

  it("is requested with the caller's key", async () => {
    const time = instantOf(Date.UTC(2025, 4, 10));
    signedPrice = async (userId, symbol) => ({ symbol, price: `${userId === 'ann' ? '1' : '2'}.50`, time });
    expect((await ask()).body).toEqual({ symbol: 'ETHUSDT', price: '1.50', time: '2025-05-10T00:00:00.000Z' });
  });

  it('is refused without a key, for a refused key, and for an unknown symbol', async () => {
    signedPrice = async () => null;
    expect(await refusal(ask())).toEqual([422, 'EXCHANGE_KEY_NEEDED']);
    signedPrice = () => Promise.reject(new AppError('EXCHANGE_KEY_REFUSED', 'no'));
    expect(await refusal(ask())).toEqual([422, 'EXCHANGE_KEY_REFUSED']);
    expect(await refusal(get('/api/market/futures/price?symbol=NOPEUSDT'))).toEqual([404, 'SYMBOL_UNKNOWN']);
  });

  it('is answered with 502 when the exchange does not answer', async () => {
    signedPrice = () => Promise.reject(new AppError('EXCHANGE_UNAVAILABLE', 'away', { isRetryable: true }));
    expect(await refusal(ask())).toEqual([502, 'EXCHANGE_UNAVAILABLE']);
  });
});

it('a user who has caused as many requests to the exchange as one may in a minute is refused, and nobody else', async () => {
  const time = later(instantOf(Date.now()), MINUTE_MS);
  heldAt = time;
  const sent: string[] = [];
  signedPrice = async (userId, symbol) => {
    sent.push(userId);
    return { symbol, price: '1', time };
  };
  const path = '/api/market/futures/price?symbol=ETHUSDT';
  for (let asked = 0; asked < EXCHANGE_CALLS_A_MINUTE; asked += 1) expect((await get(path)).status).toBe(200);
  const refused = await get(path);
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
    429,
    'EXCHANGE_SHARE_USED',
    '60',
  ]);
  expect(sent).toHaveLength(EXCHANGE_CALLS_A_MINUTE);
  expect((await get(path, BOB)).status).toBe(200);
  heldAt = later(time, MINUTE_MS);
  expect((await get(path)).status).toBe(200);
});

it('a user whose charts have used up their share of a minute is told so, and the charts of others are not', async () => {
  const next = startOf(instantOf(Date.now()), MINUTE_MS); // A minute that has begun: tokens of later ones are not valid yet.
  vi.useFakeTimers({ toFake: ['Date'], now: next - 1 }); // All within one minute, however long it takes.
  const closed = market.source.closed(); // Read once: the market may close a minute during these requests.
  const pageAt = (index: number) =>
    `/api/market/futures/candles?symbol=ETHUSDT&interval=1m&limit=1000&end_time=${closed - index * MINUTE_MS}`;
  for (let asked = 0; asked < 40; asked += 1) expect((await get(pageAt(asked), 'eve')).status).toBe(200);
  const refused = await get(pageAt(40), 'eve');
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'CHARTS_SHARE_USED', '60']);
  expect((await get(pageAt(0), 'eve')).status).toBe(200); // What is known needs no request.
  expect((await get(pageAt(40), BOB)).status).toBe(200);
  vi.setSystemTime(next);
  expect((await get(pageAt(41), 'eve')).status).toBe(200);
});

describe('back-filled minutes', () => {
  const jobs = async (as = ANN) => (await get('/api/get-back-fills', as)).body.items;
  const ended = async (id: string) => {
    for (;;) {
      const job = (await jobs()).find((one: { back_fill_id: string }) => one.back_fill_id === id);
      if (job.ended_at !== null) return job;
      await sleep(10);
    }
  };

  it('are fetched on request; the list and the history show how many are stored', async () => {
    const row = async () =>
      (await get('/api/get-market')).body.items.find((one: { symbol: string }) => one.symbol === 'ETHUSDT');
    expect(await row()).toMatchObject({ status: 'TRADING', oldest_minute: null, covered_percent: 0 });
    const started = await post('/api/start-back-fill', aDay);
    expect([started.status, started.body.is_own, started.body.symbols]).toEqual([202, true, ['ETHUSDT']]);
    const job = await ended(started.body.back_fill_id);
    expect(job).toMatchObject({ state: 'done', progress_percent: 100, minutes_done: 1_440, problem: null });
    expect(await row()).toMatchObject({
      oldest_minute: '2025-05-09T00:00:00.000Z',
      newest_minute: '2025-05-09T23:59:00.000Z',
      covered_percent: 3,
    });
    const history = (await get('/api/get-market-history?symbol=ETHUSDT')).body;
    const presentAt = later(market.source.closed(), MINUTE_MS);
    expect(history).toMatchObject({
      minutes_stored: 1_440,
      minutes_absent: 0,
      minutes_missing: 12 * 60 + 1,
      stored: [{ from: '2025-05-09T00:00:00.000Z', to: '2025-05-10T00:00:00.000Z' }],
      gaps: [{ from: '2025-05-10T00:00:00.000Z', to: new Date(presentAt).toISOString() }],
    });
  });

  it('bring the funding that was settled in them, in pages, and what a long paid in the spans that are stored whole', async () => {
    await ended((await post('/api/start-back-fill', aDay)).body.back_fill_id);
    const first = (await get('/api/get-funding-history?symbol=ETHUSDT&limit=2')).body;
    const second = (await get(`/api/get-funding-history?symbol=ETHUSDT&limit=2&cursor=${first.cursor}`)).body;
    const items = [...first.items, ...second.items];
    const { prices } = market.source;
    expect(items.map(({ settled_at }) => settled_at.slice(0, 16))).toEqual(
      ['16', '08', '00'].map((hour) => `2025-05-09T${hour}:00`),
    );
    for (const { settled_at, rate_percent } of items) {
      const settled = prices.funding('ETHUSDT', instantOf(Date.parse(settled_at)))?.settled;
      expect(Math.round(Number(rate_percent) * 1e6)).toBe(settled);
    }
    expect([second.cursor, second.funding_hours]).toEqual([null, 8]);
    // The market stands at noon of the day after: its two settlements of today are not stored.
    expect(first.held[0]).toEqual({ days: 1, percent: null, settlements: 1, settlements_missing: 2 });
    const rest = { symbols: ['ETHUSDT'], date_from: '2025-05-10', date_to: null };
    await ended((await post('/api/start-back-fill', rest)).body.back_fill_id);
    const { held, items: all } = (await get('/api/get-funding-history?symbol=ETHUSDT')).body;
    const ofOneDay = all.slice(0, 3).map((one: { rate_percent: string }) => Math.round(Number(one.rate_percent) * 1e6));
    expect(held[0]).toMatchObject({ days: 1, settlements: 3, settlements_missing: 0 });
    expect(Math.round(Number(held[0].percent) * 1e6)).toBe(ofOneDay[0] + ofOneDay[1] + ofOneDay[2]);
  });

  it('are seen by everybody, but only the user who started a job can cancel it, and none learns who that is', async () => {
    market.source.pauseMs = HOUR_MS;
    const { body } = await post('/api/start-back-fill', { ...aDay, symbols: null });
    const seen = (await jobs(BOB)).find((one: { back_fill_id: string }) => one.back_fill_id === body.back_fill_id);
    expect(seen).toMatchObject({ is_own: false, is_automatic: false, symbols: null, ended_at: null });
    const foreign = post(`/api/cancel-back-fill/${body.back_fill_id}`, {}, BOB);
    expect(await refusal(foreign)).toEqual([403, 'BACK_FILL_NOT_OWN']);
    expect((await post(`/api/cancel-back-fill/${body.back_fill_id}`, {})).status).toBe(202);
    expect(await ended(body.back_fill_id)).toMatchObject({ state: 'cancelled' });
    const again = post(`/api/cancel-back-fill/${body.back_fill_id}`, {});
    expect(await refusal(again)).toEqual([409, 'BACK_FILL_ENDED']);
    expect(await refusal(post('/api/cancel-back-fill/none', {}))).toEqual([404, 'BACK_FILL_NOT_FOUND']);
  });

  it.each([
    ['an unknown symbol', { symbols: ['NOPEUSDT'] }, 404, 'SYMBOL_UNKNOWN'],
    ['a period that ends before it begins', { date_from: '2025-05-09', date_to: '2025-05-07' }, 422, 'PERIOD_EMPTY'],
    ['a period to come', { date_from: '2031-01-01', date_to: null }, 422, 'PERIOD_EMPTY'],
  ])('are refused for %s', async (_what, body, status, code) => {
    expect(await refusal(post('/api/start-back-fill', { ...aDay, ...body }))).toEqual([status, code]);
  });

  it('are refused while five jobs of the same user wait, and accepted from another', async () => {
    market.source.pauseMs = HOUR_MS;
    const started = [];
    const other = { ...aDay, symbols: ['BTCUSDT'] };
    for (let count = 0; count < 5; count += 1) started.push((await post('/api/start-back-fill', other)).body);
    expect(await refusal(post('/api/start-back-fill', other))).toEqual([409, 'BACK_FILL_FULL']);
    const another = await post('/api/start-back-fill', other, BOB);
    expect(another.status).toBe(202);
    await post(`/api/cancel-back-fill/${another.body.back_fill_id}`, {}, BOB);
    for (const { back_fill_id } of started) await post(`/api/cancel-back-fill/${back_fill_id}`, {});
  });
});

describe('open interest', () => {
  const add = async (symbol: string, hours: readonly number[]) => {
    const owner = new Client({ connectionString: server.ownerUrl });
    await owner.connect();
    for (const hour of hours)
      await owner.query("insert into open_interest values ($1, $2, '1500.25', '2000.4')", [symbol, new Date(hour)]);
    await owner.end();
  };

  it('that was collected is listed newest first, in pages, each with what it was worth', async () => {
    const hours = [3, 1, 2].map((hour) => Date.UTC(2025, 4, 10, hour));
    await add('WAVESUSDT', hours);
    await add('BTCUSDT', hours.slice(0, 1));
    const first = (await get('/api/get-open-interest-history?symbol=WAVESUSDT&limit=2')).body;
    expect(first.items[0]).toEqual({
      ...{ told_at: '2025-05-10T03:00:00.000Z', quantity: '1500.25', price: '2000.4', notional: '3001100.1' },
    });
    const second = (await get(`/api/get-open-interest-history?symbol=WAVESUSDT&limit=2&cursor=${first.cursor}`)).body;
    const told = [...first.items, ...second.items].map(({ told_at }) => Date.parse(told_at));
    expect([told, second.cursor]).toEqual([hours.toSorted((a, b) => b - a), null]);
  });

  it.each(['get-funding-history', 'get-open-interest-history'])(
    'and funding: %s knows only listed contracts and its own cursors',
    async (name) => {
      expect(await refusal(get(`/api/${name}?symbol=NOPEUSDT`))).toEqual([404, 'SYMBOL_UNKNOWN']);
      expect(await refusal(get(`/api/${name}?symbol=ETHUSDT&cursor=abc`))).toEqual([400, 'CURSOR_INVALID']);
    },
  );
});

describe('the list of contracts', () => {
  it('shows price, change, turnover, mark and funding of each', async () => {
    const { items } = (await get('/api/get-market')).body;
    expect(items.map((row: { symbol: string }) => row.symbol)).toEqual(SYMBOLS);
    const [btc] = items;
    const ticker = market.board.ticker('BTCUSDT');
    expect(Number(btc.change_percent)).toBeCloseTo(100 * ((ticker?.last ?? 0) / (ticker?.open ?? 1) - 1), 1);
    expect(btc).toMatchObject({ base_asset: 'BTC', status: 'TRADING', tick_size: '0.1', funding_hours: 8 });
    expect(Number(btc.mark_price)).toBeGreaterThan(1_000);
    expect(Number(btc.turnover)).toBeGreaterThan(1_000_000);
    expect(Number(btc.funding_percent)).toBeLessThan(1);
    expect(Date.parse(btc.next_funding_at)).toBeGreaterThan(market.source.closed());
  });
});

describe('assets', () => {
  it('have the status "break" while the exchange does not trade them', async () => {
    const { items } = (await get('/api/get-assets')).body;
    const statusOf = (symbol: string) =>
      items.find((asset: { futures_ticker: string }) => asset.futures_ticker === symbol)?.status;
    expect([statusOf('ETHUSDT'), statusOf('LINKUSDT')]).toEqual(['TRADING', 'BREAK']); // The latter is not listed here.
  });
});

describe('the price of an asset', () => {
  const ethereum = async () =>
    (await get('/api/get-assets')).body.items.find(
      (asset: { futures_ticker: string }) => asset.futures_ticker === 'ETHUSDT',
    );

  it("is the engine's; before its first minute has closed, the last trade that the exchange tells of", async () => {
    const ticker = market.board.ticker('ETHUSDT');
    const engineAt = new Date(server.runtime.market().now).toISOString();
    expect(await ethereum()).toMatchObject({ last_price_at: engineAt });
    const unpriced = vi.spyOn(server.runtime, 'lastPrice').mockReturnValue(null);
    const { last_price, last_price_at } = await ethereum();
    unpriced.mockRestore();
    expect(Math.round(Number(last_price) * 100)).toBe(ticker?.last);
    expect(Date.parse(last_price_at)).toBe(ticker?.at);
  });
});

describe('the mark of an asset', () => {
  it("is the exchange's where it tells one, and is flagged as the last price where it does not", async () => {
    const { items } = (await get('/api/get-assets')).body;
    const flagOf = (symbol: string) =>
      items.find((asset: { futures_ticker: string }) => asset.futures_ticker === symbol)?.mark_flag;
    expect([flagOf('ETHUSDT'), flagOf('LINKUSDT')]).toEqual([null, 'MARK_FROM_LAST']); // The latter is not listed here.
  });
});

describe('the status of the exchange', () => {
  it('is "silent" when no message arrives, and says how far the market lags', async () => {
    const { health } = market.source;
    expect((await get('/api/status')).body.exchange).toBe('talking');
    market.source.health = () => ({ isConnected: false, heardAt: instantOf(Date.now() - HOUR_MS) });
    const { body } = await get('/api/status');
    market.source.health = health;
    expect(body.exchange).toBe('silent');
    expect(Date.parse(body.exchange_heard_at)).toBeLessThan(Date.now() - HOUR_MS + 5_000);
  });
});
