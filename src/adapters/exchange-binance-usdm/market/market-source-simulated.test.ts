import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { MarketEvent, MarketSource } from '#ports/market-source.ts';
import { openSimulatedVenue, type SimulatedVenue } from '../../../../tests/support/simulated-venue.ts';
import { until } from '../../../../tests/support/until.ts';

const SYMBOL = 'BTCUSDT';

let world: SimulatedVenue;
let source: MarketSource;
let instrument: Instrument;

beforeAll(async () => {
  world = await openSimulatedVenue(SYMBOL);
  source = world.exchange().market;
  const listing = (await source.listings()).find((one) => one.instrument.symbol === SYMBOL);
  if (listing === undefined) throw new Error('not listed');
  ({ instrument } = listing);
  return () => world.close();
});

afterAll(() => world.wire.admin('faults/clear'));

const now = () => world.wire.simulation.now();

describe("the simulated exchange's market, over the wire", () => {
  it("lists the simulator's instruments, with conservative brackets until a key has read the real ones", async () => {
    const listed = world.wire.simulation.market.symbols;
    for (const { instrument: told, hasBrackets, status, fundingHours } of await source.listings()) {
      const own = listed.get(told.symbol);
      expect({ ...told, brackets: [] }).toEqual({ ...own?.instrument, brackets: [] });
      expect([hasBrackets, fundingHours]).toEqual([false, own?.fundingHours]);
      expect(status).toBe(world.wire.simulation.market.status(told.symbol, now()) === 'TRADING' ? 'TRADING' : 'HALTED');
    }
    const venue = await world.again();
    expect((await venue.brackets()).get(SYMBOL)).toEqual(listed.get(SYMBOL)?.instrument.brackets);
    const again = (await source.listings()).find((one) => one.instrument.symbol === SYMBOL);
    expect(again).toMatchObject({
      hasBrackets: true,
      instrument: { brackets: listed.get(SYMBOL)?.instrument.brackets },
    });
  });

  it('reports market time, not wall time', async () => {
    expect(await source.marketTime()).toBe(now());
  });

  it("returns the market's closed candles, and the open one only as text", async () => {
    await world.wire.pass(30_000);
    const query = { interval: '1m', from: later(now(), -HOUR_MS), to: null, limit: 500 } as const;
    const candles = await source.candles(instrument, query);
    const own = world.wire.simulation.market.klines(
      SYMBOL,
      { series: 'last', interval: '1m', startTime: query.from, endTime: null, limit: 500 },
      now(),
    );
    const closed = own.filter(({ isClosed }) => isClosed);
    expect(candles).toEqual(
      closed.map(({ time, open, high, low, close, volume }) => ({ time, open, high, low, close, volume })),
    );
    expect(candles.length).toBeGreaterThanOrEqual(59);
    for (const market of ['futures', 'spot'] as const) {
      const texts = await source.candleTexts(market, { ...query, symbol: SYMBOL });
      expect(texts.at(-1)?.time).toBe(startOf(now(), MINUTE_MS));
    }
  });

  it("returns the market's closed minutes of the mark, without a volume", async () => {
    await world.wire.pass(30_000);
    const query = { interval: '1m', from: later(now(), -HOUR_MS), to: null, limit: 500 } as const;
    const own = world.wire.simulation.market.klines(
      SYMBOL,
      { series: 'mark', interval: '1m', startTime: query.from, endTime: null, limit: 500 },
      now(),
    );
    const closed = own.filter(({ isClosed }) => isClosed);
    expect(await source.markCandles(instrument, query)).toEqual(
      closed.map(({ time, open, high, low, close }) => ({ time, open, high, low, close, volume: 0 })),
    );
    expect(closed.length).toBeGreaterThanOrEqual(59);
  });

  it('pages from both ends, with daily and weekly candles', async () => {
    const to = startOf(now(), DAY_MS);
    for (const [interval, ms] of [
      ['1h', HOUR_MS],
      ['1d', DAY_MS],
    ] as const) {
      const candles = await source.candles(instrument, {
        interval,
        from: later(to, -5 * ms),
        to: later(to, -ms),
        limit: 1_000,
      });
      expect(candles.map(({ time }) => time)).toEqual([5, 4, 3, 2, 1].map((count) => to - count * ms));
    }
    const weeks = await source.candles(instrument, { interval: '1w', from: null, to: null, limit: 3 });
    for (const { time } of weeks) expect(new Date(time).getUTCDay()).toBe(1);
  });

  it('returns settled funding, tickers, marks and open interest', async () => {
    const funding = await source.funding(SYMBOL, later(now(), -3 * DAY_MS), now());
    expect(funding.length).toBeGreaterThanOrEqual(8);
    const own = world.wire.simulation.market.settlements(SYMBOL, later(now(), -3 * DAY_MS), now());
    expect(funding.map(({ time, rate }) => [time, rate])).toEqual(own.map(({ time, rate }) => [time, rate]));
    const ticker = (await source.tickers()).find(({ symbol }) => symbol === SYMBOL);
    expect(ticker?.last).toBe(world.wire.simulation.market.last(SYMBOL, now()));
    expect((await source.marks()).some(({ symbol }) => symbol === SYMBOL)).toBe(true);
    expect(await source.openInterest(SYMBOL)).toBe(world.wire.simulation.market.openInterest(SYMBOL, now()));
    const hour = startOf(now(), HOUR_MS);
    const [first, second, ...more] = await source.interestHours(SYMBOL, later(hour, -HOUR_MS), hour);
    expect([first?.time, second?.time, more]).toEqual([hour - HOUR_MS, hour, []]);
    expect(second?.quantity).toBe(world.wire.simulation.market.openInterest(SYMBOL, hour));
  });

  it('returns best prices, the book around them and the trades of the day as the exchange has them', async () => {
    const own = world.wire.simulation.read((exchange) => exchange.book(SYMBOL, 500, 'public'));
    const level = ({ price, quantity }: { price: number; quantity: number }) => ({ price, quantity });
    const depth = await source.depth(SYMBOL);
    expect(depth).toEqual({ bids: own?.bids.map(level), asks: own?.asks.map(level) });
    expect(depth.bids.length).toBeGreaterThan(100);
    const best = (await source.bestPrices()).find(({ symbol }) => symbol === SYMBOL);
    expect(best).toEqual({ symbol: SYMBOL, bid: own?.bids[0]?.price, ask: own?.asks[0]?.price });
    const ticker = (await source.tickers()).find(({ symbol }) => symbol === SYMBOL);
    expect(ticker?.trades).toBe(world.wire.simulation.market.dayTicker(SYMBOL, now())?.trades);
  });

  it('reports an unknown symbol as unknown', async () => {
    await expect(source.funding('NOSUCHUSDT', instantOf(0), now())).rejects.toMatchObject({ code: 'SYMBOL_UNKNOWN' });
    const query = { symbol: 'NOSUCHUSDT', interval: '1m', from: null, to: null, limit: 5 } as const;
    await expect(source.candleTexts('futures', query)).rejects.toMatchObject({ code: 'SYMBOL_UNKNOWN' });
  });

  it('streams the same minutes as REST returns', async () => {
    const heard: MarketEvent[] = [];
    const stop = source.onEvent((event) => heard.push(event));
    await source.follow([SYMBOL]);
    const from = startOf(later(now(), MINUTE_MS), MINUTE_MS);
    for (let step = 0; step < 40; step += 1) await world.wire.pass(5_000);
    const closed = () =>
      heard.flatMap((event) => (event.kind === 'candle' && event.candle.time >= from ? [event.candle] : []));
    await until(() => closed().length >= 2);
    stop();
    const answer = await source.candles(instrument, { interval: '1m', from, to: later(from, MINUTE_MS), limit: 5 });
    expect(closed().slice(0, 2)).toEqual(answer);
    expect(new Set(heard.map(({ kind }) => kind))).toContain('open-candle');
  });

  it('reads the last price with key and signature', async () => {
    const price = await world.exchange().signedPrice(world.key(), SYMBOL);
    expect(price).toMatchObject({ symbol: SYMBOL, time: now() });
  });

  it('reports the permissions of a key and refuses invalid keys', async () => {
    const { permissions } = world.exchange();
    expect(await permissions.permissionsOf(world.key())).toMatchObject({
      kind: 'known',
      permissions: { canRead: true, canTrade: true },
    });
    await world.wire.simulation.setKey(world.key().apiKey, {
      canTrade: false,
      canWithdraw: true,
      isIpRestricted: true,
    });
    expect(await permissions.permissionsOf(world.key())).toEqual({
      kind: 'known',
      permissions: { canRead: true, canTrade: false, canWithdraw: true, isIpRestricted: true },
    });
    const wrong = { ...world.key(), secret: 'wrong' };
    expect(await permissions.permissionsOf(wrong)).toEqual({ kind: 'refused', venueCode: -1022 });
  });
});

describe('fault 45: candles that the simulated exchange corrupts', () => {
  it.each(['nan', 'negative', 'high-below-low', 'huge', 'duplicate', 'future'] as const)(
    '%s: the whole answer is refused, and the next one is taken',
    async (fault) => {
      const to = later(now(), -10 * MINUTE_MS);
      const query = { interval: '1m', from: later(now(), -HOUR_MS), to, limit: 500 } as const;
      await world.wire.admin('faults/candle', { fault, symbol: SYMBOL });
      await expect(source.candles(instrument, query)).rejects.toMatchObject({ code: 'EXCHANGE_ANSWER' });
      expect((await source.candles(instrument, query)).length).toBeGreaterThanOrEqual(49);
    },
  );

  it('missing: a gap stays a gap', async () => {
    const query = {
      interval: '1m',
      from: later(now(), -HOUR_MS),
      to: later(now(), -10 * MINUTE_MS),
      limit: 500,
    } as const;
    const whole = await source.candles(instrument, query);
    await world.wire.admin('faults/candle', { fault: 'missing', symbol: SYMBOL });
    expect(await source.candles(instrument, query)).toEqual(whole.slice(0, -1));
  });
});
