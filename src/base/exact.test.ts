import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../tests/support/property.ts';
import { cashFrom, cashText, rateFrom } from './decimal.ts';
import {
  add,
  cash,
  divide,
  multiplyDivide,
  negate,
  type Rounding,
  share,
  subtract,
  sum,
  ticks,
  times,
} from './exact.ts';

const Wide = Decimal.clone({ precision: 200, toExpNeg: -9e15, toExpPos: 9e15 });
const modes: Readonly<Record<Rounding, Decimal.Rounding>> = {
  floor: Decimal.ROUND_FLOOR,
  ceil: Decimal.ROUND_CEIL,
  'half-up': Decimal.ROUND_HALF_UP,
};
const rounding = fc.constantFrom<Rounding>('floor', 'ceil', 'half-up');
const safe = fc.maxSafeInteger();
const positive = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
/** Small numbers too, so that halves and whole quotients are met often. */
const factor = fc.oneof(safe, fc.integer({ min: -1_000, max: 1_000 }));
const divisor = fc.oneof(positive, fc.integer({ min: 1, max: 1_000 }));

const oracle = (top: Decimal.Value, bottom: Decimal.Value, mode: Rounding): string => {
  const quotient = new Wide(top).div(bottom).toDecimalPlaces(0, modes[mode]);
  return quotient.isZero() ? '0' : quotient.toFixed();
};

describe('divide', () => {
  test('rounds like decimal.js, whatever the signs', () => {
    checkProperty(
      fc.property(factor, divisor, fc.boolean(), rounding, (top, bottom, isNegative, mode) => {
        const below = isNegative ? -bottom : bottom;
        expect(String(divide(BigInt(top), BigInt(below), mode))).toBe(oracle(top, below, mode));
      }),
    );
  });

  test.each<[bigint, bigint, Rounding, number]>([
    [5n, 2n, 'half-up', 3],
    [-5n, 2n, 'half-up', -3],
    [-5n, 2n, 'floor', -3],
    [-5n, 2n, 'ceil', -2],
    [5n, -2n, 'floor', -3],
    [4n, 2n, 'ceil', 2],
  ])('%s / %s, %s, is %s', (top, bottom, mode, expected) => {
    expect(divide(top, bottom, mode)).toBe(expected);
  });

  test('refuses a denominator of zero', () => {
    expect(() => divide(1n, 0n, 'floor')).toThrow('denominator');
  });
});

describe('multiplyDivide', () => {
  test('equals BigInt arithmetic below and above 2^53', () => {
    checkProperty(
      fc.property(factor, factor, divisor, rounding, (a, b, c, mode) => {
        const exact = divide(BigInt(a) * BigInt(b), BigInt(c), mode);
        expect(multiplyDivide(a, b, c, mode)).toBe(exact === 0 ? 0 : exact);
      }),
      2_000,
    );
  });

  test('is exact next to whole numbers and halves where the product exceeds 2^53', () => {
    const shares = fc.record({
      whole: fc.integer({ min: 0, max: 90_000_000 }),
      fraction: fc.integer({ min: 1, max: 125_000_000 }),
      halves: fc.integer({ min: 0, max: 400_000_000 }),
      offset: fc.integer({ min: -1, max: 1 }),
      isNegative: fc.boolean(),
    });
    checkProperty(
      fc.property(shares, rounding, ({ whole, fraction, halves, offset, isNegative }, mode) => {
        // An amount whose share ends next to a half: whole units, and about so many halves of the share of one unit.
        const rest = Math.min(99_999_999, Math.max(0, Math.round((halves * 50_000_000) / fraction) + offset));
        const amount = (whole * 100_000_000 + rest) * (isNegative ? -1 : 1);
        const exact = divide(BigInt(amount) * BigInt(fraction), 100_000_000n, mode);
        expect(multiplyDivide(amount, fraction, 100_000_000, mode)).toBe(exact);
        expect(multiplyDivide(amount, -fraction, 100_000_000, mode)).toBe(
          divide(BigInt(amount) * BigInt(-fraction), 100_000_000n, mode),
        );
      }),
      2_000,
    );
  });

  test('is exact next to whole numbers and halves', () => {
    const near = fc.tuple(
      fc.integer({ min: 1, max: 3_000_000 }),
      fc.integer({ min: 1, max: 3_000_000 }),
      fc.integer({ min: -1, max: 1 }),
    );
    checkProperty(
      fc.property(near, rounding, ([quotient, c, offset], mode) => {
        const a = quotient * c + offset;
        expect(String(multiplyDivide(a, 1, c, mode))).toBe(oracle(a, c, mode));
        expect(String(multiplyDivide(a, 1, 2 * c, mode))).toBe(oracle(a, 2 * c, mode));
      }),
      2_000,
    );
  });
});

describe('exact units', () => {
  test.each([0.5, 2 ** 53, -(2 ** 53), Number.NaN, Number.POSITIVE_INFINITY])('refuse %s', (value) => {
    expect(() => ticks(value)).toThrow('whole number below 2^53');
  });

  test('refuse a result beyond 2^53 instead of rounding it', () => {
    const largest = cash(Number.MAX_SAFE_INTEGER);
    expect(() => add(largest, cash(1))).toThrow();
    expect(() => subtract(negate(largest), cash(1))).toThrow();
    expect(() => times(largest, 2)).toThrow();
    expect(() => sum([largest, largest])).toThrow();
  });

  test('have no minus zero', () => {
    expect(Object.is(negate(cash(0)), 0)).toBe(true);
    expect(Object.is(times(cash(5), -0), 0)).toBe(true);
  });

  test('round a fee half up, once: 0.05 % of 0.00001 USDT', () => {
    expect(cashText(share(cashFrom('0.00001'), rateFrom('0.0005'), 'half-up'))).toBe('0.00000001');
    expect(cashText(share(cashFrom('-0.00001'), rateFrom('0.0005'), 'half-up'))).toBe('-0.00000001');
    expect(cashText(share(cashFrom('0.00000999'), rateFrom('0.0005'), 'half-up'))).toBe('0.00000000');
  });
});
