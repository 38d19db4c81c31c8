import { cashFrom, cashText } from '#base/decimal.ts';
import { add, type Cash, subtract, sum, ZERO_CASH } from '#base/exact.ts';
import { isoDay } from '#base/iso-text.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, startOf } from '#base/time.ts';
import type { Reply } from '#contract/call.ts';
import type { getPortfolioPnl } from '#contract/portfolio.ts';
import type { Stretch } from '#engine/model/history.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import type { ResultTally } from '#engine/report/run-figures.ts';
import type { Runtime } from '#ports/runtime.ts';
import { symbolsByPortfolio } from '#storage/bots.ts';
import type { Tx } from '#storage/database/database.ts';
import { monthBegin, type Period } from '#storage/period.ts';
import type { PortfolioRow } from '#storage/portfolios.ts';
import { type EquityLife, equityCurves, equityLives } from '#storage/roll-ups/equity.ts';
import {
  openResults,
  type ResultBucket,
  type SummedBuckets,
  summedBuckets,
  type TalliedSums,
  totalResults,
} from '#storage/roll-ups/results.ts';
import { ownPortfolio } from '../bots/own-bot.ts';
import { marketNow } from '../http/context.ts';
import { readPeriod } from '../http/period.ts';
import { cashOf, timeText } from '../http/text.ts';
import { type Capital, gainedNow, NO_CAPITAL, paidInAt, readCapitals } from './capital.ts';
import { withIdleDays } from './closed-market.ts';
import { periodParts } from './curve-parts.ts';
import { type CurvePart, type DeepestFall, deepestFall, pointPart } from './deepest-fall.ts';
import { drawdownPercents } from './equity.ts';
import { bookedOf, holdingsOf } from './present-portfolio.ts';
import { presentStatistics } from './present-statistics.ts';

/** Longer periods get one point a day. */
const HOURLY_UP_TO_MS = 45 * DAY_MS;

type PnlReply = Reply<typeof getPortfolioPnl>;

/** The period that a request names; times as text. */
export interface PnlQuery {
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly pointsFrom?: string | undefined;
}

/** What is stored of a portfolio's results, complete for requests of one hour of the market. */
export interface StoredPnl {
  readonly row: PortfolioRow;
  readonly life: EquityLife | undefined;
  /** The sum of the results of ended cycles and the bookings of open ones. */
  readonly booked: Cash;
  readonly capital: Capital;
  readonly isHourly: boolean;
  /** By the hour or by the day, as the points of the curve. */
  readonly results: SummedBuckets;
  /** Equity at the times of the curve, less what was paid in. */
  readonly gained: ReadonlyMap<Instant, Cash>;
  /** The curve without its last point, where its own points are too far apart to tell the deepest fall. */
  readonly past: readonly CurvePart[];
  /** When it began. */
  readonly first: Instant;
  /** Those of its bots, of deleted ones with ended cycles too. */
  readonly symbols: readonly string[];
}

/** The hour of market time for which `readPnl` is complete: within it a reading changes only with stored rows. */
export function hourOfPnl(runtime: Pick<Runtime, 'market'>): Instant {
  return startOf(runtime.market().minute, HOUR_MS);
}

/**
 * Reads results over the requested period, up to the end of the present hour of the market.
 * @throws ProblemError PORTFOLIO_NOT_FOUND
 */
export async function readPnl(
  tx: Tx,
  ownerId: string,
  { portfolioId, query, hour }: { readonly portfolioId: string; readonly query: PnlQuery; readonly hour: Instant },
): Promise<StoredPnl> {
  const [row, lives, symbols] = await Promise.all([
    ownPortfolio(tx, ownerId, portfolioId),
    equityLives(tx, ownerId, [portfolioId]),
    symbolsByPortfolio(tx, ownerId),
  ]);
  const life = lives.get(portfolioId);
  const end = later(hour, HOUR_MS);
  const first = firstOf(row, life, end);
  const period = readPeriod(query, { first, now: end });
  const shown = shownOf(period, first, end);
  const isHourly = Math.min(shown.to, hour) - shown.from <= HOURLY_UP_TO_MS;
  const [length, times] = isHourly
    ? (['hour', timesOf(shown, HOUR_MS)] as const)
    : (['day', timesOf(shown, DAY_MS)] as const);
  const [totals, open, results, curves] = await Promise.all([
    totalResults(tx, ownerId, { by: 'portfolio', ids: [portfolioId] }),
    openResults(tx, ownerId),
    summedBuckets(tx, ownerId, { portfolioId, period: wholeFrom(period, first), length }),
    equityCurves(tx, ownerId, [{ portfolioId, times }]),
  ]);
  const gained = curves.get(portfolioId) ?? new Map();
  const booked = bookedOf(row, { total: totals, open });
  const { paidIn } = holdingsOf(row, undefined, booked);
  const capital =
    (await readCapitals(tx, ownerId, [{ portfolioId, paidIn, firstAt: life?.firstAt }])).get(portfolioId) ?? NO_CAPITAL;
  const [start, last] = [equityPoint(shown.from, gained, capital), equityPoint(shown.to, gained, capital)];
  const past = isHourly ? [] : (await periodParts(tx, { row, life, capital }, { start, end: last })).slice(0, -1);
  return {
    row,
    life,
    booked,
    capital,
    isHourly,
    results,
    gained,
    past,
    first,
    symbols: symbols.get(portfolioId) ?? [],
  };
}

/** Nothing precedes the portfolio: a period that begins with it is read from the beginning of that month, which takes fewer parts. */
function wholeFrom(period: Period, first: Instant): Period {
  return period.from <= first ? { from: monthBegin(first), to: period.to } : period;
}

interface PnlSources {
  readonly runtime: Runtime;
  /** Minutes without a market, as `closedMarket` returns them for the symbols of the portfolio. */
  readonly closed: readonly Stretch[];
}

/** Result of a portfolio over a period of market time. Sums are exact, so adjoining periods add up. */
export async function presentPnl(
  stored: StoredPnl,
  query: PnlQuery,
  { runtime, closed }: PnlSources,
): Promise<PnlReply> {
  const { row, life, isHourly, results } = stored;
  const { sums, buckets } = results;
  const { portfolioId } = row;
  const now = marketNow(runtime);
  const first = firstOf(row, life, now);
  const period = readPeriod(query, { first, now });
  const shown = shownOf(period, first, now);
  const stepMs = isHourly ? HOUR_MS : DAY_MS;
  const holdings = holdingsOf(row, (await runtime.fundsNow([portfolioId])).get(portfolioId), stored.booked);
  const { paidIn, equity } = holdings;
  const curve = timesOf(shown, stepMs).map((at) =>
    at < now ? equityPoint(at, stored.gained, stored.capital) : { at, equity },
  );
  const even = curve.map((point) => (point.at < now ? inMoneyOfNow(point, stored.capital) : point));
  const pointsFrom = query.pointsFrom === undefined ? 0 : Date.parse(query.pointsFrom);
  return {
    portfolioId,
    dateFrom: timeText(period.from),
    dateTo: timeText(period.to),
    paidIn: cashText(paidIn),
    isHourly,
    settledTo: timeText(settledTo(shown, life, stepMs)),
    gross: sums.gross,
    funding: sums.funding,
    commission: sums.commission,
    liquidationFee: sums.liquidationFee,
    result: sums.result,
    unrealized: cashText(holdings.unrealized),
    points: pointsOf(curve, { buckets, stepMs, pointsFrom, percents: drawdownPercents(even) }),
    days: isHourly ? daysOf(buckets) : buckets.map(({ at, result, cycles }) => ({ day: isoDay(at), result, cycles })),
    statistics: presentStatistics(withIdleDays(even, closed), fallOf(even, stored, paidIn), {
      ...tallyOf(sums),
      worst: sums.worst,
    }),
  };
}

/** The days of hours, both oldest first. */
function daysOf(hours: readonly ResultBucket[]): PnlReply['days'] {
  return [...Map.groupBy(hours, ({ at }) => isoDay(at))].map(([day, own]) => ({
    day,
    result: cashText(sum(own.map(({ result }) => cashFrom(result)))),
    cycles: own.reduce((count, { cycles }) => count + cycles, 0),
  }));
}

function firstOf(row: PortfolioRow, life: EquityLife | undefined, now: Instant): Instant {
  return instantOf(Math.min(row.createdAt.getTime(), life?.firstAt ?? now));
}

function shownOf(period: Period, first: Instant, now: Instant): Period {
  return { from: instantOf(Math.max(period.from, first)), to: instantOf(Math.min(period.to, now)) };
}

/** Equity as of the last full hour before a time. */
function equityPoint(at: Instant, gained: ReadonlyMap<Instant, Cash>, capital: Capital): EquityPoint {
  return { at, equity: add(paidInAt(capital, at), gained.get(at) ?? ZERO_CASH) };
}

/** The point without what deposits and withdrawals after it did: only results move such a curve. */
function inMoneyOfNow({ at, equity }: EquityPoint, capital: Capital): EquityPoint {
  return { at, equity: add(capital.paidIn, gainedNow(capital, at, subtract(equity, paidInAt(capital, at)))) };
}

/** The last whole hour or day whose results and equity are stored; the start of the period without one. */
function settledTo({ from, to }: Period, life: EquityLife | undefined, stepMs: number): Instant {
  const stored = Math.min(to, life?.lastAt ?? from);
  return instantOf(Math.max(from, Math.floor(stored / stepMs) * stepMs));
}

function tallyOf({ cycles, wins, losses, won, lost }: TalliedSums): ResultTally {
  return { cycles, wins, losses, won: cashOf(won), lost: cashOf(lost) };
}

/** The deepest drawdown by the hour, even where the curve has a point a day. */
function fallOf(curve: readonly EquityPoint[], { isHourly, past }: StoredPnl, paidIn: Cash): DeepestFall {
  const end = curve.at(-1);
  if (isHourly || end === undefined) {
    return deepestFall(
      curve.map(({ at, equity }) => pointPart(at, equity)),
      ZERO_CASH,
    );
  }
  return deepestFall([...past, pointPart(end.at, subtract(end.equity, paidIn))], paidIn);
}

interface ShownPoints {
  readonly buckets: readonly ResultBucket[];
  readonly stepMs: number;
  /** UTC milliseconds; earlier points count, but are left out. */
  readonly pointsFrom: number;
  /** Drawdown at each point. */
  readonly percents: readonly string[];
}

/** A point at the start, at every whole hour or day between, and at the end. */
function pointsOf(
  curve: readonly EquityPoint[],
  { buckets, stepMs, pointsFrom, percents }: ShownPoints,
): PnlReply['points'] {
  const points: PnlReply['points'] = [];
  let cumulative = ZERO_CASH;
  let next = 0;
  for (const [index, { at, equity }] of curve.entries()) {
    const begin = Math.ceil(at / stepMs) * stepMs - stepMs;
    while ((buckets[next]?.at ?? begin) < begin) next += 1;
    const bucket = index > 0 && buckets[next]?.at === begin ? buckets[next] : undefined;
    const result = bucket === undefined ? ZERO_CASH : cashFrom(bucket.result);
    cumulative = add(cumulative, result);
    if (at < pointsFrom) continue;
    points.push({
      ts: timeText(at),
      result: cashText(result),
      cumulative: cashText(cumulative),
      equity: cashText(equity),
      drawdownPercent: percents[index] ?? '0',
    });
  }
  return points;
}

function timesOf({ from, to }: Period, stepMs: number): readonly Instant[] {
  if (to <= from) return [from];
  const times = [from];
  for (let at = (Math.floor(from / stepMs) + 1) * stepMs; at < to; at += stepMs) times.push(instantOf(at));
  times.push(to);
  return times;
}
