import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { MARKET_FIRST, MARKET_START, simulatedMarket } from '../../../tests/support/simulated-market.ts';
import { intervalEnd, intervalStart } from './bars/intervals.ts';
import { type AggregateTrade, INTERVALS, type Kline, type Series, type SimulatedMarket } from './market.ts';

const NOW = later(MARKET_START, 3 * HOUR_MS + 27 * MINUTE_MS + 41_250);
const SERIES: readonly Series[] = ['last', 'mark', 'index', 'premium', 'spot'];

/** The candle that trades add up to, computed one by one. */
function folded(trades: readonly AggregateTrade[], cashPerTickStep: number) {
  const prices = trades.map(({ price }) => price);
  const bought = trades.filter(({ takerSide }) => takerSide === 'BUY');
  const volume = (list: readonly AggregateTrade[]) => list.reduce((total, { quantity }) => total + quantity, 0);
  const worth = (list: readonly AggregateTrade[]) =>
    list.reduce((total, { price, quantity }) => total + BigInt(price) * BigInt(quantity), 0n) * BigInt(cashPerTickStep);
  return {
    open: at(prices, 0),
    high: prices.reduce((high: number, price) => Math.max(high, price), 0),
    low: prices.reduce((low: number, price) => Math.min(low, price), Number.POSITIVE_INFINITY),
    close: at(prices, prices.length - 1),
    volume: volume(trades),
    takerBuyVolume: volume(bought),
    trades: trades.reduce((total, { firstId, lastId }) => total + lastId - firstId + 1, 0),
    quoteVolume: worth(trades),
    takerBuyQuoteVolume: worth(bought),
    firstId: at(trades, 0).firstId,
    lastId: at(trades, trades.length - 1).lastId,
  };
}

function klinesOf(
  market: SimulatedMarket,
  symbol: string,
  query: Partial<Parameters<SimulatedMarket['klines']>[1]>,
  now = NOW,
) {
  const whole = { series: 'last', interval: '1m', startTime: null, endTime: null, limit: 500 } as const;
  return market.klines(symbol, { ...whole, ...query }, now);
}

function cashPerTickStep(market: SimulatedMarket, symbol: string): number {
  return market.symbols.get(symbol)?.instrument.cashPerTickStep ?? Number.NaN;
}

describe('the trades of a simulated market', () => {
  it.each([
    ['BTCUSDT', INTERVALS.slice(0, 4)],
    ['LINKUSDT', INTERVALS.slice(0, 11)],
    ['KAVAUSDT', INTERVALS.slice(0, 11)],
  ] as const)('of %s make its candles of the intervals %j again, to the last 1e-8 USDT', (symbol, intervals) => {
    const market = simulatedMarket([symbol]);
    for (const interval of intervals) {
      const [closed, open] = klinesOf(market, symbol, { interval, limit: 2 });
      for (const kline of [closed, open]) {
        if (kline === undefined) throw new Error(`${symbol} has no candles of ${interval}`);
        const until = Math.min(kline.closeTime, NOW);
        const trades = market.trades(symbol, later(kline.time, -1), instantOf(until));
        const numbered = market.numberedKline(symbol, { interval, start: kline.time }, NOW);
        expect(numbered).toEqual({ ...kline, ...folded(trades, cashPerTickStep(market, symbol)) });
        expect(kline.isClosed).toBe(kline.closeTime < NOW);
      }
    }
  });

  it('have consecutive ids that start with 1 at the listing, and so do the single trades they represent', () => {
    const market = simulatedMarket(['TIAUSDT', 'ETHUSDT']);
    for (const symbol of ['TIAUSDT', 'ETHUSDT']) {
      const onboard = market.symbols.get(symbol)?.onboardDate ?? MARKET_FIRST;
      const trades = market.trades(symbol, later(onboard, -1), later(onboard, 2 * HOUR_MS));
      expect(trades.length).toBeGreaterThan(500);
      let [id, single] = [0, 0];
      for (const trade of trades) {
        expect([trade.id, trade.firstId]).toEqual([id + 1, single + 1]);
        expect(trade.lastId - trade.firstId).toBeGreaterThanOrEqual(0);
        expect(trade.lastId - trade.firstId).toBeLessThan(trade.quantity);
        [id, single] = [trade.id, trade.lastId];
      }
    }
  });

  it('are tens a second of Bitcoin, a few of a middling coin, and less than two of a small one', () => {
    const symbols = ['BTCUSDT', 'LINKUSDT', 'COTIUSDT'];
    const market = simulatedMarket(symbols);
    const perSecond = symbols.map((symbol) => market.trades(symbol, later(NOW, -5 * MINUTE_MS), NOW).length / 300);
    const [bitcoin = 0, middling = 0, small = 0] = perSecond;
    expect(bitcoin).toBeGreaterThan(12);
    expect(middling).toBeGreaterThan(1);
    expect(middling).toBeLessThan(bitcoin / 4);
    expect(small).toBeLessThan(2);
  });

  it('stay between the bounds of their minutes, which are those of the candles', () => {
    const market = simulatedMarket(['SOLUSDT']);
    const minute = later(startOf(NOW, MINUTE_MS), -MINUTE_MS);
    const [candle] = klinesOf(market, 'SOLUSDT', { startTime: minute, limit: 1 });
    const bounds = { low: candle?.low, high: candle?.high };
    expect(market.bounds('SOLUSDT', minute, later(minute, 30_000))).toEqual(bounds);
    const prices = market.trades('SOLUSDT', minute, later(minute, MINUTE_MS - 1)).map(({ price }) => price);
    expect([Math.min(...prices) >= (bounds.low ?? 0), Math.max(...prices) <= (bounds.high ?? 0)]).toEqual([true, true]);
    expect(market.bounds('SOLUSDT', later(MARKET_FIRST, -10 * DAY_MS), later(MARKET_FIRST, -9 * DAY_MS))).toBeNull();
  });

  it(`are limited to the requested period, wherever it starts and ends (seed ${SEED_OF_RUN})`, () => {
    const market = simulatedMarket(['ETHUSDT']);
    const all = market.trades('ETHUSDT', later(NOW, -10 * MINUTE_MS), NOW);
    const dice = chance(SEED_OF_RUN);
    const parts: AggregateTrade[] = [];
    for (let from = later(NOW, -10 * MINUTE_MS); from < NOW; ) {
      const to = instantOf(Math.min(NOW, from + dice.between(1, 90_000)));
      parts.push(...market.trades('ETHUSDT', from, to));
      from = to;
    }
    expect(parts).toEqual(all);
    expect(all.length).toBeGreaterThan(300);
  });
});

describe('the candles of a simulated market', () => {
  it.each(SERIES)('of the series %s are afterwards what they were when they closed', (series) => {
    const market = simulatedMarket(['ADAUSDT']);
    const opened = startOf(NOW, MINUTE_MS);
    for (const interval of ['1m', '15m', '1h'] as const) {
      const start = intervalStart(interval, opened);
      const lastMoment = later(intervalEnd(interval, start), -1);
      const [open] = klinesOf(market, 'ADAUSDT', { series, interval, limit: 1 }, lastMoment);
      const closed = klinesOf(
        market,
        'ADAUSDT',
        { series, interval, startTime: start, limit: 1 },
        later(start, 40 * DAY_MS),
      );
      expect(open?.isClosed).toBe(false);
      expect(closed).toEqual([{ ...open, isClosed: true }]);
    }
  });

  it('grow with each trade; the open candle equals openKline and ends at the requested instant', () => {
    const market = simulatedMarket(['ETHUSDT']);
    for (let time = startOf(NOW, MINUTE_MS); time <= NOW; time = later(time, 1_234)) {
      const open = market.openKline('ETHUSDT', '5m', time);
      expect([open]).toMatchObject(klinesOf(market, 'ETHUSDT', { interval: '5m', limit: 1 }, time));
      expect(open?.close).toBe(market.last('ETHUSDT', time));
      expect(open?.closeTime).toBeGreaterThanOrEqual(time);
    }
  });

  it.each([
    ['last', INTERVALS.slice(1, 12), 2],
    ['last', INTERVALS.slice(11), 40],
    ['mark', INTERVALS.slice(1, 12), 2],
    ['premium', INTERVALS.slice(1, 12), 2],
  ] as const)('of the series %s and intervals %j are those of their minutes', (series, intervals, days) => {
    const market = simulatedMarket(['COTIUSDT']);
    const startTime = Math.max(MARKET_FIRST, startOf(later(NOW, -days * DAY_MS), DAY_MS));
    const query = { series, startTime, limit: 50_000 };
    const minutes = klinesOf(market, 'COTIUSDT', query);
    expect(minutes.length).toBeGreaterThan(2 * 1_440);
    for (const interval of intervals) {
      const bars = klinesOf(market, 'COTIUSDT', { ...query, interval, startTime: intervalStart(interval, startTime) });
      const expected = joinedBy(minutes, (time) => intervalStart(interval, time));
      // The first candle of an interval longer than a day may start before the requested minutes.
      const whole = expected.filter(({ time }) => time >= startTime || startTime === MARKET_FIRST);
      expect(whole.length).toBeGreaterThan(0);
      expect(digest(bars.slice(-whole.length))).toEqual(digest(whole));
    }
  });

  it('stay at the last price until something is traded in them', () => {
    const market = simulatedMarket(['COTIUSDT']);
    const first = at(market.trades('COTIUSDT', later(startOf(NOW, MINUTE_MS), -1), later(NOW, MINUTE_MS)), 0);
    const before = later(first.time, -1);
    const price = market.last('COTIUSDT', before);
    expect(market.openKline('COTIUSDT', '1m', before)).toMatchObject({
      open: price,
      close: price,
      volume: 0,
      firstId: null,
    });
    expect(market.openKline('COTIUSDT', '1m', first.time)).toMatchObject({ firstId: first.firstId });
  });
});

function digest(bars: readonly Kline[]): readonly string[] {
  return bars.map(({ time, open, high, low, close, volume, quoteVolume, trades }) =>
    [time, open, high, low, close, volume, quoteVolume, trades].join(),
  );
}

/** Joins minute candles by the open of their interval, in the simplest way. */
function joinedBy(minutes: readonly Kline[], startOfBar: (time: Instant) => Instant): readonly Kline[] {
  const bars = new Map<number, Kline>();
  for (const minute of minutes) {
    const time = startOfBar(minute.time);
    const bar = bars.get(time);
    const joined =
      bar === undefined
        ? { ...minute, time }
        : {
            ...bar,
            high: Math.max(bar.high, minute.high),
            low: Math.min(bar.low, minute.low),
            close: minute.close,
            volume: bar.volume + minute.volume,
            trades: bar.trades + minute.trades,
            quoteVolume: bar.quoteVolume + minute.quoteVolume,
          };
    bars.set(time, joined);
  }
  return [...bars.values()];
}

describe('pages of candles', () => {
  const market = simulatedMarket(['TIAUSDT']);
  const onboard = market.symbols.get('TIAUSDT')?.onboardDate ?? MARKET_FIRST;
  const opens = (query: Parameters<typeof klinesOf>[2]) => klinesOf(market, 'TIAUSDT', query).map(({ time }) => time);
  const minute = startOf(NOW, MINUTE_MS);
  const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index * MINUTE_MS);

  it('without times contain the latest candles, including the open one', () => {
    expect(opens({ limit: 3 })).toEqual(range(minute - 2 * MINUTE_MS, 3));
  });

  it('with a start time contain the first candles that open then or later', () => {
    const start = minute - HOUR_MS;
    expect(opens({ startTime: start, limit: 3 })).toEqual(range(start, 3));
    expect(opens({ startTime: start + 1, limit: 3 })).toEqual(range(start + MINUTE_MS, 3));
  });

  it('with an end time contain the last candles that open then or before', () => {
    const end = minute - HOUR_MS;
    expect(opens({ endTime: end, limit: 3 })).toEqual(range(end - 2 * MINUTE_MS, 3));
    expect(opens({ endTime: end - 1, limit: 3 })).toEqual(range(end - 3 * MINUTE_MS, 3));
  });

  it('with both contain the first candles from the start, and none after the end', () => {
    const start = minute - HOUR_MS;
    expect(opens({ startTime: start, endTime: start + 10 * MINUTE_MS, limit: 3 })).toEqual(range(start, 3));
    expect(opens({ startTime: start, endTime: start + 2 * MINUTE_MS, limit: 500 })).toEqual(range(start, 3));
    expect(opens({ startTime: start + 1, endTime: start + 2, limit: 500 })).toEqual([]);
  });

  it('are empty outside the history; the first candle opens with the listing', () => {
    expect(opens({ startTime: minute + MINUTE_MS })).toEqual([]);
    expect(opens({ endTime: onboard - 1 })).toEqual([]);
    expect(opens({ startTime: 0, limit: 1 })).toEqual([onboard]);
    expect(klinesOf(market, 'NOUSDT', {})).toEqual([]);
  });

  it('read backwards give the whole history exactly once', () => {
    const walked: number[] = [];
    for (let end: number | null = null; ; ) {
      const page = opens({ interval: '5m', endTime: end, limit: 499 });
      if (page.length === 0) break;
      walked.unshift(...page);
      end = at(page, 0) - 1;
    }
    expect(walked).toEqual(opens({ interval: '5m', startTime: 0, limit: 1_000_000 }));
    const count = (time: number) => Math.floor(time / (5 * MINUTE_MS));
    expect(walked.length).toBe(count(NOW) - count(onboard) + 1);
  });
});
