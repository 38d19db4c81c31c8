import { expect, it } from 'vitest';
import { filterValuesOf, statistic, unknownCell } from './cell.ts';
import { coinCells } from './coin-cells.ts';

const size = {
  ...{ rank: 7, marketCap: '2000000000', fullyDilutedCap: '3100000000', tags: ['meme', 'dog'] },
  takenAt: new Date(Date.UTC(2025, 4, 10)),
};
const shown = (cells: ReturnType<typeof coinCells>) =>
  Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell.shown ?? cell.missing]));

it('columns of a coin tell its size, its dilution, and open interest in percent of it', () => {
  expect(shown(coinCells(size, statistic(50_000_000, 0)))).toEqual({
    ...{ cmcRank: 7, marketCap: '2000000000', dilutionRatio: '1.55', coinTags: 'meme, dog' },
    openInterestCapPercent: '2.50',
  });
});

it.each(['NO_API_KEY', 'NOT_MAPPED', 'NOT_READ_YET'] as const)(
  'columns of a coin that is unknown say why: %s',
  (why) => {
    expect(new Set(Object.values(shown(coinCells(why, statistic(1, 0)))))).toEqual(new Set([why]));
  },
);

it('columns of a coin whose cap or open interest is unknown are empty and never divided by zero', () => {
  const unsized = { ...size, rank: null, marketCap: null, fullyDilutedCap: null, tags: [] };
  expect(new Set(Object.values(shown(coinCells(unsized, statistic(1, 0)))))).toEqual(new Set(['NOT_TOLD']));
  const worthless = coinCells({ ...size, marketCap: '0' }, statistic(1, 0));
  expect(shown(worthless)).toMatchObject({ dilutionRatio: 'UNDEFINED', openInterestCapPercent: 'UNDEFINED' });
  expect(shown(coinCells(size, unknownCell('NOT_TOLD'))).openInterestCapPercent).toBe('NOT_TOLD');
});

it('a filter of tags finds each tag by itself', () => {
  const { coinTags } = coinCells(size, statistic(1, 0));
  expect(filterValuesOf(coinTags)).toEqual(['meme', 'dog']);
  expect(filterValuesOf(coinCells('NOT_MAPPED', statistic(1, 0)).coinTags)).toEqual([]);
});
