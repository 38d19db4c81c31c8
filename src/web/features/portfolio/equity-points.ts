import type { Portfolio } from '#web/api/trading-queries.ts';
import type { CurvePoint } from '#web/charts/equity-drawing.ts';
import type { Pnl } from './portfolio-queries.ts';

const known = new WeakMap<Pnl['points'], readonly CurvePoint[]>();

/**
 * Both curves for drawing. The closed one ends at the wallet, so it starts at the wallet minus the period's total.
 * The same answer gives the same list, so an unchanged chart is not filled again.
 */
export function equityPoints(pnl: Pnl, portfolio: Portfolio): readonly CurvePoint[] {
  const drawn = known.get(pnl.points) ?? pointsOf(pnl, Number(portfolio.wallet));
  known.set(pnl.points, drawn);
  return drawn;
}

function pointsOf(pnl: Pnl, wallet: number): readonly CurvePoint[] {
  const start = wallet - Number(pnl.points.at(-1)?.cumulative ?? '0');
  const points = pnl.points.map((point) => ({
    time: Math.floor(Date.parse(point.ts) / 1_000) * 1_000,
    equity: Number(point.equity),
    closed: start + Number(point.cumulative),
    drawdown: Number(point.drawdownPercent),
  }));
  // The library refuses two points in the same second.
  return points.filter((point, index) => index === 0 || point.time > (points[index - 1]?.time ?? 0));
}
