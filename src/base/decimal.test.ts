import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProperty } from '../../tests/support/property.ts';
import {
  cashFrom,
  cashText,
  formatDecimal,
  fourDigits,
  groupThousands,
  isDecimal,
  parseDecimal,
  percentText,
  plainDecimal,
  rateFrom,
  rateFromPercent,
  rateText,
  trimDecimal,
} from './decimal.ts';
import { rate } from './exact.ts';

const count = fc.maxSafeInteger();
const decimals = fc.integer({ min: 0, max: 12 });

test('a count written as a decimal is read back as the same count', () => {
  checkProperty(
    fc.property(count, decimals, (value, places) => {
      const text = formatDecimal(value, places);
      expect(parseDecimal(text, places)).toBe(value === 0 ? 0 : value);
      expect(parseDecimal(trimDecimal(text), places)).toBe(value === 0 ? 0 : value);
    }),
  );
});

test('a count is written as the decimal that decimal.js computes', () => {
  checkProperty(
    fc.property(count, decimals, (value, places) => {
      const exact = new Decimal(value).div(new Decimal(10).pow(places));
      expect(new Decimal(formatDecimal(value, places)).eq(exact)).toBe(true);
      expect(formatDecimal(value, places).split('.')[1]?.length ?? 0).toBe(places);
    }),
  );
});

const decimalish = fc.string({ unit: fc.constantFrom('-', '.', '0', '0', '1', '5', '9'), maxLength: 19 });

test('any text of digits, points and signs is read as decimal.js reads it, or not at all', () => {
  checkProperty(
    fc.property(decimalish, decimals, (text, places) => {
      const isPlain = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,18})?$/.test(text);
      const exact = isPlain ? new Decimal(10).pow(places).mul(text) : null;
      const isCount = exact?.isInteger() && exact.abs().lte(Number.MAX_SAFE_INTEGER);
      expect(parseDecimal(text, places)).toBe(isCount ? Number(exact) + 0 : null);
    }),
    20_000,
  );
});

test.each([
  ['1.5', 2, 150],
  ['-1.5', 2, -150],
  ['1.500', 1, 15],
  ['0', 8, 0],
  ['-0.00', 8, 0],
  ['90071992.54740991', 8, Number.MAX_SAFE_INTEGER],
])('the text "%s" read with %s decimals is %s', (text, places, expected) => {
  expect(parseDecimal(text, places)).toBe(expected);
});

test.each([
  ['1.55', 1],
  ['90071992.54740992', 8],
  ['9999999999999999', 2],
  ['1e3', 2],
  ['', 2],
  ['.5', 2],
  ['5.', 2],
  ['01', 2],
  ['+1', 2],
  [' 1', 2],
  ['1,000', 2],
  ['0x10', 2],
  ['٣', 2],
  ['NaN', 2],
])('the text "%s" is refused with %s decimals', (text, places) => {
  expect(parseDecimal(text, places)).toBeNull();
});

test('a decimal with an exponent, a space or a plus sign is refused', () => {
  expect(['1', '-1.25', '1e3', ' 1', '+1', '1\n'].map(isDecimal)).toEqual([true, true, false, false, false, false]);
});

test('trailing zeros are removed only after the decimal point', () => {
  expect(['1.50', '2.00', '100', '0.10', '1000.0'].map(trimDecimal)).toEqual(['1.5', '2', '100', '0.1', '1000']);
});

test('thousands are grouped only before the decimal point', () => {
  expect(['999', '1848.33', '-1234567.891011', '0.123456'].map(groupThousands)).toEqual([
    '999',
    '1,848.33',
    '-1,234,567.891011',
    '0.123456',
  ]);
});

test('percentages, fractions and amounts are read and written in their own units', () => {
  expect(rateFromPercent('1')).toBe(1_000_000);
  expect(rateFrom('0.0005')).toBe(50_000);
  expect([percentText(rate(1_500_000)), rateText(rate(50_000))]).toEqual(['1.5', '0.0005']);
  expect(cashText(cashFrom('1822.2725'))).toBe('1822.27250000');
});

test('every percentage of six decimals survives conversion to a rate and back', () => {
  checkProperty(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (millionths) => {
      const text = trimDecimal(formatDecimal(millionths, 6));
      expect(percentText(rateFromPercent(text))).toBe(text);
    }),
  );
});

test('text that is not an amount fails an assertion', () => {
  expect(() => cashFrom('1.123456789')).toThrow('amount of USDT');
  expect(() => rateFromPercent('1.1234567')).toThrow('percentage');
  expect(() => rateFrom('abc')).toThrow('rate');
});

test('a number as programs print it becomes the plain decimal of the same value', () => {
  const sign = fc.constantFrom('', '-', '+');
  const digits = (from: number) => fc.integer({ min: 0, max: 99_999 }).map((value) => String(value).slice(from));
  const exponent = fc.option(fc.integer({ min: -20, max: 20 }));
  checkProperty(
    fc.property(sign, digits(0), fc.option(digits(0)), exponent, fc.constantFrom('e', 'E'), (...parts) => {
      const [minus, whole, fraction, power, letter] = parts;
      const text = `${minus}${whole}${fraction === null ? '' : `.${fraction}`}${power === null ? '' : letter + power}`;
      const plain = plainDecimal(text) ?? '';
      expect(plain).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
      expect(new Decimal(plain).eq(new Decimal(text))).toBe(true);
    }),
  );
});

test.each([
  '',
  ' 1',
  '1 ',
  '1,5',
  '1 000',
  '1_000',
  '1e',
  'e5',
  '.',
  '-',
  '1e5.5',
  '0x10',
  'NaN',
  'Infinity',
  '1.2.3',
  '١',
])('"%s" is not taken for a number', (text) => expect(plainDecimal(text)).toBeNull());

test.each([
  ['9.954381', '9.954', '9.955'],
  ['9.9', '9.9', '9.9'],
  ['10.00', '10', '10'],
  ['99.996', '100', '100'],
  ['150.25', '150.3', '150.3'],
  ['12345.678', '12346', '12346'],
  ['0.00123449', '0.001234', '0.001235'],
  ['0.99995', '1', '1'],
  ['-3.14159', '-3.142', '-3.142'],
  ['12345', '12345', '12345'],
  ['off', 'off', 'off'],
])('in a sentence %s reads %s, and as a bound to exceed %s', (text, near, above) => {
  expect([fourDigits(text), fourDigits(text, 'up')]).toEqual([near, above]);
});
