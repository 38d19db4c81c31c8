import type { Reply } from '#contract/call.ts';
import type { getPortfolioPnl } from '#contract/portfolio.ts';

type Pnl = Reply<typeof getPortfolioPnl>;

/**
 * Reads a curve on from where the known one may have changed, and joins both.
 * @param known - the last answer to the same question; undefined when there is none
 * @param read - asks for the points from an instant on, or for all
 * @returns the answer as it would be without `known`
 */
export async function readOn(
  known: Pnl | undefined,
  read: (pointsFrom: string | undefined) => Promise<Pnl>,
): Promise<Pnl> {
  if (known === undefined || known.points.length === 0) return read(undefined);
  const next = await read(known.settledTo);
  return continues(known, next) ? { ...next, points: [...settled(known), ...next.points] } : read(undefined);
}

/** Points of the known curve that stay as they are. */
function settled({ points, settledTo }: Pnl): Pnl['points'] {
  const end = Date.parse(settledTo);
  return points.filter(({ ts }) => Date.parse(ts) < end);
}

/** After a transfer, with days instead of hours, or over another period, every point is another one. */
function continues(known: Pnl, next: Pnl): boolean {
  return known.paidIn === next.paidIn && known.isHourly === next.isHourly && known.dateFrom === next.dateFrom;
}
