import type * as z from 'zod/mini';
import { cashText } from '#base/decimal.ts';
import { add, type Cash, larger, subtract, ZERO_CASH } from '#base/exact.ts';
import { DAY_MS, type Instant, instantOf, startOf } from '#base/time.ts';
import type { portfolio } from '#contract/portfolio.ts';
import type { FundsNow, Runtime } from '#ports/runtime.ts';
import { countBots } from '#storage/bots.ts';
import type { Tx } from '#storage/database/database.ts';
import type { PortfolioRow } from '#storage/portfolios.ts';
import { type EquityLife, equityCurves, equityLives } from '#storage/roll-ups/equity.ts';
import { type OpenSums, openResults, type ResultSums, sumResults, totalResults } from '#storage/roll-ups/results.ts';
import { marketNow } from '../http/context.ts';
import { lastDays } from '../http/period.ts';
import { cashOf, maybeTimeText, timeText } from '../http/text.ts';
import { type Capital, NO_CAPITAL, paidInAt, readCapitals } from './capital.ts';
import { lifeParts } from './curve-parts.ts';
import { type CurvePart, deepestFall, pointPart } from './deepest-fall.ts';
import { drawdownPercent } from './equity.ts';

export type PortfolioReply = z.output<typeof portfolio>;

const SPARK_DAYS = 30;

/** What a portfolio holds now, from the engine; all in USDT. */
export interface Holdings {
  readonly wallet: Cash;
  readonly unrealized: Cash;
  readonly equity: Cash;
  readonly initialMargin: Cash;
  readonly committed: Cash;
  /** What was paid in: the wallet less everything realised. */
  readonly paidIn: Cash;
  /** What the engine has booked and the stored rows do not show yet. */
  readonly unstored: Cash;
}

type Sums = ReadonlyMap<string, ResultSums>;

/** Portfolios as they are stored, with the figures of their cards. */
export interface StoredPortfolios {
  readonly rows: readonly PortfolioRow[];
  readonly total: Sums;
  readonly today: Sums;
  readonly week: Sums;
  readonly month: Sums;
  readonly open: ReadonlyMap<string, OpenSums>;
  readonly counts: Awaited<ReturnType<typeof countBots>>;
  readonly lives: ReadonlyMap<string, EquityLife>;
  /** Their curves up to the last full hour. */
  readonly past: ReadonlyMap<string, readonly CurvePart[]>;
  readonly capitals: ReadonlyMap<string, Capital>;
  /** Equity at the ends of the days that the small curve shows. */
  readonly ends: ReadonlyMap<string, ReadonlyMap<Instant, Cash>>;
}

/** Reads the figures of portfolios, in a fixed number of queries. */
export async function readPortfolios(
  tx: Tx,
  ownerId: string,
  { rows, now }: { readonly rows: readonly PortfolioRow[]; readonly now: Instant },
): Promise<StoredPortfolios> {
  const ids = rows.map((row) => row.portfolioId);
  const over = (days: number) => sumResults(tx, ownerId, { by: 'portfolio', ids, period: lastDays(now, days) });
  const [total, today, week, month, open, counts, lives, ends] = await Promise.all([
    totalResults(tx, ownerId, { by: 'portfolio', ids }),
    over(1),
    over(7),
    over(30),
    openResults(tx, ownerId),
    countBots(tx, ownerId),
    equityLives(tx, ownerId, ids),
    equityCurves(
      tx,
      ownerId,
      ids.map((portfolioId) => ({ portfolioId, times: sparkEnds(now) })),
    ),
  ]);
  const capitals = await readCapitals(
    tx,
    ownerId,
    rows.map((row) => ({
      portfolioId: row.portfolioId,
      paidIn: holdingsOf(row, undefined, bookedOf(row, { total, open })).paidIn,
      firstAt: lives.get(row.portfolioId)?.firstAt,
    })),
  );
  const past = await Promise.all(
    rows.map(async (row): Promise<[string, readonly CurvePart[]]> => {
      const capital = capitals.get(row.portfolioId) ?? NO_CAPITAL;
      return [row.portfolioId, await lifeParts(tx, { row, life: lives.get(row.portfolioId), capital })];
    }),
  );
  return {
    rows,
    total,
    today,
    week,
    month,
    open,
    counts,
    lives,
    capitals,
    past: new Map(past),
    ends,
  };
}

/** Portfolios as their cards show them: as they are stored, with what they hold in the engine. */
export async function presentPortfolios(
  stored: StoredPortfolios,
  runtime: Pick<Runtime, 'fundsNow' | 'market'>,
): Promise<PortfolioReply[]> {
  const now = marketNow(runtime);
  const funds = await runtime.fundsNow(stored.rows.map((row) => row.portfolioId));
  return stored.rows.map((row) => presentPortfolio(row, { ...stored, now }, funds.get(row.portfolioId)));
}

/** The sum of the results of ended cycles and the bookings of open ones. */
export function bookedOf(
  { portfolioId }: Pick<PortfolioRow, 'portfolioId'>,
  { total, open }: Pick<StoredPortfolios, 'total' | 'open'>,
): Cash {
  return add(cashOf(total.get(portfolioId)?.result ?? '0'), cashOf(open.get(portfolioId)?.result ?? '0'));
}

/**
 * @param live - the funds in the engine; undefined when the portfolio is not in memory
 * @param booked - the sum of the results of ended cycles and the bookings of open ones
 */
export function holdingsOf(row: Pick<PortfolioRow, 'wallet'>, live: FundsNow | undefined, booked: Cash): Holdings {
  const wallet = live?.wallet ?? cashOf(row.wallet);
  const unrealized = live?.unrealized ?? ZERO_CASH;
  return {
    wallet,
    unrealized,
    equity: add(wallet, unrealized),
    initialMargin: live?.initialMargin ?? ZERO_CASH,
    committed: live?.committed ?? ZERO_CASH,
    // Both figures are from stored rows: the wallet in the engine is ahead of them.
    paidIn: subtract(cashOf(row.wallet), booked),
    unstored: subtract(wallet, cashOf(row.wallet)),
  };
}

function presentPortfolio(
  row: PortfolioRow,
  figures: StoredPortfolios & { readonly now: Instant },
  live: FundsNow | undefined,
): PortfolioReply {
  const id = row.portfolioId;
  const { now } = figures;
  const resultOf = (sums: Sums): Cash => cashOf(sums.get(id)?.result ?? '0');
  const open = figures.open.get(id) ?? NOTHING_OPEN;
  const holdings = holdingsOf(row, live, bookedOf(row, figures));
  const gained = subtract(holdings.equity, holdings.paidIn);
  const life = figures.lives.get(id);
  const past = figures.past.get(id) ?? [];
  const fall = deepestFall([...past, pointPart(now, gained)], holdings.paidIn);
  const peak = add(holdings.paidIn, past.map(({ high }) => high).reduce(larger, gained));
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
    isBehind: live === undefined,
    createdAt: timeText(row.createdAt),
    botsTotal: countOf(null),
    botsRunning: countOf('RUNNING'),
    botsInError: countOf('ERROR'),
    openCycles: open.cycles,
    closedCycles: figures.total.get(id)?.cycles ?? 0,
    equity: cashText(holdings.equity),
    walletStart: cashText(cashOf(row.walletStart)),
    transfers: cashText(subtract(holdings.paidIn, cashOf(row.walletStart))),
    resultAll: cashText(resultOf(figures.total)),
    unrealized: cashText(holdings.unrealized),
    openRealized: cashText(add(cashOf(open.gross), holdings.unstored)),
    openCosts: cashText(subtract(cashOf(open.result), cashOf(open.gross))),
    wallet: cashText(holdings.wallet),
    equityPeak: cashText(peak),
    committed: cashText(holdings.committed),
    initialMargin: cashText(holdings.initialMargin),
    resultToday: cashText(resultOf(figures.today)),
    result7d: cashText(resultOf(figures.week)),
    result30d: cashText(resultOf(figures.month)),
    drawdownNowPercent: drawdownPercent(holdings.equity, peak),
    drawdownMaxPercent: fall.percent,
    drawdownMaxAt: maybeTimeText(fall.at),
    spark: [
      ...sparkOf(figures.ends.get(id) ?? new Map(), life, figures.capitals.get(id) ?? NO_CAPITAL),
      holdings.equity,
    ].map(cashText),
  };
}

const NOTHING_OPEN: OpenSums = { gross: '0', result: '0', cycles: 0 };

/** The ends of the last days before today, oldest first. */
export function sparkEnds(now: Instant): readonly Instant[] {
  const today = startOf(now, DAY_MS);
  return Array.from({ length: SPARK_DAYS - 1 }, (_unused, index) =>
    instantOf(today - (SPARK_DAYS - 2 - index) * DAY_MS),
  );
}

/** Equity at those of the ends that lie after the first hour. */
function sparkOf(ends: ReadonlyMap<Instant, Cash>, life: EquityLife | undefined, capital: Capital): readonly Cash[] {
  return [...ends]
    .filter(([at]) => life !== undefined && at > life.firstAt)
    .map(([at, gained]) => add(paidInAt(capital, at), gained));
}
