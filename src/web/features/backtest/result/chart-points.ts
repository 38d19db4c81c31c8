import type { RunPoint } from '#web/charts/run/run-drawing.ts';
import type { Report } from '../report-queries.ts';

const known = new WeakMap<Report, readonly RunPoint[]>();

/** The curves of a report for drawing, in percent of its wallet; the same report gives the same points. */
export function chartPoints(report: Report): readonly RunPoint[] {
  const points = known.get(report) ?? pointsOf(report);
  known.set(report, points);
  return points;
}

function pointsOf({ curve, equityStart }: Report): readonly RunPoint[] {
  const start = Number(equityStart);
  const percent = (amount: number) => (100 * amount) / start;
  return curve.map(({ ts, equity, closed, holding, drawdownPercent }) => ({
    time: Date.parse(ts),
    equity: percent(Number(equity) - start),
    closed: percent(Number(closed)),
    holding: percent(Number(holding) - start),
    drawdown: -Math.abs(Number(drawdownPercent)),
  }));
}
