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
/** TA-Lib's dema seeds its second average later than Stock.Indicators does: they agree once both seeds have faded. */
describe('averages against published values', () => {
  it.each<[string, object, string, number, number, number]>([
    ['ema', { n: 10 }, 'value', 9, 93.2255, 3],
    ['ema', { n: 10 }, 'value', 10, 93.7527, 3],
    ['ema', { n: 10 }, 'value', 29, 86.4637, 3],
    ['sma', { n: 30 }, 'value', 29, 90.4263, 3],
    ['wma', { n: 30 }, 'value', 29, 88.5677, 3],
  ])('%s %j: its %s has the value of TA-Lib at day %i', (id, params, output, bar, value, decimals) => {
    expect(series(id, params, taDays, output)[bar]).toBeCloseTo(value, decimals);
  });

  it.each<[string, object, string, string, string, number]>([
    ['sma', { n: 20 }, 'value', 'sma', 'sma', 0],
    ['ema', { n: 20 }, 'value', 'ema', 'ema', 0],
    ['wma', { n: 14 }, 'value', 'wma', 'wma', 0],
    ['rma', { n: 20 }, 'value', 'smma', 'smma', 0],
    ['dema', { n: 14 }, 'value', 'dema', 'dema', 300],
  ])('%s %j: its %s equals %s.%s of Stock.Indicators from day %i on', (id, params, output, file, field, from) => {
    expect(largestDifference(series(id, params, stock, output), stockSeries(file, field), from)).toBeLessThan(1e-9);
  });

  it.each<[string, object, number, number]>([
    ['hma', { n: 5 }, 134, 0],
    ['wma', { n: 9 }, 189.13, 2],
  ])('%s %j ends with the value of jesse', (id, params, value, decimals) => {
    expect(series(id, params, jesseCandles('test_candles_19')).at(-1)).toBeCloseTo(value, decimals);
  });

  it('vwma of 20 candles ends with the value of jesse', () => {
    expect(series('vwma', { n: 20 }, jesseCandles('test_candles_16')).at(-1)).toBeCloseTo(195.86, 2);
  });

  it('tema of one bar is the price, and of a straight line the line itself once it has settled', () => {
    const close = Float64Array.from({ length: 400 }, (_, bar) => 100 + bar / 2);
    expect(series('tema', { n: 1 }, { close })).toEqual(close);
    expect(series('tema', { n: 10 }, { close }).at(-1)).toBeCloseTo(299.5, 9);
  });
});
