import { expect, it } from 'vitest';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { FIGURES, figureNames } from '#engine/sweep/figures.ts';
import { rankSets } from './rank-sets.ts';
import { sweepDocument } from './sweep-document.ts';

/** Rows in which every figure equals its column, except the equity at the end. */
function rowsOf(ends: readonly number[]): Float64Array {
  const rows = ends.flatMap((end) => figureNames.map((name, index) => (name === 'equityEnd' ? end : index)));
  return Float64Array.from(rows);
}

it('the sets of a sweep are ranked by final equity, and equal ones by their order in the grid', () => {
  const ranked = rankSets(rowsOf([500, 900, 500, 100]));
  expect(ranked.map(({ set }) => set)).toEqual([1, 0, 2, 3]);
  expect(ranked[0]?.figures.equityEnd).toBe(900);
});

it('the figures of a ranked set are decimal texts, and its counts are numbers', () => {
  const [best] = rankSets(rowsOf([10_000 * 100_000_000]));
  const params = ladderParams.parse({ baseOrderSize: '100' });
  const told = best === undefined ? {} : sweepDocument(best, params);
  expect(Object.keys(told)).toEqual(['params', ...figureNames]);
  expect(told).toMatchObject({
    params,
    cycles: figureNames.indexOf('cycles'),
    fills: figureNames.indexOf('fills'),
    minutesInPosition: figureNames.indexOf('minutesInPosition'),
    gross: '0.00000003',
    equityEnd: '10000.00000000',
    maxDrawdownShare: String(figureNames.indexOf('maxDrawdownShare')),
  });
  expect(Object.values(told).length).toBe(FIGURES + 1);
});

it('a ranked set without an ended cycle has neither a best nor a worst cycle', () => {
  const [ranked] = rankSets(new Float64Array(FIGURES));
  const told = ranked === undefined ? {} : sweepDocument(ranked, ladderParams.parse({ baseOrderSize: '100' }));
  expect(told).toMatchObject({ cycles: 0, bestCycle: null, worstCycle: null, gross: '0.00000000' });
});
