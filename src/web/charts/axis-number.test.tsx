import { afterEach, expect, it } from 'vitest';
import { axisAmount } from './axis-number.ts';

afterEach(() => document.documentElement.removeAttribute('lang'));

it.each([
  ['en', 7_750_000_000, '7.75B'],
  ['en', 65_488.243, '65.5K'],
  ['ru', 7_750_000_000, '7,75\u00a0млрд'],
  ['ru', 950, '950'],
])('an amount on an axis is short, in the language of the page: in %s %d is %s', (language, value, text) => {
  document.documentElement.lang = language;
  expect(axisAmount(value)).toBe(text);
});
