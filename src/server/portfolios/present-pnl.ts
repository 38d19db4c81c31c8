import { cashText } from '#base/decimal.ts';
import { add, type Cash, ZERO_CASH } from '#base/exact.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf } from '#base/time.ts';
import type { Reply } from '#contract/call.ts';
import type { getPortfolioPnl } from '#contract/portfolio.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import type { Runtime } from '#ports/runtime.ts';
import type { Tx } from '#storage/database/database.ts';
import type { PortfolioRow } from '#storage/portfolios.ts';
import {
  dailyResults,
  equityHours,
  hourlyResults,
  listResults,
  NO_RESULTS,
  openResults,
  type Period,
  type ResultBucket,
  sumResults,
  totalResults,
} from '#storage/results.ts';
import { marketNow } from '../http/context.ts';
import { readPeriod } from '../http/period.ts';
import { cashOf, timeText } from '../http/text.ts';
import { drawdowns, equityAt } from './equity.ts';
import { equityCurve, type Holdings, holdingsOf } from './present-portfolio.ts';
import { presentStatistics } from './present-statistics.ts';

/** Longer periods get one point a day. */
const HOURLY_UP_TO_MS = 45 * DAY_MS;

type PnlReply = Reply<typeof getPortfolioPnl>;

/** Result of a portfolio over a period of market time: sums are exact, so adjoining periods add up. */
export async function presentPnl(
  tx: Tx,
  row: PortfolioRow,
  options: {
    readonly query: { readonly dateFrom?: string | undefined; readonly dateTo?: string | undefined };
    readonly runtime: Runtime;
  },
): Promise<PnlReply> {
  const { ownerId, portfolioId } = row;
  const now = marketNow(options.runtime);
  const hours = await equityHours(tx, ownerId, [portfolioId]);
  const first = instantOf(Math.min(row.createdAt.getTime(), hours[0]?.at ?? now));
  const period = readPeriod(options.query, { first, now });
  const holdings = await readHoldings(tx, row, options.runtime);
  const curve = equityCurve(hours, holdings, now);
  const scope = { by: 'portfolio' as const, ids: [portfolioId], period };
  const sums = (await sumResults(tx, ownerId, scope)).get(portfolioId) ?? NO_RESULTS;
  const days = await dailyResults(tx, ownerId, scope);
  const shown = { from: instantOf(Math.max(period.from, first)), to: instantOf(Math.min(period.to, now)) };
  const isHourly = shown.to - shown.from <= HOURLY_UP_TO_MS;
  const buckets = isHourly ? await hourlyResults(tx, ownerId, { portfolioId, period }) : days;
  const times = timesOf(shown, HOUR_MS);
  const points = pointsOf({ shown, stepMs: isHourly ? HOUR_MS : DAY_MS, buckets, curve, paidIn: holdings.paidIn });
  return {
    portfolioId,
    dateFrom: timeText(period.from),
    dateTo: timeText(period.to),
    gross: sums.gross,
    funding: sums.funding,
    commission: sums.commission,
    liquidationFee: sums.liquidationFee,
    result: sums.result,
    unrealized: cashText(holdings.unrealized),
    points,
    days: days.map((day) => ({ day: timeText(day.at).slice(0, 10), result: day.result, cycles: day.cycles })),
    statistics: presentStatistics(
      times.map((at) => ({ at, equity: equityAt(curve, at, holdings.paidIn) })),
      (await listResults(tx, ownerId, { portfolioId, period })).map(cashOf),
    ),
  };
}

async function readHoldings(tx: Tx, row: PortfolioRow, runtime: Runtime): Promise<Holdings> {
  const { ownerId, portfolioId } = row;
  const totals = await totalResults(tx, ownerId, { by: 'portfolio', ids: [portfolioId] });
  const ended = cashOf(totals.get(portfolioId)?.result ?? '0');
  const open = cashOf((await openResults(tx, ownerId)).get(portfolioId)?.result ?? '0');
  const live = (await runtime.fundsNow([portfolioId])).get(portfolioId);
  return holdingsOf(row, live, add(ended, open));
}

interface PointParts {
  readonly shown: Period;
  readonly stepMs: number;
  readonly buckets: readonly ResultBucket[];
  readonly curve: readonly EquityPoint[];
  readonly paidIn: Cash;
}

/** A point at the start, at every whole hour or day between, and at the end. */
function pointsOf({ shown, stepMs, buckets, curve, paidIn }: PointParts): PnlReply['points'] {
  const times = timesOf(shown, stepMs);
  const results = new Map(buckets.map((bucket) => [Number(bucket.at), cashOf(bucket.result)]));
  const equities = times.map((at) => ({ at, equity: equityAt(curve, at, paidIn) }));
  const { percents } = drawdowns(equities);
  let cumulative = ZERO_CASH;
  return equities.map(({ at, equity }, index) => {
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
