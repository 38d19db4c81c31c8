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

describe('averages against published values', () => {
  it.each([
    ['ema', { n: 10 }, 'value', 9, 93.2255],
    ['ema', { n: 10 }, 'value', 10, 93.7527],
    ['ema', { n: 10 }, 'value', 29, 86.4637],
  ])('%s %j has the %s that TA-Lib has at day %i', (id, params, output, bar, value) => {
    expect(series(id, params, days, output)[bar]).toBeCloseTo(value, 3);
  });

  it.each([['ema', { n: 20 }, 'value', 'ema', 'ema']])(
    '%s %j equals the whole series of Stock.Indicators',
    (id, params, output, file, field) => {
      expect(largestDifference(series(id, params, stock, output), stockSeries(file, field))).toBeLessThan(1e-9);
    },
  );
});
