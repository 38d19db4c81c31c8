import { expect, it } from 'vitest';
import { ticks } from '#base/exact.ts';
import { stressedPrice } from './stressed-price.ts';

it.each([
  [200_000, 20, 100, 160_000],
  [200_000, 20, 150, 140_000],
  [99_999, 7, 133, 90_689], // 99,999 · 0.0931 = 9,309.9069
  [200_000, 20, -50, 220_000],
  [200_000, 60, 300, 2_000],
  [3, 90, 100, 1],
])('a price of %d ticks stands, when the market falls by %d %% and the beta is %d hundredths, at %d', (...given) => {
  const [price, percent, beta, expected] = given;
  expect(stressedPrice(ticks(price), percent, beta)).toBe(expected);
});
