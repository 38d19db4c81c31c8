import { add, type Cash, subtract } from '#base/exact.ts';
import { DAY_MS, later } from '#base/time.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import type { Tx } from '#storage/database/database.ts';
import { cutPeriod, type Period } from '#storage/period.ts';
import type { PortfolioRow } from '#storage/portfolios.ts';
import { type EquityLife, equityHours, equitySpans } from '#storage/roll-ups/equity.ts';
import { type CurvePart, pointPart } from './deepest-fall.ts';

/** A portfolio with what is known of its curve; without a life it never ran a bot over a full hour. */
export interface CurveOf {
  readonly row: PortfolioRow;
  readonly life: EquityLife | undefined;
  readonly paidIn: Cash;
}

/** The curve of a portfolio over its whole life, up to its last full hour. */
export async function lifeParts(tx: Tx, curve: CurveOf): Promise<readonly CurvePart[]> {
  const { life } = curve;
  if (life === undefined) return [];
  return isAboveZero(life, curve.paidIn)
    ? [life]
    : hourParts(tx, curve.row, { from: life.firstAt, to: later(life.lastAt, 1) });
}

/**
 * The curve over a period longer than a day, by hours at both ends and by days and months between.
 * @param ends - its first and last point
 */
export async function periodParts(
  tx: Tx,
  curve: CurveOf,
  ends: { readonly start: EquityPoint; readonly end: EquityPoint },
): Promise<readonly CurvePart[]> {
  const { row, life, paidIn } = curve;
  const period: Period = { from: ends.start.at, to: ends.end.at };
  const partOf = ({ at, equity }: EquityPoint) => pointPart(at, subtract(equity, paidIn));
  const [first, last] = [partOf(ends.start), partOf(ends.end)];
  if (life === undefined) return [first, last];
  if (!isAboveZero(life, paidIn))
    return [first, ...(await hourParts(tx, row, { from: later(period.from, 1), to: period.to })), last];
  if (period.from <= life.firstAt && life.lastAt <= period.to) return [first, life, last];
  const { whole } = cutPeriod(period, DAY_MS);
  return [
    first,
    ...(await hourParts(tx, row, { from: later(period.from, 1), to: later(whole.from, 1) })),
    ...(await equitySpans(tx, row.ownerId, { portfolioId: row.portfolioId, period })),
    ...(await hourParts(tx, row, { from: later(whole.to, 1), to: period.to })),
    last,
  ];
}

/** Where equity once was not, a day's deepest fall in percent cannot be told from its extremes: all hours are read. */
function isAboveZero(life: EquityLife, paidIn: Cash): boolean {
  return add(life.low, paidIn) > 0;
}

async function hourParts(
  tx: Tx,
  { ownerId, portfolioId }: PortfolioRow,
  period: Period,
): Promise<readonly CurvePart[]> {
  const hours = await equityHours(tx, ownerId, { portfolioId, period });
  return hours.map(({ at, gained }) => pointPart(at, gained));
}
