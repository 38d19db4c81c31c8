import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { Feed } from '#ports/feed.ts';
import { SEED_OF_RUN } from '../support/seed.ts';

/** A feed under test. */
export interface OpenedFeed {
  readonly feed: Feed;
  /** Symbols that trade now and did four days ago; left out, all do. */
  readonly symbols?: readonly string[];
  /** Lets some minutes close, at once or soon. */
  move(): void;
  close(): Promise<void>;
}

/** So much past every feed must be able to give. */
const PAST_DAYS = 4;
const PAST_MINUTES = PAST_DAYS * 1_440;

/** What every feed must do, whatever is behind it. `open` is called twice: both must tell the same. */
export function feedConformance(name: string, open: () => Promise<OpenedFeed>): void {
  describe(`the feed port: ${name}`, () => {
    const seed = SEED_OF_RUN;
    const random = chance(seed);
    let opened: readonly OpenedFeed[] = [];
    let feed: Feed;
    let other: Feed;
    let symbols: string[];
    /** Of the time before the feeds were opened: both have it. */
    let last: Instant;
    const someMinute = (room = 0): Instant => later(last, -random.between(room, PAST_MINUTES - 1) * MINUTE_MS);

    beforeAll(async () => {
      process.stderr.write(`feed conformance seed ${seed}\n`);
      opened = [await open(), await open()];
      [feed, other] = [at(opened, 0).feed, at(opened, 1).feed];
      symbols = [...(at(opened, 0).symbols ?? feed.instruments.keys())];
      last = later(feed.startMinute, -MINUTE_MS);
      for (const one of [feed, other]) await one.hold(symbols, later(last, -PAST_MINUTES * MINUTE_MS));
    });
    afterAll(async () => {
      for (const one of opened) await one.close();
    });

    it('has instruments under their own symbols', () => {
      expect(symbols.length).toBeGreaterThan(0);
      for (const [symbol, instrument] of feed.instruments) expect(instrument.symbol).toBe(symbol);
    });

    it('starts on whole minutes, not before its oldest one', () => {
      expect(feed.firstMinute % MINUTE_MS).toBe(0);
      expect(feed.startMinute % MINUTE_MS).toBe(0);
      expect(feed.startMinute).toBeGreaterThanOrEqual(feed.firstMinute);
      expect(feed.firstMinute).toBeLessThanOrEqual(later(last, -PAST_MINUTES * MINUTE_MS));
    });

    it('has a head of whole minutes that moves on, not before every held symbol is there, and tells of it', async () => {
      const before = feed.closed();
      expect(before % MINUTE_MS).toBe(0);
      let forget = (): void => {};
      const moved = new Promise<void>((resolve) => {
        forget = feed.onClosed(resolve);
      });
      at(opened, 0).move();
      await moved;
      forget();
      const after = feed.closed();
      expect(after).toBeGreaterThan(before);
      for (let time = before; time <= after; time = later(time, MINUTE_MS)) {
        for (const symbol of symbols) expect(feed.minute(time).candle(symbol)?.time).toBe(time);
      }
      expect(feed.candles(at(symbols, 0), after, later(after, 10 * MINUTE_MS)).length).toBeLessThanOrEqual(10);
    });

    it('holds nothing, or again what it holds, at once', async () => {
      await feed.hold([], feed.closed());
      await feed.hold(symbols, feed.closed());
    });

    it('gives whole positive prices whose high and low enclose open and close', () => {
      for (let count = 0; count < 300; count++) {
        const time = someMinute();
        for (const symbol of symbols) {
          const candle = feed.minute(time).candle(symbol);
          if (candle === null) continue;
          expect(candle.time).toBe(time);
          for (const value of Object.values(candle)) expect(Number.isSafeInteger(value)).toBe(true);
          expect(candle.low).toBeGreaterThan(0);
          expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close));
          expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close));
          expect(candle.volume).toBeGreaterThanOrEqual(0);
        }
      }
    });

    it('tells the same of a minute however and whenever it is asked', () => {
      for (let count = 0; count < 100; count++) {
        const time = someMinute();
        for (const symbol of symbols) {
          const candle = feed.minute(time).candle(symbol);
          expect(other.minute(time).candle(symbol)).toEqual(candle);
          expect(other.minute(time).mark(symbol)).toEqual(feed.minute(time).mark(symbol));
          expect(feed.candles(symbol, time, later(time, MINUTE_MS))).toEqual(candle === null ? [] : [candle]);
          expect(other.minute(time).funding(symbol)).toBe(feed.minute(time).funding(symbol));
        }
      }
    });

    it('lists consecutive candles, oldest first, without the end', () => {
      const [symbol = ''] = symbols;
      const times = feed.candles(symbol, later(last, -DAY_MS), last).map((candle) => candle.time);
      expect(times).toEqual(Array.from({ length: 1_440 }, (_, index) => later(last, index * MINUTE_MS - DAY_MS)));
    });

    it('ranges over exactly the minutes that opened in the interval, both ends included', () => {
      for (let count = 0; count < 50; count++) {
        const [symbol, from] = [random.pick(symbols), someMinute(3_000)];
        const to = later(from, random.between(0, 3_000) * MINUTE_MS);
        const candles = feed.candles(symbol, from, later(to, MINUTE_MS));
        const expected = {
          low: Math.min(...candles.map((candle) => candle.low)),
          high: Math.max(...candles.map((candle) => candle.high)),
        };
        expect(feed.minute(to).range(symbol, from, to)).toEqual(expected);
        expect(feed.minute(to).range(symbol, later(from, -59_999), later(to, 59_999))).toEqual(expected);
      }
    });

    it('joins minutes into a bar: first open, last close, extremes, sum of volumes', () => {
      for (let count = 0; count < 50; count++) {
        const [symbol, from] = [random.pick(symbols), someMinute(3_000)];
        const to = later(from, random.between(1, 3_000) * MINUTE_MS);
        const candles = feed.candles(symbol, from, to);
        expect(feed.bar(symbol, from, to)).toEqual({
          time: from,
          open: candles[0]?.open,
          high: Math.max(...candles.map((candle) => candle.high)),
          low: Math.min(...candles.map((candle) => candle.low)),
          close: candles.at(-1)?.close,
          volume: candles.reduce((sum, candle) => sum + candle.volume, 0),
        });
        expect(feed.bar(symbol, from, from)).toBeNull();
      }
    });

    it('settles funding at most a few times a day', () => {
      for (const symbol of symbols) {
        let settled = 0;
        for (let time = later(last, -DAY_MS); time < last; time = later(time, MINUTE_MS)) {
          if (feed.minute(time).funding(symbol) !== null) settled++;
        }
        expect(settled).toBeLessThanOrEqual(24);
        expect(settled).toBeGreaterThan(0);
      }
    });

    it('knows nothing of an unknown symbol', () => {
      const minute = feed.minute(feed.startMinute);
      expect(minute.candle('NOSUCHUSDT')).toBeNull();
      expect(minute.funding('NOSUCHUSDT')).toBeNull();
      expect(minute.range('NOSUCHUSDT', feed.startMinute, feed.startMinute)).toBeNull();
      expect(feed.bar('NOSUCHUSDT', feed.startMinute, later(feed.startMinute, MINUTE_MS))).toBeNull();
      expect(feed.candles('NOSUCHUSDT', feed.startMinute, later(feed.startMinute, MINUTE_MS))).toEqual([]);
    });
  });
}
