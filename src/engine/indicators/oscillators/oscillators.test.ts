import { describe, expect, it } from 'vitest';
import {
  largestDifference,
  moneyFlowSheet,
  series,
  stockDays,
  stockSeries,
  taLibDays,
  valuesOf,
} from '../../../../tests/support/indicator-values.ts';

const taDays = taLibDays();
const stock = stockDays();
/** Stock.Indicators seeds both averages of macd on their own, TA-Lib on the same bar: they agree once the seeds have faded. */
describe('oscillators against published values', () => {
  it.each<[string, object, string, number, number, number]>([
    ['rsi', { n: 14 }, 'value', 14, 49.1473, 3],
    ['rsi', { n: 14 }, 'value', 15, 52.3256, 3],
    ['rsi', { n: 14 }, 'value', 16, 46.0724, 3],
    ['willr', { n: 14 }, 'value', 13, -90.1943, 3],
    ['willr', { n: 14 }, 'value', 14, -66.9903, 3],
    ['cci', { n: 11 }, 'value', 10, 87.927, 2],
    ['cci', { n: 11 }, 'value', 11, 180.005, 2],
    ['stoch', { k: 5, s: 3, d: 3 }, 'k', 8, 24.012, 2],
    ['stoch', { k: 5, s: 3, d: 3 }, 'd', 8, 36.255, 2],
    ['macd', { fast: 12, slow: 26, signal: 9 }, 'line', 33, -1.9738, 3],
    ['macd', { fast: 12, slow: 26, signal: 9 }, 'signal', 33, -2.7071, 3],
  ])('%s %j: its %s has the value of TA-Lib at day %i', (id, params, output, bar, value, decimals) => {
    expect(series(id, params, taDays, output)[bar]).toBeCloseTo(value, decimals);
  });

  it.each<[string, object, string, string, string, number]>([
    ['rsi', { n: 14 }, 'value', 'rsi', 'rsi', 0],
    ['stoch', { k: 14 }, 'k', 'stoch', 'k', 17],
    ['stoch', { k: 14 }, 'd', 'stoch', 'd', 0],
    ['macd', { slow: 26 }, 'line', 'macd', 'macd', 350],
    ['macd', { slow: 26 }, 'signal', 'macd', 'signal', 400],
    ['macd', { slow: 26 }, 'hist', 'macd', 'histogram', 450],
    ['cci', { n: 20 }, 'value', 'cci', 'cci', 0],
    ['willr', { n: 14 }, 'value', 'willr', 'williamsR', 0],
    ['roc', { n: 14 }, 'value', 'roc', 'roc', 0],
    ['momentum', { n: 14 }, 'value', 'roc', 'momentum', 0],
  ])('%s %j: its %s equals %s.%s of Stock.Indicators from day %i on', (id, params, output, file, field, from) => {
    expect(largestDifference(series(id, params, stock, output), stockSeries(file, field), from)).toBeLessThan(1e-9);
  });

  it('mfi equals the worksheet of StockCharts', () => {
    const { bars, expected } = moneyFlowSheet();
    expect(largestDifference(series('mfi', { n: 14 }, bars), expected)).toBeLessThan(1e-5); // It is printed with five decimals.
  });

  it('ppo is what the percentage between its two averages gives, simple ones unless asked for others', () => {
    for (const average of ['sma', 'ema']) {
      const [fast, slow] = [series(average, { n: 12 }, stock), series(average, { n: 26 }, stock)];
      const expected = Array.from(slow, (value, bar) => (100 * ((fast[bar] ?? 0) - value)) / value);
      expect(largestDifference(series('ppo', { average }, stock), expected)).toBeLessThan(1e-9);
    }
    expect(series('ppo', {}, stock)).toEqual(series('ppo', { average: 'sma' }, stock));
  });

  it('stochrsi is the slow stochastic of the RSI, with k smoothed', () => {
    const rsi = series('rsi', { n: 14 }, stock).slice(14);
    const [k, d] = [14, 3];
    const raw = Array.from(rsi, (value, bar) => {
      const seen = rsi.slice(Math.max(0, bar - k + 1), bar + 1);
      return (100 * (value - Math.min(...seen))) / (Math.max(...seen) - Math.min(...seen));
    });
    const mean = (values: readonly number[], bar: number) =>
      values.slice(bar - 2, bar + 1).reduce((a, b) => a + b, 0) / d;
    const slow = raw.map((_, bar) => mean(raw, bar));
    const ours = { k: series('stochrsi', {}, stock, 'k').slice(14), d: series('stochrsi', {}, stock, 'd').slice(14) };
    for (let bar = k - 1 + 4; bar < rsi.length; bar += 1) {
      expect(ours.k[bar]).toBeCloseTo(slow[bar] ?? 0, 9);
      expect(ours.d[bar]).toBeCloseTo(mean(slow, bar), 9);
    }
  });

  it.each(['rsi', 'willr', 'cci', 'mfi', 'stoch', 'stochrsi'])(
    '%s is unknown in a market without movement, where TA-Lib returns 0',
    (id) => {
      const still = new Float64Array(60).fill(0.1 + 0.2);
      const values = valuesOf(id, {}, { high: still, low: still, close: still, volume: still });
      for (const output of Object.values(values)) expect(output).toEqual(new Float64Array(60).fill(Number.NaN));
    },
  );

  it('stoch keeps its last value after a rise until the range is gone, and is known again after k whole bars with a range', () => {
    const close = Float64Array.from({ length: 60 }, (_, bar) => (bar < 20 ? 100 + bar : bar < 40 ? 119 : 200 - bar));
    const { k = close } = valuesOf('stoch', { k: 5, s: 3, d: 1 }, { high: close, low: close, close });
    expect([...k.slice(18, 23)]).toEqual([100, 100, 100, 100, 100]);
    // The last rise leaves the five bars at the 24th; three means over it are unknown until all of them have a range.
    expect(k.findIndex((value, bar) => bar > 20 && Number.isNaN(value))).toBe(23);
    expect(k.findIndex((value, bar) => bar > 23 && !Number.isNaN(value))).toBe(42);
  });

  it('rsi keeps its value to the last bit where nothing moves, however long', () => {
    const close = Float64Array.from({ length: 20_000 }, (_, bar) => (bar < 60 ? 100 + ((bar * 7) % 11) : 104));
    const rsi = series('rsi', { n: 14 }, { close });
    expect(new Set(rsi.slice(60)).size).toBe(1);
  });
});
