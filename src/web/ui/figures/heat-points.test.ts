import { describe, expect, it } from 'vitest';
import { heatStrength, nextPoint, ringSides } from './heat-points.ts';

const size = { columns: 4, rows: 3 };

describe('the cells of a parameter map', () => {
  it.each([
    ['ArrowRight', { column: 2, row: 1 }],
    ['ArrowLeft', { column: 0, row: 1 }],
    ['ArrowUp', { column: 1, row: 0 }],
    ['ArrowDown', { column: 1, row: 2 }],
    ['Home', { column: 0, row: 1 }],
    ['End', { column: 3, row: 1 }],
    ['a', null],
  ])('from the second cell of the second row %s leads to %j', (key, expected) => {
    expect(nextPoint({ column: 1, row: 1 }, key, size)).toEqual(expected);
  });

  it('keys do not leave the map', () => {
    expect(nextPoint({ column: 3, row: 0 }, 'ArrowUp', size)).toEqual({ column: 3, row: 0 });
    expect(nextPoint({ column: 3, row: 2 }, 'ArrowRight', size)).toEqual({ column: 3, row: 2 });
  });

  it('the frame of the plateau runs around its nine cells, and closes at the edge of the map', () => {
    const sides = (center: { column: number; row: number }) =>
      Array.from({ length: size.rows }, (_, row) =>
        Array.from({ length: size.columns }, (_, column) =>
          ringSides(center, { column, row }, size)
            .map(([first]) => first)
            .join(''),
        ),
      );
    expect(sides({ column: 2, row: 1 })).toEqual([
      ['', 'tl', 't', 'tr'],
      ['', 'l', '', 'r'],
      ['', 'bl', 'b', 'rb'],
    ]);
    expect(sides({ column: 0, row: 0 })).toEqual([
      ['tl', 'tr', '', ''],
      ['bl', 'rb', '', ''],
      ['', '', '', ''],
    ]);
  });

  it('colours from 5 to 50 percent by how far a value is from zero', () => {
    expect(heatStrength(-80, 80)).toBe(50);
    expect(heatStrength(40, 80)).toBe(28);
    expect(heatStrength(0, 80)).toBe(0);
  });
});
