import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkProperty } from '../../../tests/support/property.ts';
import { firstDoubt } from './first-doubt.ts';

const minutes = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 4 });
const span = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }));

it('the search for doubt returns the first minute that cannot be proved quiet', () => {
  checkProperty(
    fc.property(span, minutes, minutes, ([one, other], stirred, doubtful) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      // Stretches around a doubtful minute are not sure, though each minute of theirs is.
      const isCalm = (first: number, end: number): boolean =>
        !stirred.some((minute) => first <= minute && minute < end) &&
        (end - first === 1 || !doubtful.some((minute) => first <= minute && minute < end));
      const expected = Math.min(to, ...stirred.filter((minute) => minute >= from));
      expect(firstDoubt(from, to, isCalm)).toBe(expected);
    }),
    500,
  );
});

it('the search for doubt asks once about a quiet stretch, and about twice per halving otherwise', () => {
  let asked = 0;
  const count = (stirred: number) => (first: number, end: number) => {
    asked += 1;
    return stirred < first || stirred >= end;
  };
  expect(firstDoubt(3, 500_000, count(600_000))).toBe(500_000);
  expect(asked).toBe(1);
  expect(firstDoubt(3, 500_000, count(499_998))).toBe(499_998);
  expect(asked).toBeLessThan(60);
});
