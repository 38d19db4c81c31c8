import { describe, expect, it } from 'vitest';
import { largestDifference, series, stockDays, stockSeries } from '../../../../tests/support/indicator-values.ts';

const stock = stockDays();

describe('bands and ranges against published values', () => {
  it.each([['atr', { n: 14 }, 'value', 'atr', 'atr']])(
    '%s %j equals the whole series of Stock.Indicators',
    (id, params, output, file, field) => {
      expect(largestDifference(series(id, params, stock, output), stockSeries(file, field))).toBeLessThan(1e-9);
    },
  );
});
