import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS, startOf } from '#base/time.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { MARKET_FIRST, MARKET_START, simulatedMarket } from '../../../tests/support/simulated-market.ts';
import type { SimulatedMarket } from './market.ts';

const SYMBOLS = ['BTCUSDT', 'KAVAUSDT', 'TIAUSDT', 'WAVESUSDT'];
const NOW = later(MARKET_START, 41 * MINUTE_MS + 7_003);

/** Everything that a market can return about a symbol at an instant. */
function everything(market: SimulatedMarket, symbol: string, now: Instant) {
  const query = { series: 'last', interval: '5m', startTime: null, endTime: null, limit: 3 } as const;
  return [
    market.status(symbol, now),
    market.trades(symbol, later(now, -90_000), now),
    [market.last(symbol, now), market.mark(symbol, now), market.index(symbol, now), market.premium(symbol, now)],
    market.book(symbol, now, 20),
    market.dayTicker(symbol, now),
    market.klines(symbol, query, now),
    market.klines(symbol, { ...query, series: 'mark', interval: '1h' }, now),
    market.openKline(symbol, '1d', now),
    market.settlements(symbol, later(now, -DAY_MS), now),
    market.openInterest(symbol, now),
  ];
}

describe('a simulated market', () => {
  it(`gives the same answers in two instances, whatever the order of the questions (seed ${SEED_OF_RUN})`, () => {
    const dice = chance(SEED_OF_RUN);
    const questions = Array.from({ length: 14 }, () => ({
      symbol: dice.pick(SYMBOLS),
      now: later(MARKET_START, dice.between(-12 * DAY_MS, 2 * DAY_MS)),
    }));
    const ask = (market: SimulatedMarket, list: typeof questions) =>
      new Map(list.map(({ symbol, now }) => [`${symbol} ${now}`, everything(market, symbol, now)]));
    const [one, other] = [simulatedMarket(SYMBOLS), simulatedMarket(SYMBOLS)];
    expect(ask(other, questions.toReversed())).toEqual(ask(one, questions));
    expect(
      one.klines('TIAUSDT', { series: 'last', interval: '1d', startTime: 0, endTime: null, limit: 99 }, NOW),
    ).toEqual(
      simulatedMarket(['TIAUSDT']).klines(
        'TIAUSDT',
        { series: 'last', interval: '1d', startTime: 0, endTime: null, limit: 99 },
        NOW,
      ),
    );
  });

  it('knows nothing about a symbol before its listing or about unknown symbols', () => {
    const market = simulatedMarket(SYMBOLS);
    const onboard = market.symbols.get('TIAUSDT')?.onboardDate ?? MARKET_FIRST;
    const nothing = [null, [], [null, null, null, null], null, null, [], [], null, [], null];
    expect(everything(market, 'TIAUSDT', later(onboard, -1))).toEqual(nothing);
    expect(everything(market, 'NOUSDT', NOW)).toEqual(nothing);
    expect([market.isListed('TIAUSDT', later(onboard, -1)), market.isListed('TIAUSDT', onboard)]).toEqual([
      false,
      true,
    ]);
  });

  it('keeps the last price, mark and index of a halted symbol and shows an empty order book', () => {
    const market = simulatedMarket(SYMBOLS);
    const halted = market.symbols.get('WAVESUSDT')?.haltedAt ?? NOW;
    const before = later(halted, -1);
    expect([market.status('WAVESUSDT', before), market.status('WAVESUSDT', halted)]).toEqual(['TRADING', 'SETTLING']);
    for (const ask of [market.last, market.mark, market.index]) {
      expect(ask('WAVESUSDT', NOW)).toBe(ask('WAVESUSDT', before));
      expect(ask('WAVESUSDT', NOW)).not.toBeNull();
    }
    expect(market.book('WAVESUSDT', NOW)).toMatchObject({ bids: [], asks: [] });
    expect(market.trades('WAVESUSDT', halted, NOW)).toEqual([]);
    expect(market.dayTicker('WAVESUSDT', NOW)).toMatchObject({ volume: 0, trades: 0, firstId: -1 });
    expect(market.openKline('WAVESUSDT', '1m', NOW)).toBeNull();
  });
});

describe('the 24-hour ticker', () => {
  it('covers the current minute and the 1,439 before it', () => {
    const market = simulatedMarket(SYMBOLS);
    for (const [symbol, times] of [
      ['BTCUSDT', 1],
      ['KAVAUSDT', 3],
      ['TIAUSDT', 2],
    ] as const) {
      for (let count = 0; count < times; count += 1) {
        const now = later(NOW, count * 47_111);
        const from = later(startOf(now, MINUTE_MS), -1_439 * MINUTE_MS);
        const trades = market.trades(symbol, later(from, -1), now);
        const prices = trades.map(({ price }): number => price);
        const ticker = market.dayTicker(symbol, now);
        const worth = trades.reduce((sum, { price, quantity }) => sum + BigInt(price * quantity), 0n);
        const { cashPerTickStep } = market.symbols.get(symbol)?.instrument ?? { cashPerTickStep: 0 };
        expect(ticker).toEqual({
          open: at(prices, 0),
          high: prices.reduce((one, other) => Math.max(one, other)),
          low: prices.reduce((one, other) => Math.min(one, other)),
          last: at(prices, prices.length - 1),
          lastQuantity: at(trades, trades.length - 1).quantity,
          volume: trades.reduce((sum, { quantity }) => sum + quantity, 0),
          quoteVolume: worth * BigInt(cashPerTickStep),
          openTime: from,
          closeTime: now,
          firstId: at(trades, 0).firstId,
          lastId: at(trades, trades.length - 1).lastId,
          trades: at(trades, trades.length - 1).lastId - at(trades, 0).firstId + 1,
        });
      }
    }
  });
});

describe('the synthetic order book', () => {
  it('is never crossed, has no duplicate levels, and surrounds the last price', () => {
    const market = simulatedMarket(SYMBOLS);
    checkProperty(
      fc.property(fc.constantFrom(...SYMBOLS.slice(0, 3)), fc.integer({ min: 0, max: 3 * HOUR_MS }), (symbol, ms) => {
        const now = later(MARKET_START, ms);
        const [book, last] = [market.book(symbol, now), market.last(symbol, now)];
        if (book === null || last === null) throw new Error(`${symbol} has no book`);
        const [bid, ask] = [at(book.bids, 0).price, at(book.asks, 0).price];
        expect(bid).toBeLessThan(ask);
        expect([bid, ask]).toContain(last);
        for (const [side, step] of [
          [book.bids, -1],
          [book.asks, 1],
        ] as const) {
          expect(side.length).toBe(1_000);
          expect(side.every(({ price }, index) => price === at(side, 0).price + index * step)).toBe(true);
          expect(side.every(({ quantity }) => Number.isSafeInteger(quantity) && quantity >= 1)).toBe(true);
        }
        expect(market.book(symbol, now, 5)).toEqual({
          ...book,
          bids: book.bids.slice(0, 5),
          asks: book.asks.slice(0, 5),
        });
      }),
      60,
    );
  });

  it('changes partly with each trade, under an increasing update id', () => {
    const market = simulatedMarket(['ETHUSDT']);
    const trades = market.trades('ETHUSDT', MARKET_START, later(MARKET_START, 5 * MINUTE_MS));
    let same = 0;
    let known = market.book('ETHUSDT', MARKET_START);
    for (const trade of trades) {
      const book = market.book('ETHUSDT', trade.time);
      expect(book?.updateId).toBeGreaterThanOrEqual(trade.id);
      const before = new Map(known?.bids.map(({ price, quantity }) => [price, quantity]));
      same += book?.bids.filter(({ price, quantity }) => before.get(price) === quantity).length ?? 0;
      known = book;
    }
    expect(same / trades.length).toBeGreaterThan(500);
  });
});

describe('funding', () => {
  it("settles at the rate announced before, in order, at the symbol's own hours, at the current mark", () => {
    const market = simulatedMarket(['BTCUSDT', 'COTIUSDT', 'KAVAUSDT']);
    for (const [symbol, hours] of [
      ['BTCUSDT', 8],
      ['KAVAUSDT', 4],
      ['COTIUSDT', 1],
    ] as const) {
      const settled = market.settlements(symbol, later(NOW, -5 * DAY_MS), NOW);
      expect(settled.length).toBe((5 * 24) / hours);
      for (const { time, rate, mark } of settled) {
        expect(time % (hours * HOUR_MS)).toBe(0);
        expect(mark).toBe(market.mark(symbol, time));
        const before = market.premium(symbol, later(time, -1));
        expect(before?.nextTime).toBe(time);
        // The estimate is that of a minute's close, and moves by less than 0.0002 % in the last one.
        expect(Math.abs(rate - (before?.nextRate ?? Number.NaN))).toBeLessThan(200);
        expect(market.premium(symbol, time)?.nextTime).toBe(time + hours * HOUR_MS);
      }
      expect(market.settlements(symbol, at(settled, 0).time, at(settled, 1).time)).toEqual(settled.slice(0, 2));
    }
  });
});
