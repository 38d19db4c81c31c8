import { expect, it } from 'vitest';
import { typedBound } from './screener-filters.ts';

it.each([
  ['', 'plain', 'en', ''],
  ['0.5', 'plain', 'en', '0.5'],
  ['-0,03', 'plain', 'ru', '-0.03'],
  ['-0,03', 'plain', 'en', null],
  ['1,234', 'plain', 'en', '1234'],
  ['1,234', 'plain', 'ru', '1.234'],
  ['1e3', 'plain', 'en', null],
  ['', 'millions', 'en', ''],
  ['20', 'millions', 'en', '20000000'],
  ['1,500', 'millions', 'en', '1500000000'],
  ['0.5', 'millions', 'en', '500000'],
  ['0,000001', 'millions', 'ru', '1'],
  ['0', 'millions', 'en', '0'],
  ['1.2345678', 'millions', 'en', null],
  ['-1', 'millions', 'en', null],
] as const)(
  'a bound of the screener typed as "%s" in %s on a page in %s is requested as %s',
  (typed, unit, language, bound) => {
    expect(typedBound(typed, unit, language)).toBe(bound);
  },
);
