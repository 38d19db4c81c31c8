import { expect, it } from 'vitest';
import { toldMoves } from '../../../tests/support/told-moves.ts';
import { flagsOf, shownBins } from './histogram-axis.ts';

const { bins } = toldMoves().drops;
const steps = [1, 2.5, 8.125].map((percent, index) => ({ level: index + 1, percent }));

it('a flag stands in its bin as far to the right as its step lies between the edges', () => {
  expect(flagsOf(bins, steps).map(({ label, place }) => [label, place])).toEqual([
    ['1', 5],
    ['2', 7.5],
    ['3', 11.25],
  ]);
});

it('the axis ends one bin after the last swing or step', () => {
  expect(shownBins(bins, []).at(-1)?.fromPercent).toBe('10');
  expect(shownBins(bins, [{ level: 1, percent: 22 }]).at(-1)?.fromPercent).toBe('30');
});

it('a step beyond the last edge stands at it', () => {
  expect(flagsOf(bins, [{ level: 1, percent: 250 }])).toEqual([{ label: '1', place: 17 }]);
});
