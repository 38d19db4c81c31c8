import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { ticks } from '#base/exact.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import { priceText } from '#engine/model/instrument.ts';
import { RECORDING_MINUTES, RECORDING_START } from '#market/recording/recording.ts';
import type { Feed } from '#ports/feed.ts';
import { feedConformance } from '../conformance/feed-conformance.ts';
import { openReplayFeed } from '../support/replay-feed.ts';

feedConformance('replay of the recording', async () => {
  const feed = await openReplayFeed();
  return { feed, move: () => feed.run(60_000), close: async () => feed.pause() };
});

describe('the replay of the recording', () => {
  let feed: Feed;
  beforeAll(async () => {
    feed = await openReplayFeed();
  });
  const minuteOf = (round: number, index: number): Instant =>
    later(RECORDING_START, ((round - 1) * RECORDING_MINUTES + index) * MINUTE_MS);
  const candle = (symbol: string, time: Instant): Candle => {
    const found = feed.minute(time).candle(symbol);
    if (found === null) throw new Error(`no candle of ${symbol}`);
    return found;
  };

  it('gives the recorded figures in round 1', () => {
    const btc = feed.instruments.get('BTCUSDT');
    const first = candle('BTCUSDT', RECORDING_START);
    // The line of the source: 1746373020000,95467.7,95477.9,95467.6,95473.6,33.653
    expect(first).toEqual({
      time: 1_746_373_020_000,
      open: 954_677,
      high: 954_779,
      low: 954_676,
      close: 954_736,
      volume: 33_653,
    });
    expect(btc && priceText(btc, ticks(first.close))).toBe('95473.6');
  });

  it('rounds the one recorded price that is off its tick to the nearest tick', () => {
    // The line of the source: 1746836220000,174.39,174.733,174.38,174.55,21693.53
    expect(candle('SOLUSDT', instantOf(1_746_836_220_000))).toMatchObject({
      open: 17_439,
      high: 17_473,
      low: 17_438,
      close: 17_455,
      volume: 2_169_353,
    });
  });

  it('starts at minute 30,240 of the recording, with one round before it', () => {
    expect(feed.startMinute).toBe(minuteOf(1, 30_240));
    expect(feed.firstMinute).toBe(minuteOf(0, 0));
    expect(feed.round(feed.firstMinute)).toBe(0);
    expect(feed.round(minuteOf(1, 0))).toBe(1);
    expect(feed.round(minuteOf(2, 0))).toBe(2);
    expect(() => feed.minute(later(feed.firstMinute, -MINUTE_MS))).toThrow('Internal error');
  });

  it('opens every round at the close of the one before', () => {
    for (const symbol of feed.instruments.keys()) {
      for (const round of [1, 2, 3]) {
        const before = candle(symbol, minuteOf(round - 1, RECORDING_MINUTES - 1));
        expect(candle(symbol, minuteOf(round, 0)).open).toBe(before.close);
      }
    }
  });

  it('scales every price of a later round by one factor, rounded half up to the tick', () => {
    for (const symbol of feed.instruments.keys()) {
      const [numerator, denominator] = [
        BigInt(candle(symbol, minuteOf(2, 0)).open),
        BigInt(candle(symbol, minuteOf(1, 0)).open),
      ];
      const expected = (price: number) => Number((2n * BigInt(price) * numerator + denominator) / (2n * denominator));
      for (let index = 0; index < RECORDING_MINUTES; index += 97) {
        const [one, two] = [candle(symbol, minuteOf(1, index)), candle(symbol, minuteOf(2, index))];
        expect(two).toEqual({
          time: two.time,
          open: expected(one.open),
          high: expected(one.high),
          low: expected(one.low),
          close: expected(one.close),
          volume: one.volume,
        });
      }
    }
  });

  it('returns to the recorded prices when a symbol has moved to 16 times its price', () => {
    const opens = Array.from({ length: 40 }, (_, round) => candle('ETHUSDT', minuteOf(round + 1, 0)).open);
    const recorded = candle('ETHUSDT', RECORDING_START).open;
    expect(Math.max(...opens)).toBeLessThanOrEqual(16 * recorded);
    expect(opens.filter((open) => open === recorded).length).toBeGreaterThan(1);
    expect(opens[1]).toBeGreaterThan(recorded);
  });

  it('settles funding in every round, in the minute of its timestamp, even when that is late by milliseconds', () => {
    // The source: BTCUSDT 1746374400002 0.00003745 and 1746403200000 -0.00002404
    expect(feed.minute(instantOf(1_746_374_400_000)).funding('BTCUSDT')).toBe(3_745);
    expect(feed.minute(instantOf(1_746_403_200_000)).funding('BTCUSDT')).toBe(-2_404);
    expect(feed.minute(instantOf(1_746_403_260_000)).funding('BTCUSDT')).toBeNull();
    const repeated = later(instantOf(1_746_374_400_000), RECORDING_MINUTES * MINUTE_MS);
    expect(feed.minute(repeated).funding('BTCUSDT')).toBe(3_745);
  });

  it('includes the files that its documents name', () => {
    const folder = new URL('../../data/', import.meta.url);
    const sums = [...readFileSync(new URL('README.md', folder), 'utf8').matchAll(/([0-9a-f]{64}) {2}(\S+)/g)];
    expect(sums).toHaveLength(8);
    for (const [, sum, name = ''] of sums) {
      expect(
        createHash('sha256')
          .update(readFileSync(new URL(name, folder)))
          .digest('hex'),
        name,
      ).toBe(sum);
    }
  });
});
