import { describe, expect, it } from 'vitest';
import { formatDecimal } from '#base/decimal.ts';
import { chance } from '#base/prng.ts';
import { SEED_OF_RUN } from '../../../../tests/support/seed.ts';
import { instrumentOf, singleTier } from '../../../../tests/support/worked-examples.ts';
import { readCash, readNearestPrice, readPrice, readQuantity, readVolume } from './read-decimal.ts';

const ODD = instrumentOf({
  symbol: 'ODDUSDT',
  tick: '0.0005',
  step: '0.02',
  notionalMin: '5',
  brackets: singleTier('0.01'),
});

describe('fault 50: decimals become whole counts exactly', () => {
  it('steps of 1e-8 and sums that floats would get wrong', () => {
    expect(readCash('0.1') + readCash('0.2')).toBe(readCash('0.3'));
    expect(readCash('0.00000001')).toBe(1);
    expect(readCash('-0.00000001')).toBe(-1);
    expect(readCash('84467440.73709551')).toBe(8_446_744_073_709_551);
  });

  it(`every count of ticks and steps survives conversion to text and back (seed ${SEED_OF_RUN})`, () => {
    const dice = chance(SEED_OF_RUN);
    for (let count = 0; count < 2_000; count += 1) {
      const ticks = dice.between(1, 2_000_000_000);
      expect(readPrice(ODD, formatDecimal(ticks * 5, 4))).toBe(ticks);
      const steps = dice.between(0, 2_000_000_000);
      expect(readQuantity(ODD, formatDecimal(steps * 2, 2))).toBe(steps);
    }
  });

  it('a volume beyond 2^53 steps is read as that many, and one that is no decimal is refused', () => {
    for (const text of ['90071992547410.00', '9999999999999999.98']) {
      expect(readVolume(ODD, text)).toBe(Number.MAX_SAFE_INTEGER);
      expect(() => readQuantity(ODD, text)).toThrow();
    }
    expect(readVolume(ODD, '42949672.96')).toBe(2 ** 31);
    expect(readVolume(ODD, '0')).toBe(0);
    for (const text of ['1e300', 'Infinity', '-9999999999999999', '0.01'])
      expect(() => readVolume(ODD, text)).toThrow();
  });

  it('a ninth decimal of a derived figure is rounded half up, away from zero', () => {
    expect(readCash('1.000000005')).toBe(100_000_001);
    expect(readCash('-1.000000005')).toBe(-100_000_001);
    expect(readCash('1.0000000049')).toBe(100_000_000);
  });

  it('a derived price is rounded to the nearest tick, and a price off the grid is refused', () => {
    expect(readNearestPrice(ODD, '1.00024999')).toBe(2_000);
    expect(readNearestPrice(ODD, '1.00025')).toBe(2_001);
    expect(() => readPrice(ODD, '1.0001')).toThrow('not on its grid');
  });

  it.each(['', ' 1', '1e5', 'NaN', 'Infinity', '0x10', '1,5', '--1', '1.', '.5', '99999999999999999999'])(
    '"%s" is no amount',
    (text) => {
      expect(() => readCash(text)).toThrow('makes no sense');
    },
  );
});
