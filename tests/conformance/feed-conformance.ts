import { beforeAll, describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { Feed } from '#ports/feed.ts';

/** What every feed must do, whatever is behind it. `open` is called twice: both must tell the same. */
export function feedConformance(name: string, open: () => Promise<Feed>): void {
  describe(`the feed port: ${name}`, () => {
    const seed = Date.now() % 1_000_000;
    const random = chance(seed);
    let feed: Feed;
    let other: Feed;
    let symbols: string[];
    const someMinute = (): Instant => later(feed.firstMinute, random.between(0, 200 * 1_440) * MINUTE_MS);

    beforeAll(async () => {
      process.stderr.write(`feed conformance seed ${seed}\n`);
      [feed, other] = [await open(), await open()];
      symbols = [...feed.instruments.keys()];
    });

    it('has instruments under their own symbols', () => {
      expect(symbols.length).toBeGreaterThan(0);
      for (const [symbol, instrument] of feed.instruments) expect(instrument.symbol).toBe(symbol);
    });

    it('starts on whole minutes, not before its oldest one', () => {
      expect(feed.firstMinute % MINUTE_MS).toBe(0);
      expect(feed.startMinute % MINUTE_MS).toBe(0);
      expect(feed.startMinute).toBeGreaterThanOrEqual(feed.firstMinute);
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
          expect(feed.candles(symbol, time, later(time, MINUTE_MS))).toEqual(candle === null ? [] : [candle]);
          expect(other.minute(time).funding(symbol)).toBe(feed.minute(time).funding(symbol));
        }
      }
    });

    it('lists consecutive candles, oldest first, without the end', () => {
      const [symbol = ''] = symbols;
      const times = feed
        .candles(symbol, feed.startMinute, later(feed.startMinute, DAY_MS))
        .map((candle) => candle.time);
      expect(times).toEqual(Array.from({ length: 1_440 }, (_, index) => later(feed.startMinute, index * MINUTE_MS)));
    });

    it('ranges over exactly the minutes that opened in the interval, both ends included', () => {
      for (let count = 0; count < 50; count++) {
        const [symbol, from] = [random.pick(symbols), someMinute()];
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
        const [symbol, from] = [random.pick(symbols), someMinute()];
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
        for (let time = feed.startMinute; time < feed.startMinute + DAY_MS; time = later(time, MINUTE_MS)) {
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
