import { describe, expect, it } from 'vitest';
import { largestDifference, series, stockDays, stockSeries } from '../../../../tests/support/indicator-values.ts';

const stock = stockDays();
const DAY_MS = 86_400_000;

describe('what volumes tell', () => {
  it('obv equals Stock.Indicators, which does not count the first volume as TA-Lib does', () => {
    const first = stock.volume?.[0] ?? 0;
    const ours = series('obv', {}, stock).map((value) => value - first);
    expect(largestDifference(ours, stockSeries('obv', 'obv'))).toBeLessThan(1e-12);
  });

  it('cmf weighs each volume by where the close lies within its bar', () => {
    const bars = {
      high: Float64Array.of(12, 12, 10),
      low: Float64Array.of(10, 8, 10),
      close: Float64Array.of(12, 9, 10),
      volume: Float64Array.of(100, 50, 30),
    };
    // 100 · 1 and 50 · (1 − 3) / 4; where in the range of the last bar its close lies is unknown, unless nobody traded there.
    expect([...series('cmf', { n: 2 }, bars)]).toEqual([Number.NaN, 75 / 150, Number.NaN]);
    bars.volume[2] = 0;
    expect([...series('cmf', { n: 2 }, bars)]).toEqual([Number.NaN, 75 / 150, -25 / 50]);
  });

  it('vwap begins anew with the UTC day, or on Monday', () => {
    const at = (day: number, hour: number) => Date.UTC(2025, 0, day, hour); // The 5th is a Sunday.
    const price = Float64Array.of(10, 20, 30, 40);
    const bars = {
      time: Float64Array.of(at(4, 22), at(5, 0), at(5, 23), at(6, 0)),
      ...{ high: price, low: price, close: price },
      volume: Float64Array.of(1, 1, 3, 1),
    };
    expect([...series('vwap', {}, bars)]).toEqual([10, 20, 27.5, 40]);
    expect([...series('vwap', { anchor: 'week' }, bars)]).toEqual([10, 15, 24, 40]);
  });

  it('volume_ratio and taker_buy_ratio compare with the mean, and with the whole', () => {
    const bars = { volume: Float64Array.of(10, 30, 0, 0), taker_buy_volume: Float64Array.of(5, 10, 0, 0) };
    expect([...series('volume_ratio', { n: 2 }, bars)]).toEqual([Number.NaN, 1.5, 0, Number.NaN]);
    expect([...series('taker_buy_ratio', {}, bars)]).toEqual([0.5, 1 / 3, Number.NaN, Number.NaN]);
    expect(series('taker_buy_ratio', { n: 2 }, bars)[1]).toBe(15 / 40);
  });

  it('quotients over bars without volume are unknown, whatever was traded before', () => {
    const price = Float64Array.from({ length: 60 }, (_, bar) => 100 + (bar % 7));
    const volume = Float64Array.from({ length: 60 }, (_, bar) => (bar < 20 ? 0.1 * bar + 1e9 : 0));
    const time = Float64Array.from({ length: 60 }, (_, bar) => bar * DAY_MS);
    const bars = { time, high: price, low: price.map((high) => high - 1), close: price, volume };
    for (const id of ['cmf', 'vwma', 'volume_ratio', 'vwap', 'mfi']) expect(series(id, {}, bars).at(-1), id).toBeNaN();
  });
});
