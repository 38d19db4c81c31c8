import { describe, expect, it } from 'vitest';
import { largestDifference, series, stockDays, stockSeries } from '../../../../tests/support/indicator-values.ts';

const stock = stockDays();

describe('statistics against published values', () => {
  it.each<[string, object, string, string, string, number]>([
    ['stddev', { n: 14 }, 'value', 'stdev', 'stdDev', 0],
    ['zscore', { n: 14 }, 'value', 'stdev', 'zScore', 0],
  ])('%s %j: its %s equals %s.%s of Stock.Indicators from day %i on', (id, params, output, file, field, from) => {
    expect(largestDifference(series(id, params, stock, output), stockSeries(file, field), from)).toBeLessThan(1e-9);
  });

  it('linreg_slope is the slope of Stock.Indicators in percent of the close', () => {
    const slopes = stockSeries('slope', 'slope').map((slope, bar) =>
      slope === null ? null : (100 * slope) / (stock.close?.[bar] ?? Number.NaN),
    );
    expect(largestDifference(series('linreg_slope', { n: 14 }, stock), slopes)).toBeLessThan(1e-9);
  });

  it('btc_corr is 1 with the same returns, −1 with opposite ones, and Pearson’s coefficient otherwise', () => {
    const close = Float64Array.of(100, 110, 99, 108.9);
    const scaled = close.map((price) => price * 7);
    const opposite = Float64Array.of(100, 90, 99, 89.1);
    expect(series('btc_corr', { n: 3 }, { close, btc_close: scaled })[3]).toBeCloseTo(1, 12);
    expect(series('btc_corr', { n: 3 }, { close, btc_close: opposite })[3]).toBeCloseTo(-1, 12);
    // Returns 1, 2, 3 % and 1, 3, 2 %: covariance 1/3, both variances 2/3.
    const [one, two] = [Float64Array.of(100, 101, 103.02, 106.1106), Float64Array.of(100, 101, 104.03, 106.1106)];
    expect(series('btc_corr', { n: 3 }, { close: one, btc_close: two })[3]).toBeCloseTo(0.5, 9);
  });

  it('equal values have no deviation, no slope and no place among each other', () => {
    const close = new Float64Array(100).fill(0.1 + 0.2);
    close.set([5, 1e6, 3], 3); // What was before must not stay as a rounding error.
    expect(series('stddev', { n: 14 }, { close }).slice(30)).toEqual(new Float64Array(70));
    expect(series('linreg_slope', { n: 14 }, { close }).slice(30)).toEqual(new Float64Array(70));
    expect(series('zscore', { n: 14 }, { close }).slice(30)).toEqual(new Float64Array(70).fill(Number.NaN));
  });
});
