import { cashText } from '#base/decimal.ts';
import { add, ZERO_CASH } from '#base/exact.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf } from '#base/time.ts';
import type { Reply } from '#contract/call.ts';
import type { getPortfolioPnl } from '#contract/portfolio.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import type { ResultTally } from '#engine/report/run-figures.ts';
import type { Runtime } from '#ports/runtime.ts';
import type { Tx } from '#storage/database/database.ts';
import { type EquityLife, equityAtTimes, equityLives } from '#storage/equity.ts';
import type { Period } from '#storage/period.ts';
import type { PortfolioRow } from '#storage/portfolios.ts';
import {
  dailyResults,
  hourlyResults,
  openResults,
  type ResultBucket,
  sumPortfolio,
  type TalliedSums,
  totalResults,
  worstResult,
} from '#storage/results.ts';
import { marketNow } from '../http/context.ts';
import { readPeriod } from '../http/period.ts';
import { cashOf, timeText } from '../http/text.ts';
import { type CurveOf, periodParts } from './curve-parts.ts';
import { type DeepestFall, deepestFall, pointPart } from './deepest-fall.ts';
import { drawdownPercents } from './equity.ts';
import { type Holdings, holdingsOf } from './present-portfolio.ts';
import { presentStatistics } from './present-statistics.ts';

/** Longer periods get one point a day. */
const HOURLY_UP_TO_MS = 45 * DAY_MS;

type PnlReply = Reply<typeof getPortfolioPnl>;

/** Result of a portfolio over a period of market time. Sums are exact, so adjoining periods add up. */
export async function presentPnl(
  tx: Tx,
  row: PortfolioRow,
  options: {
    readonly query: {
      readonly dateFrom?: string | undefined;
      readonly dateTo?: string | undefined;
      readonly pointsFrom?: string | undefined;
    };
    readonly runtime: Runtime;
  },
): Promise<PnlReply> {
  const { ownerId, portfolioId } = row;
  const now = marketNow(options.runtime);
  const life = (await equityLives(tx, ownerId, [portfolioId])).get(portfolioId);
  const first = instantOf(Math.min(row.createdAt.getTime(), life?.firstAt ?? now));
  const period = readPeriod(options.query, { first, now });
  const holdings = await readHoldings(tx, row, options.runtime);
  const sums = await sumPortfolio(tx, ownerId, { portfolioId, period });
  const worst = await worstResult(tx, ownerId, { portfolioId, period });
  const days = await dailyResults(tx, ownerId, { by: 'portfolio', ids: [portfolioId], period });
  const shown = { from: instantOf(Math.max(period.from, first)), to: instantOf(Math.min(period.to, now)) };
  const isHourly = shown.to - shown.from <= HOURLY_UP_TO_MS;
  const stepMs = isHourly ? HOUR_MS : DAY_MS;
  const buckets = isHourly ? await hourlyResults(tx, ownerId, { portfolioId, period }) : days;
  const curve = await readCurve(tx, row, { times: timesOf(shown, stepMs), holdings, now });
  const pointsFrom = options.query.pointsFrom === undefined ? 0 : Date.parse(options.query.pointsFrom);
  const fall = await readFall(tx, { row, life, paidIn: holdings.paidIn }, { curve, isHourly });
  return {
    portfolioId,
    dateFrom: timeText(period.from),
    dateTo: timeText(period.to),
    paidIn: cashText(holdings.paidIn),
    isHourly,
    settledTo: timeText(settledTo(shown, life, stepMs)),
    gross: sums.gross,
    funding: sums.funding,
    commission: sums.commission,
    liquidationFee: sums.liquidationFee,
    result: sums.result,
    unrealized: cashText(holdings.unrealized),
    points: pointsOf(curve, buckets, stepMs).filter(({ ts }) => Date.parse(ts) >= pointsFrom),
    days: days.map((day) => ({ day: timeText(day.at).slice(0, 10), result: day.result, cycles: day.cycles })),
    statistics: presentStatistics(curve, fall, { ...tallyOf(sums), worst }),
  };
}

/** The last whole hour or day whose results and equity are stored; the start of the period without one. */
function settledTo({ from, to }: Period, life: EquityLife | undefined, stepMs: number): Instant {
  const stored = Math.min(to, life?.lastAt ?? from);
  return instantOf(Math.max(from, Math.floor(stored / stepMs) * stepMs));
}

function tallyOf({ cycles, wins, losses, won, lost }: TalliedSums): ResultTally {
  return { cycles, wins, losses, won: cashOf(won), lost: cashOf(lost) };
}

/** Equity at each of the times, as of the last full hour before it; from `now` on, the current equity. */
async function readCurve(
  tx: Tx,
  { ownerId, portfolioId }: PortfolioRow,
  at: { readonly times: readonly Instant[]; readonly holdings: Holdings; readonly now: Instant },
): Promise<readonly EquityPoint[]> {
  const { paidIn, equity } = at.holdings;
  const times = at.times.filter((time) => time < at.now);
  const hours = await equityAtTimes(tx, ownerId, { portfolioIds: [portfolioId], times });
  const gained = new Map(hours.map((hour) => [hour.at, hour.gained]));
  return at.times.map((time) => ({
    at: time,
    equity: time < at.now ? add(paidIn, gained.get(time) ?? ZERO_CASH) : equity,
  }));
}

/** The deepest drawdown by the hour, even where the curve has a point a day. */
async function readFall(
  tx: Tx,
  of: CurveOf,
  { curve, isHourly }: { readonly curve: readonly EquityPoint[]; readonly isHourly: boolean },
): Promise<DeepestFall> {
  const [start, end] = [curve[0], curve.at(-1)];
  if (isHourly || start === undefined || end === undefined) {
    return deepestFall(
      curve.map(({ at, equity }) => pointPart(at, equity)),
      ZERO_CASH,
    );
  }
  return deepestFall(await periodParts(tx, of, { start, end }), of.paidIn);
}

async function readHoldings(tx: Tx, row: PortfolioRow, runtime: Runtime): Promise<Holdings> {
  const { ownerId, portfolioId } = row;
  const totals = await totalResults(tx, ownerId, { by: 'portfolio', ids: [portfolioId] });
  const ended = cashOf(totals.get(portfolioId)?.result ?? '0');
  const open = cashOf((await openResults(tx, ownerId)).get(portfolioId)?.result ?? '0');
  const live = (await runtime.fundsNow([portfolioId])).get(portfolioId);
  return holdingsOf(row, live, add(ended, open));
}

/** A point at the start, at every whole hour or day between, and at the end. */
function pointsOf(curve: readonly EquityPoint[], buckets: readonly ResultBucket[], stepMs: number): PnlReply['points'] {
  const results = new Map(buckets.map((bucket) => [Number(bucket.at), cashOf(bucket.result)]));
  const percents = drawdownPercents(curve);
  let cumulative = ZERO_CASH;
  return curve.map(({ at, equity }, index) => {
    const bucket = Math.ceil(at / stepMs) * stepMs - stepMs;
    const result = index === 0 ? ZERO_CASH : (results.get(bucket) ?? ZERO_CASH);
    cumulative = add(cumulative, result);
    return {
      ts: timeText(at),
      result: cashText(result),
      cumulative: cashText(cumulative),
      equity: cashText(equity),
      drawdownPercent: percents[index] ?? '0',
    };
  });
}

function timesOf({ from, to }: Period, stepMs: number): readonly Instant[] {
  if (to <= from) return [from];
  const times = [from];
  for (let at = (Math.floor(from / stepMs) + 1) * stepMs; at < to; at += stepMs) times.push(instantOf(at));
  return [...times, to];
}
