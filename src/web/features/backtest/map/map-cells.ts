import type { MapPoint } from '#web/ui/figures/heat-points.ts';
import type { TestMap } from '../test-queries.ts';
import { asFall } from '../test-words.ts';

export const mapMeasures = ['return', 'drawdown', 'plateau', 'outOfSample'] as const;
export type MapMeasure = (typeof mapMeasures)[number];
export type MapCellRow = TestMap['cells'][number];

/** What a cell shows of a measure: percent as a decimal string, a drawdown below zero; null for a refused point. */
export function measured(cell: MapCellRow, measure: MapMeasure): string | null {
  switch (measure) {
    case 'return':
      return cell.returnPercent;
    case 'drawdown':
      return cell.maxDrawdownPercent === null ? null : asFall(cell.maxDrawdownPercent);
    case 'outOfSample':
      return cell.outOfSampleReturnPercent;
    case 'plateau':
      return cell.plateau;
  }
}

/** The cells of a map by where they are drawn: the lowest value of the vertical axis is the last row. */
export function cellsByPoint(map: TestMap): {
  at(point: MapPoint): MapCellRow | null;
  pointOf(botId: string | null): MapPoint | null;
} {
  const rows = map.y?.values.length ?? 1;
  const drawnAt = ({ x, y }: MapCellRow): MapPoint => ({ column: x, row: rows - 1 - y });
  const byPoint = new Map(map.cells.map((cell) => [keyOf(drawnAt(cell)), cell]));
  return {
    at: (point) => byPoint.get(keyOf(point)) ?? null,
    pointOf(botId) {
      const cell = map.cells.find((one) => one.botId === botId);
      return cell === undefined ? null : drawnAt(cell);
    },
  };
}

const keyOf = ({ column, row }: MapPoint): string => `${column} ${row}`;

/** The highest point of what points are ranked by, where it is not the plateau. */
export function peakOf({ cells, plateauBotId }: TestMap): string | null {
  const known = cells.filter(({ value }) => value !== null);
  const [highest] = known.toSorted((a, b) => Number(b.value) - Number(a.value));
  return highest === undefined || highest.botId === plateauBotId ? null : highest.botId;
}
