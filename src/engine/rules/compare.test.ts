import { expect, it } from 'vitest';
import { compare } from './compare.ts';

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
