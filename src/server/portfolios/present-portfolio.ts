import type * as z from 'zod/mini';
import { cashText } from '#base/decimal.ts';
import { add, type Cash, subtract, ZERO_CASH } from '#base/exact.ts';
import { DAY_MS, type Instant, instantOf, startOf } from '#base/time.ts';
import type { portfolio } from '#contract/portfolio.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import type { FundsNow, Runtime } from '#ports/runtime.ts';
import { countBots } from '#storage/bots.ts';
import type { Tx } from '#storage/database/database.ts';
import type { PortfolioRow } from '#storage/portfolios.ts';
import { equityHours, openResults, type ResultSums, sumResults, totalResults } from '#storage/results.ts';
import { marketNow } from '../http/context.ts';
import { cashOf, maybeTimeText, timeText } from '../http/text.ts';
import { drawdowns, equityAt } from './equity.ts';

export type PortfolioReply = z.output<typeof portfolio>;

const SPARK_DAYS = 30;

/** What a portfolio holds now, from the engine; all in USDT. */
export interface Holdings {
  readonly wallet: Cash;
  readonly unrealized: Cash;
  readonly equity: Cash;
  readonly initialMargin: Cash;
  readonly committed: Cash;
  /** What was paid in: the wallet without everything realised. */
  readonly paidIn: Cash;
  readonly realized: Cash;
}

type Sums = ReadonlyMap<string, ResultSums>;

interface Figures {
  readonly total: Sums;
  readonly today: Sums;
  readonly week: Sums;
  readonly month: Sums;
  readonly open: ReadonlyMap<string, { readonly result: string; readonly cycles: number }>;
  readonly counts: Awaited<ReturnType<typeof countBots>>;
  readonly funds: ReadonlyMap<string, FundsNow>;
  readonly hours: ReadonlyMap<string, Awaited<ReturnType<typeof equityHours>>>;
  readonly now: Instant;
}

/** Portfolios as their cards show them: a fixed number of queries, however many they are. */
export async function presentPortfolios(
  tx: Tx,
  ownerId: string,
  options: { readonly rows: readonly PortfolioRow[]; readonly runtime: Runtime },
): Promise<PortfolioReply[]> {
  const { rows, runtime } = options;
  const figures = await readFigures(tx, ownerId, { ids: rows.map((row) => row.portfolioId), runtime });
  return rows.map((row) => presentPortfolio(row, figures));
}

async function readFigures(
  tx: Tx,
  ownerId: string,
  { ids, runtime }: { ids: readonly string[]; runtime: Runtime },
): Promise<Figures> {
  const now = marketNow(runtime);
  const since = (from: number) =>
    sumResults(tx, ownerId, { by: 'portfolio', ids, period: { from: instantOf(from), to: now } });
  return {
    total: await totalResults(tx, ownerId, { by: 'portfolio', ids }),
    today: await since(startOf(now, DAY_MS)),
    week: await since(now - 7 * DAY_MS),
    month: await since(now - 30 * DAY_MS),
    open: await openResults(tx, ownerId),
    counts: await countBots(tx, ownerId),
    funds: await runtime.fundsNow(ids),
    hours: Map.groupBy(await equityHours(tx, ownerId, ids), (hour) => hour.portfolioId),
    now,
  };
}

/**
 * @param live - as the engine holds it; undefined when it does not
 * @param booked - Σ result of ended cycles plus what open ones have booked
 */
export function holdingsOf(row: PortfolioRow, live: FundsNow | undefined, booked: Cash): Holdings {
  const wallet = live?.wallet ?? cashOf(row.wallet);
  const unrealized = live?.unrealized ?? ZERO_CASH;
  return {
    wallet,
    unrealized,
    equity: add(wallet, unrealized),
    initialMargin: live?.initialMargin ?? ZERO_CASH,
    committed: live?.committed ?? ZERO_CASH,
    // From what is stored on both sides: the engine's own wallet runs ahead of the rows.
    paidIn: subtract(cashOf(row.wallet), booked),
    realized: booked,
  };
}

/** The hourly curve up to now, oldest first; its last point is the present. */
export function equityCurve(
  hours: readonly { readonly at: Instant; readonly gained: string }[],
  holdings: Holdings,
  now: Instant,
): readonly EquityPoint[] {
  const past = hours
    .filter((hour) => hour.at < now)
    .map((hour) => ({ at: hour.at, equity: add(holdings.paidIn, cashOf(hour.gained)) }));
  return [...past, { at: now, equity: holdings.equity }];
}

function presentPortfolio(row: PortfolioRow, figures: Figures): PortfolioReply {
  const id = row.portfolioId;
  const { now } = figures;
  const resultOf = (sums: Sums): Cash => cashOf(sums.get(id)?.result ?? '0');
  const open = figures.open.get(id);
  const booked = add(resultOf(figures.total), cashOf(open?.result ?? '0'));
  const holdings = holdingsOf(row, figures.funds.get(id), booked);
  const curve = equityCurve(figures.hours.get(id) ?? [], holdings, now);
  const fall = drawdowns(curve);
  const counts = figures.counts.filter((group) => group.portfolioId === id);
  const countOf = (state: string | null) =>
    counts.filter((group) => state === null || group.state === state).reduce((total, group) => total + group.count, 0);
  return {
    portfolioId: id,
    name: row.name,
    kind: row.kind,
    execution: row.execution,
    comment: row.comment,
    limit: row.limitUsdt === null ? null : cashText(cashOf(row.limitUsdt)),
    isDemo: row.isDemo,
    createdAt: timeText(row.createdAt),
    botsTotal: countOf(null),
    botsRunning: countOf('RUNNING'),
    botsInError: countOf('ERROR'),
    openCycles: open?.cycles ?? 0,
    closedCycles: figures.total.get(id)?.cycles ?? 0,
    walletStart: cashText(cashOf(row.walletStart)),
    wallet: cashText(holdings.wallet),
    equity: cashText(holdings.equity),
    realized: cashText(holdings.realized),
    unrealized: cashText(holdings.unrealized),
    committed: cashText(holdings.committed),
    initialMargin: cashText(holdings.initialMargin),
    resultToday: cashText(resultOf(figures.today)),
    result7d: cashText(resultOf(figures.week)),
    result30d: cashText(resultOf(figures.month)),
    drawdownNowPercent: fall.percents.at(-1) ?? '0',
    drawdownMaxPercent: fall.max,
    drawdownMaxAt: maybeTimeText(fall.maxAt),
    spark: sparkOf(curve, now).map(cashText),
  };
}

/** Equity at the end of each of the last 30 days that the curve covers, oldest first; the last is now. */
function sparkOf(curve: readonly EquityPoint[], now: Instant): readonly Cash[] {
  const today = startOf(now, DAY_MS);
  const first = curve[0]?.at ?? now;
  const ends = Array.from({ length: SPARK_DAYS }, (_unused, index) => today - (SPARK_DAYS - 2 - index) * DAY_MS);
  return ends.filter((end) => end > first).map((end) => equityAt(curve, Math.min(end - 1, now), ZERO_CASH));
}
