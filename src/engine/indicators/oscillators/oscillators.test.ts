import { describe, expect, it } from 'vitest';
import {
  largestDifference,
  series,
  stockDays,
  stockSeries,
  taLibDays,
} from '../../../../tests/support/indicator-values.ts';

const days = taLibDays();
const stock = stockDays();

describe('oscillators against published values', () => {
  it.each([
    ['rsi', { n: 14 }, 'value', 14, 49.1473],
    ['rsi', { n: 14 }, 'value', 15, 52.3256],
    ['rsi', { n: 14 }, 'value', 16, 46.0724],
  ])('%s %j has the %s that TA-Lib has at day %i', (id, params, output, bar, value) => {
    expect(series(id, params, days, output)[bar]).toBeCloseTo(value, 3);
  });

  it.each([['rsi', { n: 14 }, 'value', 'rsi', 'rsi']])(
    '%s %j equals the whole series of Stock.Indicators',
    (id, params, output, file, field) => {
      expect(largestDifference(series(id, params, stock, output), stockSeries(file, field))).toBeLessThan(1e-9);
    },
  );
});
