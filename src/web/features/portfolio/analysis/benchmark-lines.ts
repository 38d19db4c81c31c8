import type { PortfolioReturn } from '#web/api/returns-query.ts';
import type { ReturnLine, ReturnPoint } from '#web/charts/canvas/returns-drawing.ts';
import type { Pnl } from '../portfolio-queries.ts';

export interface BenchmarkLine extends ReturnLine {
  readonly id: 'portfolio' | 'holding' | 'underwater';
}

/** The time-weighted return of a portfolio and that of holding its coins, in percent. */
export function benchmarkLines(times: readonly string[], item: PortfolioReturn): readonly BenchmarkLine[] {
  const lines: readonly BenchmarkLine[] = [
    { id: 'portfolio', look: 1, points: pointsOf(times, item.equity, item.base) },
    { id: 'holding', look: 'holding', points: pointsOf(times, item.holding, item.base) },
  ];
  return lines.filter(({ points }) => points.length > 0);
}

/** How far equity stood below its highest point of the period, in percent. */
export function underwaterLine(points: Pnl['points']): readonly BenchmarkLine[] {
  if (points.length === 0) return [];
  const fallen = points.map(({ ts, drawdownPercent }) => ({ time: wholeSecond(ts), percent: Number(drawdownPercent) }));
  return [{ id: 'underwater', look: 2, points: distinct(fallen) }];
}

function pointsOf(
  times: readonly string[],
  worths: readonly (string | null)[],
  bases: readonly (string | null)[],
): readonly ReturnPoint[] {
  return distinct(
    times.flatMap((time, index) => {
      const [worth, base] = [worths[index] ?? null, Number(bases[index] ?? 0)];
      if (worth === null || base <= 0) return [];
      return [{ time: wholeSecond(time), percent: (Number(worth) / base - 1) * 100 }];
    }),
  );
}

/** The library refuses two points in the same second. */
function distinct(points: readonly ReturnPoint[]): readonly ReturnPoint[] {
  return points.filter(({ time }, index) => time !== points[index - 1]?.time);
}

function wholeSecond(time: string): number {
  return Math.floor(Date.parse(time) / 1_000) * 1_000;
}
