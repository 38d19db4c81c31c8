import { expect, it } from 'vitest';
import { toldMap } from '../../../../../tests/support/told-tests.ts';
import { cellsByPoint, measured, peakOf } from './map-cells.ts';

it('the lowest value of the vertical axis is the last row of the map', () => {
  const { at, pointOf } = cellsByPoint(toldMap());
  expect(at({ column: 0, row: 0 })?.botId).toBe('p-0-2');
  expect(at({ column: 3, row: 2 })?.botId).toBe('p-3-0');
  expect(pointOf('p-1-1')).toEqual({ column: 1, row: 1 });
  expect(pointOf('elsewhere')).toBeNull();
});

it('a grid of one parameter is a map of one row', () => {
  const { cells, ...map } = toldMap();
  const { at } = cellsByPoint({ ...map, y: null, cells: cells.filter(({ y }) => y === 0) });
  expect(at({ column: 2, row: 0 })?.botId).toBe('p-2-0');
});

it('the peak is the highest point, unless that is the plateau itself', () => {
  expect(peakOf(toldMap())).toBe('p-3-0');
  expect(peakOf(toldMap({ plateauBotId: 'p-3-0' }))).toBeNull();
});

it('a refused point has no figure in the map', () => {
  const [cell] = toldMap().cells;
  const refused = { ...cell, returnPercent: null, plateau: null } as NonNullable<typeof cell>;
  expect([measured(refused, 'return'), measured(refused, 'plateau')]).toEqual([null, null]);
});
