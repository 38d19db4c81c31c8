import { expect, it } from 'vitest';
import { typedBound } from './screener-filters.ts';

it.each([
  ['', 'plain', ''],
  ['0.5', 'plain', '0.5'],
  ['-0,03', 'plain', '-0.03'],
  ['1e3', 'plain', null],
  ['', 'millions', ''],
  ['20', 'millions', '20000000'],
  ['0.5', 'millions', '500000'],
  ['0,000001', 'millions', '1'],
  ['0', 'millions', '0'],
  ['1.2345678', 'millions', null],
  ['-1', 'millions', null],
] as const)('a bound of the screener typed as "%s" in %s is asked for as %s', (typed, unit, bound) => {
  expect(typedBound(typed, unit)).toBe(bound);
});
