import { describe, expect, it } from 'vitest';
import {
  jesseCandles,
  largestDifference,
  series,
  stockDays,
  stockSeries,
  taLibDays,
} from '../../../../tests/support/indicator-values.ts';

const taDays = taLibDays();
const stock = stockDays();

describe('bands and ranges against published values', () => {
  it.each<[string, object, string, number, number, number]>([
    ['bbands', { n: 20, k: 2 }, 'upper', 19, 98.0734, 3],
    ['bbands', { n: 20, k: 2 }, 'mid', 19, 92.891, 3],
    ['bbands', { n: 20, k: 2 }, 'lower', 19, 87.7086, 3],
    ['natr', { n: 14 }, 'value', 14, 3.9321, 3],
    ['natr', { n: 14 }, 'value', 15, 3.7576, 3],
  ])('%s %j: its %s has the value of TA-Lib at day %i', (id, params, output, bar, value, decimals) => {
    expect(series(id, params, taDays, output)[bar]).toBeCloseTo(value, decimals);
  });

  it.each<[string, object, string, string, string, number]>([
    ['atr', { n: 14 }, 'value', 'atr', 'atr', 0],
    ['natr', { n: 14 }, 'value', 'atr', 'atrp', 0],
    ['bbands', { n: 20 }, 'upper', 'bb', 'upperBand', 0],
    ['bbands', { n: 20 }, 'mid', 'bb', 'sma', 0],
    ['bbands', { n: 20 }, 'lower', 'bb', 'lowerBand', 0],
    ['bbands', { n: 20 }, 'percent_b', 'bb', 'percentB', 0],
    ['bbands', { n: 20 }, 'width', 'bb', 'width', 0],
    ['donchian', { n: 20 }, 'upper', 'donchian', 'upperBand', 0],
    ['donchian', { n: 20 }, 'mid', 'donchian', 'centerline', 0],
    ['donchian', { n: 20 }, 'lower', 'donchian', 'lowerBand', 0],
    ['keltner', { n: 20, m: 10 }, 'upper', 'keltner', 'upperBand', 0],
    ['keltner', { n: 20, m: 10 }, 'mid', 'keltner', 'centerline', 19],
    ['keltner', { n: 20, m: 10 }, 'lower', 'keltner', 'lowerBand', 0],
    ['supertrend', { n: 10, k: 3 }, 'value', 'supertrend', 'superTrend', 0],
  ])('%s %j: its %s equals %s.%s of Stock.Indicators from day %i on', (id, params, output, file, field, from) => {
    expect(largestDifference(series(id, params, stock, output), stockSeries(file, field), from)).toBeLessThan(1e-9);
  });

  it('supertrend ends with the value of jesse, and points down while it lies above the price', () => {
    const candles = jesseCandles('test_candles_19');
    expect(series('supertrend', { n: 10, k: 3 }, candles).at(-1)).toBeCloseTo(228.45, 2);
    const value = series('supertrend', {}, stock);
    const direction = series('supertrend', {}, stock, 'direction');
    const close = stock.close ?? [];
    for (let bar = 10; bar < value.length; bar += 1) {
      expect(direction[bar]).toBe((close[bar] ?? 0) > (value[bar] ?? 0) ? 1 : -1);
    }
  });

  it('bands of a market that stands still have no width, and nothing lies anywhere between them', () => {
    const still = new Float64Array(40).fill(0.1 + 0.2);
    expect(series('bbands', { n: 20 }, { close: still }, 'width').at(-1)).toBe(0);
    expect(series('bbands', { n: 20 }, { close: still }, 'percent_b').at(-1)).toBeNaN();
  });
});
