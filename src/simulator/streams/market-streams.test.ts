import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#base/time.ts';
import { type Ear, openStreamingWorld, type StreamingWorld } from '../../../tests/support/streaming-world.ts';
import { INTERVALS } from '../market/market.ts';

const STEP_MS = 250;
/** What passes of wall time between two ticks, in milliseconds: the simulator is not always given its turn in time. */
const TURNS_MS = [50, 50, 400, 100, 50, 850, 50, 150, 300, 50, 50, 600, 50, 200, 50];

describe('market streams in step mode', () => {
  let world: StreamingWorld;
  let market: Ear;
  let book: Ear;

  beforeAll(async () => {
    world = await openStreamingWorld();
    const klines = INTERVALS.map((interval) => `ltcusdt@kline_${interval}`).join('/');
    const names =
      'ltcusdt@trade/ltcusdt_perpetual@continuousKline_1m/!ticker@arr/ltcusdt@aggTrade/ltcusdt@miniTicker/ltcusdt@markPrice@1s/ltcusdt@markPrice/!miniTicker@arr';
    market = await world.listen(`/market/stream?streams=${klines}/${names}`);
    book = await world.listen('/public/stream?streams=ltcusdt@bookTicker/ltcusdt@depth@100ms/ltcusdt@depth5@500ms');
    await world.step(6 * MINUTE_MS, STEP_MS);
    await world.settle(market, book);
  });
  afterAll(() => world.close());

  it('send every candle close once, in order, equal to REST and the market', () => {
    const closed = market.of('ltcusdt@kline_1m').filter(({ k }) => k.x);
    expect(closed).toHaveLength(6);
    expect(closed.map(({ k }) => k.t)).toEqual(closed.map((_, index) => closed[0].k.t + index * MINUTE_MS));
    for (const { E, k } of closed) {
      expect(E).toBe(k.T + 1);
      const { simulation } = world;
      const kline = simulation.market.numberedKline('LTCUSDT', { interval: '1m', start: k.t }, simulation.now());
      expect(kline).toMatchObject({ trades: k.n, firstId: k.f, lastId: k.L, isClosed: true });
    }
    expect(market.of('ltcusdt@kline_5m').filter(({ k }) => k.x)).toHaveLength(1);
    expect(market.of('ltcusdt@kline_1h').filter(({ k }) => k.x)).toHaveLength(0);
  });

  it('send an open candle only after a trade, at most four times a second', () => {
    const open = market.of('ltcusdt@kline_1m').filter(({ k }) => !k.x);
    expect(open.length).toBeGreaterThan(20);
    for (const [index, { E, k }] of open.entries()) {
      if (index === 0) continue;
      const before = open[index - 1];
      expect(E - before.E).toBeGreaterThanOrEqual(STEP_MS);
      if (k.t === before.k.t) expect(k.n).toBeGreaterThan(before.k.n);
    }
  });

  it.each(INTERVALS)('send candles of %s', (interval) => {
    expect(market.of(`ltcusdt@kline_${interval}`).length).toBeGreaterThan(0);
  });

  it('send every trade once, without gaps, adding up to the candles', () => {
    const trades = market.of('ltcusdt@aggTrade');
    const ids = trades.map(({ a }) => a);
    expect(ids).toEqual(ids.map((_, index) => ids[0] + index));
    const [candle] = market.of('ltcusdt@kline_1m').filter(({ k }) => k.x);
    const inside = trades.filter(({ T }) => T >= candle.k.t && T <= candle.k.T);
    expect(inside.at(-1).p).toBe(candle.k.c);
    const volume = inside.reduce((sum, { q }) => sum + Math.round(Number(q) * 1_000), 0);
    expect(volume).toBe(Math.round(Number(candle.k.v) * 1_000));
  });

  it('send every single trade once, without gaps, adding up to the aggregate trades', () => {
    const singles = market.of('ltcusdt@trade');
    const ids = singles.map(({ t }) => t);
    expect(ids).toEqual(ids.map((_, index) => ids[0] + index));
    const aggregates = market.of('ltcusdt@aggTrade');
    expect([ids[0], ids.at(-1)]).toEqual([aggregates[0].f, aggregates.at(-1).l]);
    const units = (text: string): number => Math.round(Number(text) * 1_000);
    for (const { f, l, p, q, T, m } of aggregates) {
      const parts = singles.slice(f - ids[0], l - ids[0] + 1);
      expect(parts.map((part) => [part.e, part.s, part.X, part.p, part.T, part.m])).toEqual(
        parts.map(() => ['trade', 'LTCUSDT', 'MARKET', p, T, m]),
      );
      expect(parts.reduce((sum, part) => sum + units(part.q), 0)).toBe(units(q));
    }
  });

  it('send the candles of a pair as those of its perpetual contract', () => {
    const plain = market.of('ltcusdt@kline_1m');
    const continuous = market.of('ltcusdt_perpetual@continuousKline_1m');
    expect(continuous.map(({ E, k }) => ({ E, k }))).toEqual(plain.map(({ E, k: { s: _, ...k } }) => ({ E, k })));
    expect(continuous[0]).toMatchObject({ e: 'continuous_kline', ps: 'LTCUSDT', ct: 'PERPETUAL' });
  });

  it('send the whole day of all traded symbols in one array, equal to the market', () => {
    const arrays = market.of('!ticker@arr');
    expect(arrays[0].length).toBeGreaterThan(world.simulation.market.symbols.size - 2);
    const told = arrays.at(-1).find(({ s }: { readonly s: string }) => s === 'LTCUSDT');
    const day = world.simulation.market.dayTicker('LTCUSDT', told.E);
    expect(told).toMatchObject({ e: '24hrTicker', O: day?.openTime, F: day?.firstId, L: day?.lastId, n: day?.trades });
  });

  it('send the latest liquidation of a second, of its own symbol or of all', async () => {
    const [own, other, all] = await Promise.all([
      world.listen('/market/ws/ethusdt@forceOrder'),
      world.listen('/market/ws/btcusdt@forceOrder'),
      world.listen('/market/ws/!forceOrder@arr'),
    ]);
    const trader = await world.trader('hedge');
    const order = { symbol: 'ETHUSDT', side: 'SELL', positionSide: 'SHORT', type: 'MARKET', quantity: '0.2' };
    expect((await trader.post('/fapi/v1/order', order)).status).toBe(200);
    const position = { accountId: trader.key.accountId, symbol: 'ETHUSDT', positionSide: 'SHORT' };
    await world.admin('faults/liquidate', position);
    await world.step(3_000, STEP_MS);
    await world.settle(own, other, all);
    const rows = (await trader.get('/fapi/v1/allOrders', { symbol: 'ETHUSDT' })).json;
    const closing = rows.find(({ clientOrderId }: { clientOrderId: string }) => clientOrderId.startsWith('autoclose-'));
    const wanted = { s: 'ETHUSDT', S: 'BUY', o: 'LIMIT', f: 'IOC', q: '0.200', X: 'FILLED', l: '0.200', z: '0.200' };
    expect(own.told()).toMatchObject([{ e: 'forceOrder', o: { ...wanted, p: closing.price, T: closing.updateTime } }]);
    expect(all.told()).toMatchObject([{ e: 'forceOrder', ps: 'ETHUSDT', st: 1, o: own.told()[0].o }]);
    expect(other.told()).toEqual([]);
  });

  it('send marks every three seconds, or every second on request', () => {
    const spans = (stream: string): number[] => {
      const times = market.of(stream).map(({ E }) => E);
      return times.slice(1).map((time, index) => time - times[index]);
    };
    expect(new Set(spans('ltcusdt@markPrice@1s'))).toEqual(new Set([1_000]));
    expect(Math.min(...spans('ltcusdt@markPrice'))).toBeGreaterThanOrEqual(3_000);
  });

  it('send the whole market first, and then the traded symbols', () => {
    const arrays = market.of('!miniTicker@arr');
    const listed = [...world.simulation.market.symbols.keys()];
    expect(arrays[0].length).toBeGreaterThan(listed.length - 2);
    expect(arrays.some((tickers) => tickers.length < listed.length / 2)).toBe(true);
    expect(arrays.flat().every(({ st, ps, s }) => st === 1 && ps === s)).toBe(true);
  });

  it('link each depth update to the previous one', () => {
    for (const stream of ['ltcusdt@depth@100ms', 'ltcusdt@depth5@500ms']) {
      const changes = book.of(stream);
      expect(changes.length).toBeGreaterThan(10);
      for (const [index, { u, U, pu }] of changes.entries()) {
        if (index > 0) expect(pu).toBe(changes[index - 1].u);
        expect(U).toBe(index === 0 ? pu : pu + 1);
        expect(u).toBeGreaterThan(pu);
      }
    }
    for (const { b, a } of book.of('ltcusdt@depth5@500ms')) expect([b.length, a.length]).toEqual([5, 5]);
  });

  it('let a client maintain the order book from depth updates alone, with the orders that accounts have in it', async () => {
    const late = await world.listen('/public/ws/btcusdt@depth@100ms');
    const shown = () => world.simulation.read((exchange) => exchange.book('BTCUSDT', 1_000, 'public'));
    const start = shown();
    const sides = { b: new Map<string, string>(), a: new Map<string, string>() };
    await world.step(10_000, STEP_MS);
    const trader = await world.trader();
    const price = world.near('BTCUSDT', 0.9995);
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.077', price };
    expect((await trader.post('/fapi/v1/order', order)).status).toBe(200);
    await world.step(10_000, STEP_MS);
    const end = shown();
    await late.hear(({ u }) => u === end?.updateId);
    const [first] = late.told();
    expect(first.U).toBeLessThanOrEqual(start?.updateId ?? 0);
    const units = { price: 10, quantity: 1_000 };
    const key = (level: { readonly price: number }): string => (level.price / units.price).toFixed(1);
    for (const side of ['b', 'a'] as const) {
      for (const level of (side === 'b' ? start?.bids : start?.asks) ?? []) {
        sides[side].set(key(level), (level.quantity / units.quantity).toFixed(3));
      }
    }
    for (const told of late.told()) {
      for (const side of ['b', 'a'] as const) {
        for (const [price, quantity] of told[side]) {
          if (Number(quantity) === 0) sides[side].delete(price);
          else sides[side].set(price, quantity);
        }
      }
    }
    const wanted = (levels: readonly { readonly price: number; readonly quantity: number }[] = []) =>
      new Map(levels.map((level) => [key(level), (level.quantity / units.quantity).toFixed(3)]));
    expect(sides.b).toEqual(wanted(end?.bids));
    expect(sides.a).toEqual(wanted(end?.asks));
  });

  it('send what an account trades like any other trade, once and in order of its id', async () => {
    const ear = await world.listen('/market/stream?streams=tiausdt@aggTrade/tiausdt@kline_1m');
    await world.step(10_000, STEP_MS);
    const trader = await world.trader();
    const order = { symbol: 'TIAUSDT', side: 'BUY', type: 'MARKET', quantity: '400' };
    const { orderId } = (await trader.post('/fapi/v1/order', order)).json;
    await world.step(80_000, STEP_MS);
    await world.settle(ear);
    const fills = (await trader.get('/fapi/v1/userTrades', { symbol: 'TIAUSDT', orderId })).json;
    const trades = ear.of('tiausdt@aggTrade');
    const own = trades.filter(({ T, m }) => T === fills[0].time && !m);
    expect(own.map(({ p, q }) => [p, q])).toEqual(
      expect.arrayContaining(fills.map(({ price, qty }: { price: string; qty: string }) => [price, qty])),
    );
    expect(trades.map(({ a }) => a)).toEqual(trades.map((_, index) => trades[0].a + index));
    const closed = ear.of('tiausdt@kline_1m').find(({ k }) => k.x && k.t > trades[0].T - MINUTE_MS);
    const [row] = (await trader.get('/fapi/v1/klines', { symbol: 'TIAUSDT', interval: '1m', startTime: closed.k.t }))
      .json;
    expect(row.slice(1, 6)).toEqual([closed.k.o, closed.k.h, closed.k.l, closed.k.c, closed.k.v]);
  });

  it('send no candle closes of a halted symbol', async () => {
    const halted = await world.listen('/market/ws/wavesusdt@kline_1m');
    await world.step(3 * MINUTE_MS, 1_000);
    await world.settle(halted);
    expect(halted.told()).toEqual([]);
  });
});

describe('market streams at speed', () => {
  it('send every candle close at ×300, and everything else at the pace of wall time', async () => {
    const world = await openStreamingWorld();
    try {
      const names = ['btcusdt', 'ethusdt', 'solusdt'].map((symbol) => `${symbol}@kline_1m/${symbol}@aggTrade`);
      const ear = await world.listen(`/market/stream?streams=${names.join('/')}/btcusdt@markPrice@1s`);
      let wallMs = performance.now();
      vi.spyOn(performance, 'now').mockImplementation(() => wallMs);
      await world.simulation.setPace({ kind: 'run', speed: 300 });
      for (const passed of TURNS_MS) {
        const told = nextTick(world.simulation);
        wallMs += passed;
        await told;
      }
      await world.simulation.setPace({ kind: 'pause' });
      await world.settle(ear);
      const seconds = TURNS_MS.reduce((all, passed) => all + passed) / 1_000;
      for (const symbol of ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']) {
        const closed = ear.told().filter(({ e, s, k }) => e === 'kline' && s === symbol && k.x);
        expect(closed).toHaveLength(5 * seconds);
        expect(closed.map(({ k }) => k.t)).toEqual(closed.map((_, index) => closed[0].k.t + index * MINUTE_MS));
      }
      const marks = ear.told().filter(({ e }) => e === 'markPriceUpdate');
      expect(marks.length).toBeLessThanOrEqual(seconds + 2);
      const trades = ear.told().filter(({ e, s }) => e === 'aggTrade' && s === 'BTCUSDT');
      expect(trades.length).toBeLessThanOrEqual(10 * seconds + 2);
      expect(trades.length).toBeGreaterThan(0);
    } finally {
      vi.restoreAllMocks();
      await world.close();
    }
  });
});

/** Resolves when the market has moved on and everybody has been told. */
function nextTick({ onTick }: StreamingWorld['simulation']): Promise<void> {
  return new Promise((resolve) => {
    const stop = onTick(() => {
      stop();
      resolve();
    });
  });
}
