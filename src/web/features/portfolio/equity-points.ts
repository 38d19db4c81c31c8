import type { Portfolio } from '#web/api/trading-queries.ts';
import type { CurvePoint } from '#web/charts/canvas/equity-drawing.ts';
import type { Pnl } from './portfolio-queries.ts';

const known = new WeakMap<Pnl['points'], readonly CurvePoint[]>();

/**
 * Both curves for drawing, up to the last whole hour or day. The closed one ends at the wallet, so it starts at the wallet
 * minus the period's total. The same answer gives the same list, so an unchanged chart is not filled again.
 */
export function equityPoints(pnl: Pnl, portfolio: Portfolio): readonly CurvePoint[] {
  const drawn = known.get(pnl.points) ?? pointsOf(pnl, Number(portfolio.wallet));
  known.set(pnl.points, drawn);
  return drawn;
}

function pointsOf(pnl: Pnl, wallet: number): readonly CurvePoint[] {
  const start = wallet - Number(pnl.points.at(-1)?.cumulative ?? '0');
  const points = pnl.points.slice(0, -1).map((point) => ({
    time: wholeSecond(Date.parse(point.ts)),
    equity: Number(point.equity),
    closed: start + Number(point.cumulative),
    drawdown: Number(point.drawdownPercent),
  }));
  // The library refuses two points in the same second.
  return points.filter((point, index) => index === 0 || point.time > (points[index - 1]?.time ?? 0));
}

/**
 * The end of both curves: what the head of the page shows, at the same market time.
 * @param points the curves up to the last whole hour or day
 * @param marketNow UTC milliseconds; null before the live channel has sent it
 */
export function presentPoint(
  points: readonly CurvePoint[],
  { equity, wallet }: Pick<Portfolio, 'equity' | 'wallet'>,
  marketNow: number | null,
): CurvePoint | null {
  const last = points.at(-1);
  if (marketNow === null || (last !== undefined && wholeSecond(marketNow) <= last.time)) return null;
  const now = Number(equity);
  const peak = points.reduce((high, point) => Math.max(high, point.equity), now);
  const drawdown = peak > 0 ? ((now - peak) / peak) * 100 : 0;
  return { time: wholeSecond(marketNow), equity: now, closed: Number(wallet), drawdown };
}

function wholeSecond(ms: number): number {
  return Math.floor(ms / 1_000) * 1_000;
}
