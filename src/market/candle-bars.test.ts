import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { openReplayFeed } from '../../tests/support/replay-feed.ts';
import type { Feed } from '#ports/feed.ts';
import { type BarInterval, candleBars } from './candle-bars.ts';

const NOON = instantOf(Date.UTC(2025, 4, 20, 12, 0));
const lastMinute = later(NOON, -MINUTE_MS);

describe('bars for a chart', () => {
  let feed: Feed;
  beforeAll(async () => {
    feed = await openReplayFeed();
  });

  it.each([
    ['5m', 5],
    ['15m', 15],
    ['1h', 60],
    ['4h', 240],
    ['1d', 1_440],
  ] as const)(
    'builds a %s bar from its minutes: first open, last close, extremes, sum of volumes',
    (interval, minutes) => {
      const bars = candleBars(feed, { symbol: 'ETHUSDT', interval, limit: 3, endTime: null, lastMinute });
      expect(bars).toHaveLength(3);
      for (const bar of bars.slice(0, 2)) {
        const inside = feed.candles('ETHUSDT', bar.time, later(bar.time, minutes * MINUTE_MS));
        expect(bar.time % (minutes * MINUTE_MS)).toBe(0);
        expect(bar.open).toBe(inside[0]?.open);
        expect(bar.close).toBe(inside.at(-1)?.close);
        expect(bar.high).toBe(Math.max(...inside.map((candle) => candle.high)));
        expect(bar.low).toBe(Math.min(...inside.map((candle) => candle.low)));
        expect(bar.volume).toBe(inside.reduce((sum, candle) => sum + candle.volume, 0));
      }
    },
  );

  it('shows the forming bar with its closed minutes only', () => {
    const now = later(NOON, 2 * MINUTE_MS);
    const last = candleBars(feed, { symbol: 'BTCUSDT', interval: '1h', limit: 1, endTime: null, lastMinute: now }).at(
      -1,
    );
    const closed = feed.candles('BTCUSDT', NOON, later(now, MINUTE_MS));
    expect(closed).toHaveLength(3);
    expect(last).toMatchObject({ time: NOON, close: closed[2]?.close });
    expect(last?.high).toBe(Math.max(...closed.map((candle) => candle.high)));
  });

  it('pages backwards by end time without a hole or a repeat', () => {
    const ask = (endTime: typeof NOON | null, limit: number) =>
      candleBars(feed, { symbol: 'SOLUSDT', interval: '15m', limit, endTime, lastMinute });
    const whole = ask(null, 20);
    const late = ask(null, 10);
    const early = ask(late[0]?.time ?? NOON, 10);
    expect([...early, ...late]).toEqual(whole);
  });

  it('gives no bar of the future, whatever the end time', () => {
    const bars = candleBars(feed, {
      symbol: 'BTCUSDT',
      interval: '1m',
      limit: 5,
      endTime: later(NOON, 10 * HOUR_MS),
      lastMinute,
    });
    expect(bars.at(-1)?.time).toBe(lastMinute);
  });

  it('ends at the oldest whole bar of the feed', () => {
    const ask = (interval: BarInterval) =>
      candleBars(feed, {
        symbol: 'BTCUSDT',
        interval,
        limit: 1_000,
        endTime: later(feed.firstMinute, 9 * HOUR_MS),
        lastMinute,
      });
    expect(ask('1m')).toHaveLength(9 * 60);
    expect(ask('1h')[0]?.time).toBe(Math.ceil(feed.firstMinute / HOUR_MS) * HOUR_MS);
  });

  it('has no bars of an unknown symbol', () => {
    expect(candleBars(feed, { symbol: 'DOGEUSDT', interval: '1h', limit: 5, endTime: null, lastMinute })).toEqual([]);
  });
});
