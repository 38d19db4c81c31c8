import { expect, it } from 'vitest';
import { countedColumns } from './counted-columns.ts';

it('prices and volumes are counted in their last decimal, and unknown ones stay unknown', () => {
  const { counted, grids } = countedColumns({
    time: Float64Array.of(1, 2),
    high: Float64Array.of(0.3, 1.25),
    low: Float64Array.of(0.1, Number.NaN),
    volume: Float64Array.of(1_000.5, 2),
    funding_rate: Float64Array.of(0.0001, 0.0002),
  });
  expect(grids).toEqual({ price: { units: 1, decimals: 2 }, volume: { units: 1, decimals: 1 } });
  expect(counted).toEqual({
    time: Float64Array.of(1, 2),
    high: Float64Array.of(30, 125),
    low: Float64Array.of(10, Number.NaN),
    volume: Float64Array.of(10_005, 20),
    funding_rate: Float64Array.of(0.0001, 0.0002),
  });
});

it('prices with more digits than a number holds stay as they are', () => {
  const close = Float64Array.of(1 / 3, 1e15 + 0.5);
  const { counted, grids } = countedColumns({ close });
  expect([counted.close, grids.price]).toEqual([close, { units: 1, decimals: 0 }]);
});
