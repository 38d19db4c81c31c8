/** A cell of a map: columns from the left, rows from the top, both from 0. */
export interface MapPoint {
  readonly column: number;
  readonly row: number;
}

interface MapSize {
  readonly columns: number;
  readonly rows: number;
}

export function isSamePoint(one: MapPoint | null, other: MapPoint): boolean {
  return one !== null && one.column === other.column && one.row === other.row;
}

const STEPS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [Number.NEGATIVE_INFINITY, 0],
  End: [Number.POSITIVE_INFINITY, 0],
};

/** Where a key leads to; at an edge the point itself, null for a key that does not walk. */
export function nextPoint(from: MapPoint, key: string, { columns, rows }: MapSize): MapPoint | null {
  const step = STEPS[key];
  if (step === undefined) return null;
  const within = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1);
  return { column: within(from.column + step[0], columns), row: within(from.row + step[1], rows) };
}

export type RingSide = 'top' | 'right' | 'bottom' | 'left';

/** The sides of a cell on which the frame around a point and its neighbours runs; at the edge of the map it closes there. */
export function ringSides(center: MapPoint | null, at: MapPoint, { columns, rows }: MapSize): readonly RingSide[] {
  if (center === null) return [];
  const [left, right] = [Math.max(center.column - 1, 0), Math.min(center.column + 1, columns - 1)];
  const [top, bottom] = [Math.max(center.row - 1, 0), Math.min(center.row + 1, rows - 1)];
  if (at.column < left || at.column > right || at.row < top || at.row > bottom) return [];
  const sides: readonly (readonly [RingSide, boolean])[] = [
    ['top', at.row === top],
    ['right', at.column === right],
    ['bottom', at.row === bottom],
    ['left', at.column === left],
  ];
  return sides.flatMap(([side, isThere]) => (isThere ? [side] : []));
}

const STRENGTH_LOW = 5;
const STRENGTH_HIGH = 50;

/** Colour strength of a cell in percent: 50 for the value farthest from zero, 5 for the nearest, 0 for none. */
export function heatStrength(value: number, farthest: number): number {
  const size = Math.abs(value);
  if (size === 0 || farthest === 0) return 0;
  return Math.round(STRENGTH_LOW + (STRENGTH_HIGH - STRENGTH_LOW) * (size / farthest));
}
