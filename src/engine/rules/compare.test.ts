import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { compare } from './compare.ts';
import { UNKNOWN } from './truth.ts';

const { NaN: gap } = Number;
const values = Float64Array.of(1, 3, 2, gap, 4, 2, 2, 1, 3, gap, gap, 1, 2, 3);
const others = Float64Array.of(2, 2, 2, 2, 2, 2, gap, 2, 2, 2, 2, 0, 2, 2);
const two = Float64Array.of(2);

/** Worked out by hand: a comparison with a gap is unknown, and so is a crossing with one at either bar. */
it.each([
  ['gt', 'ftfutffftuufft', 'ftfutfuftuutft', 'tffuffftfuutff'],
  ['gte', 'fttutttftuuftt', 'fttuttuftuuttt', 'tftuftttfuuttf'],
  ['lt', 'tffuffftfuutff', 'tffuffutfuufff', 'ftfutffftuufft'],
  ['lte', 'tftuftttfuuttf', 'tftuftutfuuftf', 'fttutttftuuftt'],
  ['crosses_above', 'utfuuffftuuuft', 'utfuufuutuuuft', 'uffuufftfuuuff'],
  ['crosses_below', 'uffuufftfuuuff', 'uffuufuufuuuff', 'utfuuffftuuuft'],
] as const)(
  '%s tells the same of a number, of a column and of both turned around',
  (op, ofNumber, ofColumn, turned) => {
    const told = (...operands: Float64Array[]) => {
      const truths = new Uint8Array(values.length);
      return [...compare(op, operands, { n: 0, runs: [0, values.length], truths })]
        .map((truth) => 'fut'[truth])
        .join('');
    };
    expect([told(values, two), told(values, others), told(two, values)]).toEqual([ofNumber, ofColumn, turned]);
  },
);

const OPS = [
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'outside',
  'crosses_above',
  'crosses_below',
  'rising',
  'falling',
] as const;

/** The truths of every comparison of two columns, in one text each. */
function truthsOf(a: readonly number[], b: readonly number[]) {
  const [one, other] = [Float64Array.from(a), Float64Array.from(b)];
  return OPS.map((op) => {
    const truths = new Uint8Array(one.length);
    return [...compare(op, [one, other, other], { n: 1, runs: [0, one.length], truths })].join('');
  });
}

it('values that differ by rounding alone compare as equal ones do, in every comparison', () => {
  checkProperty(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const dice = chance(seed);
      const size = 10 ** dice.between(-8, 8);
      const whole = () => Array.from({ length: 40 }, () => dice.between(-2, 2));
      // Each value with its own rounding, so that equal ones differ in their last digits.
      const rounded = (values: readonly number[]) =>
        values.map((value) => value * size * (1 + (dice.next() - 0.5) * 1e-13));
      const [a, b] = [whole(), whole()];
      expect(truthsOf(rounded(a), rounded(b))).toEqual(truthsOf(a, b));
      const [level] = b;
      expect(truthsOf(rounded(a), [(level ?? 0) * size])).toEqual(truthsOf(a, [level ?? 0]));
    }),
    60,
  );
});

it('values that differ by more than one part in 10^12 are not equal', () => {
  for (const value of [0.001, 30, -30, 65_000]) {
    const more = value + Math.abs(value) * 2e-12;
    expect(truthsOf([value, more], [value, value])[OPS.indexOf('crosses_above')]).toBe('12');
    expect(truthsOf([more, value], [value, value])[OPS.indexOf('falling')]).toBe('12');
  }
});

it.each(['between', 'outside'] as const)(
  '%s is unknown where an end of its range is, although the other end would decide it',
  (op) => {
    const truths = new Uint8Array(1);
    const [value, low, high] = [Float64Array.of(1), Float64Array.of(2), Float64Array.of(gap)];
    expect([...compare(op, [value, low, high], { n: 0, runs: [0, 1], truths })]).toEqual([UNKNOWN]);
  },
);
