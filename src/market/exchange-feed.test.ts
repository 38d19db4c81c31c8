import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turns } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { HOUR_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { feedConformance } from '../../tests/conformance/feed-conformance.ts';
import { type PlayedMarket, type PlayedSource, playedSource } from '../../tests/support/played-source.ts';
import { until } from '../../tests/support/until.ts';
import { type ExchangeFeed, openExchangeFeed } from './exchange-feed.ts';
import { type MarketStore, openMarketStore } from './store/market-store.ts';

interface Opened {
  readonly source: PlayedSource;
  readonly store: MarketStore;
  readonly feed: ExchangeFeed;
}

let folder = '';
let told: string[] = [];
const open = new Set<ExchangeFeed>();
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'botyard-feed-'));
  told = [];
});
afterEach(async () => {
  for (const feed of open) await feed.close();
  open.clear();
  rmSync(folder, { recursive: true, force: true });
});

async function opened(source: PlayedSource, times = TIMES): Promise<Opened> {
  const tell = (line: string) => told.push(line);
  const store = await openMarketStore(folder, tell);
  const marks = await openMarketStore(path.join(folder, 'marks'), tell);
  const failed = (error: unknown): never => {
    throw error;
  };
  const feed = await openExchangeFeed({ source, store, marks, watch: null, tell, failed, times });
  open.add(feed);
  return { source, store, feed };
}

/** The simulator halts it three days before its first start. */
const HALTED = 'WAVESUSDT';
const TIMES = { graceMs: 40, firstWaitMs: 20, silenceMs: 5_000, askedAgainMs: 20, marksEveryMs: 1 };
const MARKET: PlayedMarket = { symbols: ['BTCUSDT', 'ETHUSDT', 'ADAUSDT'] };

/** Waits until the head has reached the minute; fails by the test's own time limit. */
async function untilClosed(feed: ExchangeFeed, minute: Instant): Promise<void> {
  while (feed.closed() < minute) await new Promise((resolve) => setTimeout(resolve, 5));
}

feedConformance('an exchange over a store', async () => {
  const where = mkdtempSync(path.join(tmpdir(), 'botyard-feed-'));
  const source = playedSource(MARKET);
  const store = await openMarketStore(where, () => {});
  const marks = await openMarketStore(path.join(where, 'marks'), () => {});
  const feed = await openExchangeFeed({ source, store, marks, watch: null, tell: () => {}, failed: () => {} });
  return {
    feed,
    move: () => source.advance(3),
    close: async () => {
      await feed.close();
      rmSync(where, { recursive: true, force: true });
    },
  };
});

/** The minutes [from, to] as the market has them. */
function truth({ prices }: PlayedSource, symbol: string, from: Instant, to: Instant) {
  const minutes = Array.from({ length: (to - from) / MINUTE_MS + 1 }, (_, index) => later(from, index * MINUTE_MS));
  return minutes.flatMap((minute) => {
    const candle = prices.candle(symbol, minute);
    if (candle === null) return [];
    const { time, open: first, high, low, close, volume } = candle;
    return { time, open: first, high, low, close, volume };
  });
}

describe('the feed of an exchange', () => {
  it('requests no minute while the stream delivers every one', async () => {
    const { source, feed } = await opened(playedSource(MARKET));
    await feed.hold(['BTCUSDT', 'ETHUSDT'], source.closed());
    source.asked.length = 0;
    const start = source.closed();
    for (let minute = 0; minute < 200; minute += 1) {
      source.advance(1);
      await untilClosed(feed, source.closed());
    }
    expect(source.asked.filter((what) => !/^(funding|marks) /.test(what))).toEqual([]);
    expect(feed.candles('ETHUSDT', start, later(source.closed(), MINUTE_MS))).toEqual(
      truth(source, 'ETHUSDT', start, source.closed()),
    );
  });

  it('passes a minute with the mark of every held symbol, which it asks for, and reads no other marks', async () => {
    const { source, feed } = await opened(playedSource(MARKET));
    await feed.hold(['BTCUSDT', 'ETHUSDT'], later(source.closed(), -10 * MINUTE_MS));
    const start = source.closed();
    feed.onClosed(() => {
      const minute = feed.minute(feed.closed());
      for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
        expect(minute.mark(symbol)).toMatchObject(source.prices.mark(symbol, minute.time) ?? {});
        expect(minute.mark(symbol)).not.toEqual(minute.candle(symbol));
      }
    });
    source.advance(20);
    await untilClosed(feed, source.closed());
    expect(feed.minute(later(start, -5 * MINUTE_MS)).mark('ETHUSDT')).not.toBeNull();
    expect(feed.minute(start).mark('ADAUSDT')).toBeNull();
  });

  it('tells how much of what is to be held is stored, and asks for no page that somebody else has stored meanwhile', async () => {
    const { source, store, feed } = await opened(playedSource(MARKET));
    const pages = 10;
    const from = later(source.closed(), -(pages * 499 - 1) * MINUTE_MS);
    expect(feed.storedShare(['BTCUSDT'], from)).toBe(0);
    const ask = source.candles.bind(source);
    let isFirst = true;
    source.candles = async (instrument, query) => {
      const candles = await ask(instrument, query);
      if (isFirst) {
        isFirst = false;
        const rest = { interval: '1m', from, to: source.closed(), limit: pages * 499 } as const;
        store.putCandles('BTCUSDT', await ask(instrument, rest), 'answer');
        expect(feed.storedShare(['BTCUSDT'], from)).toBeCloseTo(0.5, 3); // None of the marks.
        source.asked.length = 0;
      }
      return candles;
    };
    await feed.hold(['BTCUSDT'], from);
    expect(source.asked.filter((what) => what === 'BTCUSDT')).toEqual([]);
    expect(source.asked.filter((what) => what === 'marks BTCUSDT')).toHaveLength(pages);
    expect(feed.storedShare(['BTCUSDT'], from)).toBe(1);
  });

  it('asks once for all marks that came due while it waited for its turn', async () => {
    const { source, feed } = await opened(playedSource(MARKET), { ...TIMES, marksEveryMs: 200 });
    await feed.hold(['BTCUSDT'], source.closed());
    source.advance(1);
    await untilClosed(feed, source.closed());
    source.asked.length = 0;
    for (let minute = 0; minute < 60; minute += 1) source.advance(1);
    await untilClosed(feed, source.closed());
    expect(source.asked).toEqual(['marks BTCUSDT']); // No funding: none was settled in that hour.
  });

  it('waits for a mark that the exchange does not tell yet, and goes on without one that it does not have', async () => {
    const { source, feed } = await opened(playedSource(MARKET));
    await feed.hold(['BTCUSDT'], source.closed());
    const [lost, late] = [later(source.closed(), 2 * MINUTE_MS), later(source.closed(), 4 * MINUTE_MS)];
    const tellMarks = source.markCandles.bind(source);
    let isLate = true;
    source.markCandles = async (instrument, query) =>
      (await tellMarks(instrument, { ...query, limit: query.limit + 1 }))
        .filter(({ time }) => time !== lost && !(isLate && time >= late))
        .slice(0, query.limit);
    source.asked.length = 0;
    source.advance(4);
    await until(() => source.asked.filter((what) => what === 'marks BTCUSDT').length >= 3, 'asking again in vain');
    expect(feed.closed()).toBeLessThan(late);
    isLate = false;
    await untilClosed(feed, late);
    expect(feed.minute(late).mark('BTCUSDT')).toMatchObject(source.prices.mark('BTCUSDT', late) ?? {});
    expect(feed.minute(lost).mark('BTCUSDT')).toBeNull();
    expect(feed.minute(lost).candle('BTCUSDT')).not.toBeNull();
  });

  it('fills minutes that the stream lost before the head moves on, in order', async () => {
    const { source, feed } = await opened(playedSource(MARKET));
    await feed.hold(['BTCUSDT', 'ETHUSDT'], source.closed());
    const start = source.closed();
    const seen: Instant[] = [];
    feed.onClosed(() => {
      seen.push(feed.closed());
      for (const symbol of ['BTCUSDT', 'ETHUSDT']) expect(feed.minute(feed.closed()).candle(symbol)).not.toBeNull();
    });
    const lost = later(start, 3 * MINUTE_MS);
    const answered = Promise.withResolvers<void>();
    const tellCandles = source.candles.bind(source);
    source.candles = async (instrument, query) => {
      await answered.promise;
      return tellCandles(instrument, query);
    };
    source.advance(6, (symbol, minute) => symbol === 'ETHUSDT' && minute === lost);
    await untilClosed(feed, later(lost, -MINUTE_MS));
    expect(feed.closed()).toBe(later(lost, -MINUTE_MS));
    expect(() => feed.minute(lost)).toThrow('has closed');
    expect(feed.candles('BTCUSDT', start, later(start, 60 * MINUTE_MS)).at(-1)?.time).toBe(later(lost, -MINUTE_MS));
    answered.resolve();
    await untilClosed(feed, source.closed());
    expect(feed.candles('ETHUSDT', start, later(source.closed(), MINUTE_MS))).toEqual(
      truth(source, 'ETHUSDT', start, source.closed()),
    );
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  });

  it('requests everything at once that passed during an interruption of the streams', async () => {
    const { source, feed } = await opened(playedSource(MARKET), { ...TIMES, graceMs: 60_000 });
    await feed.hold(MARKET.symbols, source.closed());
    const start = source.closed();
    source.advance(700, () => true);
    source.tell({ kind: 'gap' });
    await untilClosed(feed, source.closed());
    for (const symbol of MARKET.symbols) {
      expect(feed.candles(symbol, start, later(source.closed(), MINUTE_MS))).toEqual(
        truth(source, symbol, start, source.closed()),
      );
    }
  });

  it('lets symbols lag that no account holds', async () => {
    const { source, feed } = await opened(playedSource(MARKET));
    await feed.hold(['BTCUSDT'], source.closed());
    source.advance(5, (symbol) => symbol !== 'BTCUSDT');
    await untilClosed(feed, source.closed());
    expect(feed.minute(feed.closed()).candle('ETHUSDT')).toBeNull();
    await feed.hold(['ETHUSDT'], later(feed.closed(), -4 * MINUTE_MS));
    expect(feed.minute(feed.closed()).candle('ETHUSDT')).not.toBeNull();
  });

  it('resumes after a restart with the same candles, without requesting stored ones', async () => {
    const source = playedSource(MARKET);
    const before = await opened(source);
    const start = source.closed();
    await before.feed.hold(['BTCUSDT'], later(start, -3_000 * MINUTE_MS));
    source.advance(30);
    await untilClosed(before.feed, source.closed());
    await before.feed.close();
    open.delete(before.feed);
    source.advance(40);
    source.asked.length = 0;
    const { feed } = await opened(source);
    expect(feed.startMinute).toBe(source.closed());
    await feed.hold(['BTCUSDT'], later(start, -3_000 * MINUTE_MS));
    expect(source.asked.filter((what) => what === 'BTCUSDT')).toHaveLength(1);
    expect(source.asked.filter((what) => what === 'marks BTCUSDT')).toHaveLength(1);
    expect(feed.minute(start).mark('BTCUSDT')).toMatchObject(source.prices.mark('BTCUSDT', start) ?? {});
    expect(feed.firstMinute).toBe(later(start, -3_000 * MINUTE_MS));
    expect(feed.candles('BTCUSDT', later(start, -3_000 * MINUTE_MS), later(source.closed(), MINUTE_MS))).toEqual(
      truth(source, 'BTCUSDT', later(start, -3_000 * MINUTE_MS), source.closed()),
    );
  });

  it('knows the funding of a minute before the minute passes', async () => {
    const { source, feed } = await opened(playedSource({ ...MARKET, start: instantOf(Date.UTC(2025, 4, 10, 15, 50)) }));
    await feed.hold(['BTCUSDT', 'ADAUSDT'], later(source.closed(), -10 * HOUR_MS));
    const settled = instantOf(Date.UTC(2025, 4, 10, 16));
    feed.onClosed(() => {
      if (feed.closed() < settled) return;
      expect(feed.minute(settled).funding('BTCUSDT')).toBe(source.prices.funding('BTCUSDT', settled)?.settled);
      expect(feed.minute(settled).funding('BTCUSDT')).not.toBeNull();
    });
    for (let minute = 0; minute < 20; minute += 1) {
      source.advance(1);
      await untilClosed(feed, source.closed());
    }
    expect(feed.minute(instantOf(Date.UTC(2025, 4, 10, 8))).funding('ADAUSDT')).not.toBeNull();
    expect(feed.minute(later(settled, MINUTE_MS)).funding('BTCUSDT')).toBeNull();
  });

  it('skips minutes in which a halted symbol has no market', async () => {
    const symbols = ['BTCUSDT', HALTED];
    const { source, feed } = await opened(playedSource({ symbols }));
    await feed.hold(symbols, later(source.closed(), -5 * 1_440 * MINUTE_MS));
    source.advance(5);
    await untilClosed(feed, source.closed());
    expect(feed.minute(feed.closed()).candle(HALTED)).toBeNull();
    expect(feed.minute(later(feed.closed(), -4 * 1_440 * MINUTE_MS)).candle(HALTED)).not.toBeNull();
  });

  it('sends no requests about a halted symbol every minute', async () => {
    const { source, feed } = await opened(playedSource({ symbols: ['BTCUSDT', HALTED] }));
    await feed.hold([HALTED, 'BTCUSDT'], source.closed());
    source.asked.length = 0;
    for (let minute = 0; minute < 20; minute += 1) {
      source.advance(1);
      await untilClosed(feed, source.closed());
    }
    expect(source.asked.filter((what) => what.endsWith(HALTED))).toEqual([]);
  });

  it('continues without a symbol that the exchange has delisted', async () => {
    const { source, store, feed } = await opened(playedSource(MARKET));
    await feed.hold(['BTCUSDT', 'ADAUSDT'], source.closed());
    const [listings, candles] = [source.listings.bind(source), source.candles.bind(source)];
    source.listings = async () => (await listings()).filter(({ instrument }) => instrument.symbol !== 'ADAUSDT');
    source.candles = async (instrument, query) => {
      if (instrument.symbol === 'ADAUSDT') throw new AppError('SYMBOL_UNKNOWN', 'The exchange does not list ADAUSDT.');
      return candles(instrument, query);
    };
    source.advance(3, (symbol) => symbol === 'ADAUSDT');
    await untilClosed(feed, source.closed());
    expect(store.listings.get('ADAUSDT')?.status).toBe('DELISTED');
    expect(feed.minute(feed.closed()).candle('ADAUSDT')).toBeNull();
    expect(feed.instruments.has('ADAUSDT')).toBe(true);
  });

  it('the feed uses the last readable terms of a contract whose row is damaged, also after a restart', async () => {
    const source = playedSource(MARKET);
    const { store, feed } = await opened(source);
    await feed.hold(['BTCUSDT', 'ADAUSDT'], source.closed());
    const before = store.listings.get('ADAUSDT');
    const listings = source.listings.bind(source);
    source.listings = async () => (await listings()).filter(({ instrument }) => instrument.symbol !== 'ADAUSDT');
    source.leftOut = () => [{ list: 'contracts', name: 'ADAUSDT', reason: 'field', detail: 'liquidationFee' }];
    await feed.close();
    const again = await opened(source);
    expect(again.store.listings.get('ADAUSDT')).toEqual(before);
    await again.feed.hold(['BTCUSDT', 'ADAUSDT'], source.closed());
    source.advance(3);
    await untilClosed(again.feed, source.closed());
    expect(again.feed.minute(source.closed()).candle('ADAUSDT')).not.toBeNull();
  });

  it('writes a market day to the files when it has ended', async () => {
    const { source, feed } = await opened(playedSource({ ...MARKET, start: instantOf(Date.UTC(2025, 4, 10, 23, 58)) }));
    await feed.hold(['BTCUSDT'], source.closed());
    source.advance(5);
    await untilClosed(feed, source.closed());
    const file = path.join(folder, 'BTCUSDT', '2025-05.candles');
    await until(() => existsSync(file), 'the file of the day');
    const again = await openMarketStore(folder, () => {});
    expect(again.candle('BTCUSDT', instantOf(Date.UTC(2025, 4, 10, 23, 59)))).not.toBeNull();
  });

  it('keeps the first version of a minute when the exchange reports another one later', async () => {
    const { source, store, feed } = await opened(playedSource(MARKET));
    await feed.hold(['BTCUSDT'], source.closed());
    source.advance(3);
    await untilClosed(feed, source.closed());
    const candle = feed.minute(feed.closed()).candle('BTCUSDT');
    if (candle === null) throw new Error('no candle');
    source.tell({
      kind: 'candle',
      symbol: 'BTCUSDT',
      candle: { ...candle, close: candle.close + 1, high: candle.high + 1 },
    });
    expect(feed.minute(feed.closed()).candle('BTCUSDT')).toEqual(candle);
    expect(store.toldTwice()).toMatchObject([{ symbol: 'BTCUSDT', kept: candle }]);
  });

  it.each([
    ['is not a number', { close: Number.NaN }],
    ['is below zero', { low: -5 }],
    ['is above the high', { low: 10 ** 9, high: 1 }],
    ['is beyond all', { high: 1e308 }],
  ])('rejects a candle whose price %s, and requests the minute instead', async (_, wrong) => {
    const { source, feed } = await opened(playedSource(MARKET));
    await feed.hold(['BTCUSDT'], source.closed());
    const [candle] = truth(source, 'BTCUSDT', later(source.closed(), MINUTE_MS), later(source.closed(), MINUTE_MS));
    if (candle === undefined) throw new Error('no candle');
    source.tell({ kind: 'candle', symbol: 'BTCUSDT', candle: { ...candle, ...wrong } });
    source.advance(1, () => true);
    await untilClosed(feed, source.closed());
    expect(feed.minute(candle.time).candle('BTCUSDT')).toEqual(candle);
    expect(told.join()).toContain('this candle is impossible');
  });

  it('rejects a minute ahead of the market', async () => {
    const { source, feed } = await opened(playedSource(MARKET));
    await feed.hold(['BTCUSDT'], source.closed());
    const far = later(source.closed(), 3 * HOUR_MS);
    source.tell({
      kind: 'candle',
      symbol: 'BTCUSDT',
      candle: { time: far, open: 5, high: 5, low: 5, close: 5, volume: 1 },
    });
    source.tell({ kind: 'tickers', tickers: [] });
    await turns();
    expect(feed.due()).toBe(source.closed());
    source.advance(180);
    await untilClosed(feed, far);
    expect(feed.minute(far).candle('BTCUSDT')).toEqual(truth(source, 'BTCUSDT', far, far)[0]);
  });

  it('waits while the exchange is unreachable and continues when it answers', async () => {
    const { source, feed } = await opened(playedSource(MARKET));
    await feed.hold(['BTCUSDT'], source.closed());
    const before = feed.closed();
    source.failure = new AppError('EXCHANGE_UNAVAILABLE', 'The exchange does not answer.', { isRetryable: true });
    source.asked.length = 0;
    source.advance(10, (_, minute) => minute === later(before, MINUTE_MS));
    await until(() => source.asked.filter((what) => what === 'BTCUSDT').length >= 3, 'two requests that failed');
    expect(feed.closed()).toBe(before);
    expect(told).toContain('The exchange does not answer.');
    source.failure = null;
    await untilClosed(feed, source.closed());
    expect(feed.minute(later(before, MINUTE_MS)).candle('BTCUSDT')).not.toBeNull();
  });

  it('reports to a holder that the exchange cannot provide the minutes', async () => {
    const { source, feed } = await opened(playedSource(MARKET));
    await expect(feed.hold(['NOSUCHUSDT'], source.closed())).rejects.toMatchObject({ code: 'SYMBOL_UNKNOWN' });
    source.rewrite = (_, candle) => ({ ...candle, low: Number.NaN });
    const asked = feed.hold(['BTCUSDT'], later(source.closed(), -100 * MINUTE_MS));
    await expect(asked).rejects.toMatchObject({ code: 'EXCHANGE_ANSWER' });
    source.rewrite = (_, candle) => candle;
    await feed.hold(['BTCUSDT'], later(source.closed(), -100 * MINUTE_MS));
  });

  it('asks an exchange that does not answer a first start in time again, and opens when it does', async () => {
    const source = playedSource(MARKET);
    source.failure = new AppError('EXCHANGE_UNAVAILABLE', 'The exchange did not answer.', { isRetryable: true });
    const opening = opened(source);
    await until(() => source.asked.length >= 2, 'two requests that failed');
    source.failure = null;
    const { feed } = await opening;
    expect(feed.closed()).toBe(source.closed());
    expect(told).toContain('The exchange did not answer.');
  });

  it('opens without the exchange at the end of the stored minutes and catches up later, but not with nothing stored', async () => {
    const source = playedSource(MARKET);
    source.failure = new AppError('EXCHANGE_UNAVAILABLE', 'The exchange does not answer.', { isRetryable: true });
    await expect(opened(source)).rejects.toMatchObject({ code: 'EXCHANGE_UNAVAILABLE' });
    source.failure = null;
    const before = await opened(source);
    await before.feed.hold(['BTCUSDT'], later(source.closed(), -100 * MINUTE_MS));
    await before.feed.close();
    open.delete(before.feed);
    source.advance(50);
    source.failure = new AppError('EXCHANGE_UNAVAILABLE', 'The exchange does not answer.', { isRetryable: true });
    const { feed } = await opened(source);
    expect(feed.closed()).toBe(later(source.closed(), -50 * MINUTE_MS));
    await feed.hold(['BTCUSDT'], later(feed.closed(), -100 * MINUTE_MS));
    source.failure = null;
    source.tell({ kind: 'gap' });
    await untilClosed(feed, source.closed());
  });
});
