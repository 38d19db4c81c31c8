import { expect, it } from 'vitest';
import { betaOf } from './beta.ts';

const MARKET = [100, 110, 99, 108.9, 98.01, 103.9];
const COIN = [50, 60, 48, 62.4, 49.92, 53];

it('the beta of a coin is the slope of its returns over those of the market', () => {
  // Python's statistics.linear_regression over the same returns: 2.1395671413508923.
  const { slope, returns } = betaOf(COIN, MARKET);
  expect(slope).toBeCloseTo(2.1395671413508923, 12);
  expect(returns).toBe(5);
});

it('the market has a beta of one against itself, and its mirror image one of minus one', () => {
  expect(betaOf(MARKET, MARKET).slope).toBeCloseTo(1, 12);
  expect(betaOf([100, 90, 99], [100, 110, 99]).slope).toBeCloseTo(-1, 12);
});

it('a missing close takes away the two returns beside it, and nothing else', () => {
  const { slope, returns } = betaOf([...COIN, null, 70], [...MARKET, 100, 120]);
  expect([slope?.toFixed(10), returns]).toEqual([betaOf(COIN, MARKET).slope?.toFixed(10), 5]);
});

it('against a market that has not moved there is no beta', () => {
  expect(betaOf([1, 2, 3], [5, 5, 5])).toEqual({ slope: null, returns: 2 });
  expect(betaOf([], [])).toEqual({ slope: null, returns: 0 });
});
