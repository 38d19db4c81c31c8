import { add, type Cash, subtract } from '#base/exact.ts';
import { DAY_MS, later } from '#base/time.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import type { Tx } from '#storage/database/database.ts';
import { cutPeriod, type Period } from '#storage/period.ts';
import type { PortfolioRow } from '#storage/portfolios.ts';
import { type EquityLife, equityHours, equitySpans } from '#storage/roll-ups/equity.ts';
import { type Capital, changesIn, gainedNow, paidInAt } from './capital.ts';
import { type CurvePart, pointPart } from './deepest-fall.ts';

/** A portfolio with what is known of its curve; without a life it never ran a bot over a full hour. */
export interface CurveOf {
  readonly row: PortfolioRow;
  readonly life: EquityLife | undefined;
  readonly capital: Capital;
}

/** The curve of a portfolio over its whole life, up to its last full hour, in the money of now. */
export async function lifeParts(tx: Tx, curve: CurveOf): Promise<readonly CurvePart[]> {
  const { row, life, capital } = curve;
  if (life === undefined) return [];
  const period: Period = { from: life.firstAt, to: later(life.lastAt, 1) };
  if (changesIn(capital, period).length > 0) return changedParts(tx, curve, period);
  const parts = isAboveZero(life, paidInAt(capital, period.from)) ? [life] : await hourParts(tx, row, period);
  return parts.map((part) => inMoneyOfNow(capital, part));
}

/**
 * The curve over a period longer than a day, by hours at both ends and by days and months between, in the money of now.
 * @param ends - its first and last point, in the money of their time
 */
export async function periodParts(
  tx: Tx,
  curve: CurveOf,
  ends: { readonly start: EquityPoint; readonly end: EquityPoint },
): Promise<readonly CurvePart[]> {
  const { life, capital } = curve;
  const period: Period = { from: ends.start.at, to: ends.end.at };
  const partOf = ({ at, equity }: EquityPoint) =>
    inMoneyOfNow(capital, pointPart(at, subtract(equity, paidInAt(capital, at))));
  const [first, last] = [partOf(ends.start), partOf(ends.end)];
  if (life === undefined) return [first, last];
  const inner: Period = { from: later(period.from, 1), to: period.to };
  if (changesIn(capital, period).length > 0) return [first, ...(await changedParts(tx, curve, inner)), last];
  const isWhole = period.from <= life.firstAt && life.lastAt <= period.to;
  const between =
    isWhole && isAboveZero(life, paidInAt(capital, period.from)) ? [life] : await evenParts(tx, curve, inner);
  return [first, ...between.map((part) => inMoneyOfNow(capital, part)), last];
}

/** A period in which the capital changes, cut where it does: within each part it is the same. */
async function changedParts(tx: Tx, curve: CurveOf, period: Period): Promise<readonly CurvePart[]> {
  const cuts = changesIn(curve.capital, period).map(({ after }) => later(after, 1));
  const starts = [period.from, ...cuts];
  const parts = await Promise.all(
    starts.map((from, index) => evenParts(tx, curve, { from, to: starts[index + 1] ?? period.to })),
  );
  return parts.flat().map((part) => inMoneyOfNow(curve.capital, part));
}

/** The hours of a period in which the capital is the same: at both ends one by one, between them by days and months. */
async function evenParts(tx: Tx, { row, life, capital }: CurveOf, period: Period): Promise<readonly CurvePart[]> {
  const days: Period = { from: later(period.from, -1), to: later(period.to, -1) }; // A day has its last midnight, not its first.
  const { whole } = cutPeriod(days, DAY_MS);
  const isShort = whole.to <= whole.from;
  if (isShort || life === undefined || !isAboveZero(life, paidInAt(capital, period.from)))
    return hourParts(tx, row, period);
  return [
    ...(await hourParts(tx, row, { from: period.from, to: later(whole.from, 1) })),
    ...(await equitySpans(tx, row.ownerId, { portfolioId: row.portfolioId, period: days })),
    ...(await hourParts(tx, row, { from: later(whole.to, 1), to: period.to })),
  ];
}

/** Where equity once was not, a day's deepest fall in percent cannot be told from its extremes: all hours are read. */
function isAboveZero(life: EquityLife, paidIn: Cash): boolean {
  return add(life.low, paidIn) > 0;
}

function inMoneyOfNow(capital: Capital, part: CurvePart): CurvePart {
  if (capital.changes.length === 0) return part;
  const now = (gained: Cash): Cash => gainedNow(capital, part.lowAt, gained);
  const falls = part.falls.map(({ peak, trough, at }) => ({ peak: now(peak), trough: now(trough), at }));
  return { high: now(part.high), low: now(part.low), lowAt: part.lowAt, falls };
}

async function hourParts(
  tx: Tx,
  { ownerId, portfolioId }: PortfolioRow,
  period: Period,
): Promise<readonly CurvePart[]> {
  const hours = await equityHours(tx, ownerId, { portfolioId, period });
  return hours.map(({ at, gained }) => pointPart(at, gained));
}
