import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS, startOf } from '#base/time.ts';
import { MARKET_START, simulatedMarket } from '../../../tests/support/simulated-market.ts';
import type { Disturbance, SimulatedMarket } from './market.ts';
import { shocked } from './tape/symbol-tape.ts';

const SYMBOL = 'ETHUSDT';
const minute = later(MARKET_START, 10 * MINUTE_MS);
const later10 = later(minute, 10 * MINUTE_MS);
const now = later(minute, 3 * HOUR_MS);

/** Two markets with the same prices, one of which is disturbed at `minute`. */
function disturbed(...disturbances: readonly Disturbance[]): {
  readonly market: SimulatedMarket;
  readonly quiet: SimulatedMarket;
} {
  const [market, quiet] = [simulatedMarket([SYMBOL]), simulatedMarket([SYMBOL])];
  market.dayTicker(SYMBOL, minute);
  for (const disturbance of disturbances) market.disturb(disturbance);
  return { market, quiet };
}

function minutes(market: SimulatedMarket, from: number, count: number) {
  const query = { series: 'last', interval: '1m', startTime: from, endTime: null, limit: count } as const;
  return market
    .klines(SYMBOL, query, now)
    .flatMap(({ time: start }) => market.numberedKline(SYMBOL, { interval: '1m', start }, now) ?? []);
}

describe('a price shock', () => {
  const shock = { kind: 'shock', symbol: SYMBOL, minute, factor: 0.93 } as const;

  it('multiplies every price from its minute on, stays on the tick grid, and leaves the past unchanged', () => {
    const { market, quiet } = disturbed(shock);
    const before = minute - 30 * MINUTE_MS;
    expect(minutes(market, before, 30)).toEqual(minutes(quiet, before, 30));
    const [moved, usual] = [minutes(market, minute, 60), minutes(quiet, minute, 60)];
    expect(moved.map(({ open, high, low, close }) => [open, high, low, close])).toEqual(
      usual.map(({ open, high, low, close }) => [open, high, low, close].map((price) => shocked(price, 0.93))),
    );
    expect(moved.map(({ volume, trades, firstId }) => [volume, trades, firstId])).toEqual(
      usual.map(({ volume, trades, firstId }) => [volume, trades, firstId]),
    );
  });

  it('is traded: the trades add up to the candles and their quote volumes', () => {
    const { market } = disturbed(shock);
    const { cashPerTickStep } = market.symbols.get(SYMBOL)?.instrument ?? { cashPerTickStep: 0 };
    for (const kline of minutes(market, minute, 20)) {
      const trades = market.trades(SYMBOL, later(kline.time, -1), kline.closeTime);
      const worth = trades.reduce((sum, { price, quantity }) => sum + price * quantity, 0) * cashPerTickStep;
      expect([at(trades, 0).price, at(trades, trades.length - 1).price]).toEqual([kline.open, kline.close]);
      expect(BigInt(worth)).toBe(kline.quoteVolume);
    }
  });

  it('also moves the mark, index and order book, and the 24-hour ticker', () => {
    const { market, quiet } = disturbed(shock);
    for (const ask of ['mark', 'index', 'last'] as const) {
      const [price, usual] = [market[ask](SYMBOL, later10), quiet[ask](SYMBOL, later10)];
      expect((price ?? 0) / (usual ?? 1)).toBeCloseTo(0.93, 4);
    }
    expect(market.book(SYMBOL, later10, 1)?.bids[0]?.price).toBeLessThan(quiet.dayTicker(SYMBOL, minute)?.low ?? 0);
    expect(market.dayTicker(SYMBOL, later10)?.low).toBeLessThan(quiet.dayTicker(SYMBOL, later10)?.low ?? 0);
    expect(market.dayTicker(SYMBOL, later10)?.high).toBe(quiet.dayTicker(SYMBOL, later10)?.high);
  });

  it('has the same effect on a running market as when given at its opening', () => {
    const { market } = disturbed(shock, { kind: 'halt', symbol: SYMBOL, minute: later10 });
    const reopened = simulatedMarket([SYMBOL], [shock, { kind: 'halt', symbol: SYMBOL, minute: later10 }]);
    expect(minutes(reopened, minute - HOUR_MS, 500)).toEqual(minutes(market, minute - HOUR_MS, 500));
    expect(reopened.dayTicker(SYMBOL, now)).toEqual(market.dayTicker(SYMBOL, now));
  });
});

describe('a halt', () => {
  const halt = { kind: 'halt', symbol: SYMBOL, minute } as const;
  const resume = { kind: 'resume', symbol: SYMBOL, minute: later10 } as const;

  it('stops trading from its minute on: no trades, no candles, an empty order book, the last price stays', () => {
    const { market } = disturbed(halt);
    expect([market.status(SYMBOL, later(minute, -1)), market.status(SYMBOL, minute)]).toEqual(['TRADING', 'SETTLING']);
    expect(market.trades(SYMBOL, later(minute, -1), now)).toEqual([]);
    expect(minutes(market, minute, 10)).toEqual([]);
    expect(market.openKline(SYMBOL, '1m', now)).toBeNull();
    expect(market.book(SYMBOL, now)).toMatchObject({ bids: [], asks: [] });
    expect(market.last(SYMBOL, now)).toBe(market.last(SYMBOL, later(minute, -1)));
    expect(market.mark(SYMBOL, now)).toBe(market.mark(SYMBOL, later(minute, -1)));
  });

  it('leaves a gap in the candles but none in the trade ids', () => {
    const { market, quiet } = disturbed(halt, resume);
    const opens = minutes(market, minute - 2 * MINUTE_MS, 4).map(({ time }) => time);
    expect(opens).toEqual([minute - 2 * MINUTE_MS, minute - MINUTE_MS, later10, later10 + MINUTE_MS]);
    const trades = market.trades(SYMBOL, later(minute, -MINUTE_MS), later(later10, MINUTE_MS));
    for (const [index, trade] of trades.entries()) {
      const before = trades[index - 1];
      if (before !== undefined) expect([trade.id, trade.firstId]).toEqual([before.id + 1, before.lastId + 1]);
    }
    expect(market.status(SYMBOL, later10)).toBe('TRADING');
    expect(market.last(SYMBOL, now)).toBe(quiet.last(SYMBOL, now));
    const [{ id } = { id: 0 }] = market.trades(SYMBOL, later10, now);
    expect(market.tradesFrom(SYMBOL, id, 3, now)).toEqual(market.trades(SYMBOL, later10, now).slice(0, 3));
  });

  it('skips the settlements inside it', () => {
    const market = simulatedMarket(['COTIUSDT']);
    const settled = () => market.settlements('COTIUSDT', later(now, -DAY_MS), now).map(({ time }) => time);
    const all = settled();
    const hole = { from: later(at(all, 5), -MINUTE_MS), to: later(at(all, 7), MINUTE_MS) };
    market.disturb({ kind: 'halt', symbol: 'COTIUSDT', minute: hole.from });
    market.disturb({ kind: 'resume', symbol: 'COTIUSDT', minute: hole.to });
    expect(settled()).toEqual(all.filter((time) => time < hole.from || time > hole.to));
    expect(all.length - settled().length).toBe(3);
  });
});

describe('a change of filters', () => {
  it('applies from then on; values off the instrument’s grid or not given stay unchanged', () => {
    const market = simulatedMarket([SYMBOL]);
    const own = market.filters(SYMBOL);
    expect(own).toEqual({
      tick: { units: 1, decimals: 2 },
      step: { units: 1, decimals: 3 },
      notionalMin: 2_000_000_000,
    });
    market.disturb({ kind: 'filters', symbol: SYMBOL, tickUnits: 10, stepUnits: null, notionalMin: '50' });
    expect(market.filters(SYMBOL)).toEqual({ ...own, tick: { units: 10, decimals: 2 }, notionalMin: 5_000_000_000 });
    market.disturb({ kind: 'filters', symbol: SYMBOL, tickUnits: null, stepUnits: 5, notionalMin: null });
    expect(market.filters(SYMBOL)).toMatchObject({
      tick: { units: 10 },
      step: { units: 5 },
      notionalMin: 5_000_000_000,
    });
    expect(market.filters('NOUSDT')).toBeNull();
  });

  it('of an unknown symbol breaks an assertion', () => {
    const market = simulatedMarket([SYMBOL]);
    expect(() => market.disturb({ kind: 'halt', symbol: 'NOUSDT', minute })).toThrow(
      'NOUSDT is a symbol of the market',
    );
  });
});

describe('preparing the next day', () => {
  it('computes the past of one symbol per call, and the next day of each once midnight is near', () => {
    const market = simulatedMarket(['BTCUSDT', SYMBOL]);
    const prepared = (at: Instant) => [1, 2, 3].map(() => market.prepare(at));
    const midnight = later(startOf(now, DAY_MS), DAY_MS);
    expect(prepared(now)).toEqual([true, true, false]);
    expect(prepared(later(midnight, -3 * HOUR_MS))).toEqual([false, false, false]);
    expect(prepared(later(midnight, -HOUR_MS))).toEqual([true, true, false]);
    expect(prepared(later(midnight, DAY_MS - HOUR_MS))).toEqual([true, true, false]);
  });
});
