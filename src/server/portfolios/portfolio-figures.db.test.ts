import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashFrom, cashText, trimDecimal } from '#base/decimal.ts';
import { add, type Cash, cash, subtract, sum, ZERO_CASH } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { Stretch } from '#engine/model/history.ts';
import type { Runtime } from '#ports/runtime.ts';
import { asUser, type Database, openDatabase, type Tx } from '#storage/database/database.ts';
import { findPortfolio, type PortfolioRow } from '#storage/portfolios.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { START } from '../../../tests/support/market.ts';
import { gainedAt, type KnownPortfolio, storeRandomPortfolios } from '../../../tests/support/random-portfolios.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { marketNow } from '../http/context.ts';
import { hourOfPnl, presentPnl, readPnl } from './present-pnl.ts';
import { presentPortfolios, readPortfolios } from './present-portfolio.ts';

const SEED = SEED_OF_RUN;
const DAYS = 60;
/** After the last full hour. */
const NOW = later(START, DAYS * DAY_MS + 23 * MINUTE_MS);

let urls: TestDatabase;
let engine: Database;
let requests: Database;
let known: KnownPortfolio;
let hours: readonly { readonly at: Instant; readonly gained: Cash }[];

/** Of the engine only the clock; what bots hold now is nothing. */
const runtime = {
  market: () => ({ minute: later(NOW, -MINUTE_MS) }),
  fundsNow: async () => new Map(),
} as unknown as Runtime;

const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => asUser(requests, 'ann', work);

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
  requests = openDatabase({ url: urls.appUrl, poolMax: 2, applicationName: 'test' });
  const [only] = await storeRandomPortfolios(engine, chance(SEED), { portfolios: ['paper'], days: DAYS });
  if (only === undefined) throw new Error('one portfolio was asked for');
  known = only;
  const times = [...new Set(known.hours.map(({ at }) => at))].filter((at) => at < NOW).sort((a, b) => a - b);
  hours = times.map((at) => ({ at, gained: gainedAt(known, at) }));
});

afterAll(async () => {
  await engine.close();
  await requests.close();
  await urls.close();
});

/** The portfolio with another balance, as if the rest had never been paid in. */
async function withWallet(wallet: string): Promise<PortfolioRow> {
  await engine.db.updateTable('portfolios').set({ wallet }).execute();
  const row = await read((tx) => findPortfolio(tx, 'ann', 'paper'));
  if (row === undefined) throw new Error('the portfolio is stored');
  return row;
}

/** What was paid in: the balance without all results. */
function paidInOf(row: PortfolioRow): Cash {
  return subtract(cashFrom(row.wallet), sum(known.cycles.map(({ result }) => result)));
}

interface Point {
  readonly at: Instant;
  readonly equity: Decimal;
}

/** Every hour of a period from its start on, and its end, each as of the last hour before it. */
function plainCurve(row: PortfolioRow, from: Instant, to: Instant, stepMs = HOUR_MS): readonly Point[] {
  const paidIn = paidInOf(row);
  const equityAt = (at: Instant): Cash => {
    if (at >= NOW) return cashFrom(row.wallet);
    return add(paidIn, hours.findLast((hour) => hour.at <= at)?.gained ?? ZERO_CASH);
  };
  const times = [from];
  for (let at = startOf(from, stepMs) + stepMs; at < to; at += stepMs) times.push(instantOf(at));
  return [...times, to].map((at) => ({ at, equity: new Decimal(cashText(equityAt(at))) }));
}

/** Percent below the highest equity so far at each point; exact and as it is shown. */
function plainDrawdowns(points: readonly Point[]) {
  let peak = new Decimal(Number.NEGATIVE_INFINITY);
  return points.map(({ at, equity }) => {
    peak = Decimal.max(peak, equity);
    const exact = peak.lte(0) ? new Decimal(0) : equity.minus(peak).div(peak).times(100);
    return { at, exact, percent: exact.toDecimalPlaces(6, Decimal.ROUND_HALF_UP).toFixed() };
  });
}

function deepestOf(falls: ReturnType<typeof plainDrawdowns>) {
  return falls.reduce((deepest, fall) => (fall.exact.lt(deepest.exact) ? fall : deepest));
}

const percentText = (percent: string): string => (percent === '-0' ? '0' : percent);
const wallets = [
  ['ample', () => '90000'],
  ['so small that equity was below zero', smallWallet],
] as const;

/** The balance with which equity was as far below zero at its lowest as above at its highest. */
function smallWallet(): string {
  const gains = hours.map(({ gained }) => gained);
  const middle = cash(Math.round((Math.min(...gains) + Math.max(...gains)) / 2));
  return cashText(subtract(sum(known.cycles.map(({ result }) => result)), middle));
}

describe(`figures of a portfolio over ${DAYS} days (seed ${SEED})`, () => {
  it.each(wallets)(
    'the card of a portfolio equals sums over single hours and cycles; its wallet is %s',
    async (_name, walletOf) => {
      const wallet = walletOf();
      const row = await withWallet(wallet);
      const stored = await read((tx) => readPortfolios(tx, 'ann', { rows: [row], now: marketNow(runtime) }));
      const [card] = await presentPortfolios(stored, runtime);
      const first = hours[0]?.at ?? NOW;
      const points = plainCurve(row, first, NOW);
      const falls = plainDrawdowns(points);
      const deepest = deepestOf(falls);
      const resultSince = (from: number): string =>
        cashText(sum(known.cycles.filter(({ endAt }) => endAt >= from && endAt < NOW).map(({ result }) => result)));
      const today = startOf(NOW, DAY_MS);
      const ends = Array.from({ length: 29 }, (_unused, index) => today - (28 - index) * DAY_MS);
      const paidIn = paidInOf(row);
      expect(card).toMatchObject({
        resultAll: cashText(sum(known.cycles.map(({ result }) => result))),
        closedCycles: known.cycles.filter(({ cycle }) => cycle.state !== 'CANCELED').length,
        resultToday: resultSince(today),
        result7d: resultSince(today - 6 * DAY_MS),
        result30d: resultSince(today - 29 * DAY_MS),
        drawdownNowPercent: percentText(falls.at(-1)?.percent ?? ''),
        drawdownMaxPercent: percentText(deepest.percent),
        drawdownMaxAt: new Date(deepest.at).toISOString(),
        spark: [
          ...ends.map((end) => cashText(add(paidIn, gainedAt(known, instantOf(end))))),
          cashText(cashFrom(wallet)),
        ],
      });
      expect(deepest.exact.toNumber()).toBeLessThan(0);
    },
  );

  const periods = [
    ['its whole life', undefined, undefined],
    ['fifty days from within a day', later(START, 5 * DAY_MS + 3 * HOUR_MS + 1), later(START, 55 * DAY_MS + 1)],
    ['fifty days between midnights', later(START, 4 * DAY_MS), later(START, 54 * DAY_MS)],
    ['ten days from within an hour', later(START, 20 * DAY_MS + 1_234_567), later(START, 30 * DAY_MS + 7_654_321)],
  ] as const;
  it.each(wallets.flatMap(([name, wallet]) => periods.map((period) => [period[0], name, wallet, period] as const)))(
    'curve and statistics over %s equal sums over single hours and cycles; the wallet is %s',
    async (_name, _size, walletOf, period) => {
      const row = await withWallet(walletOf());
      const [, from = START, to = NOW] = period;
      const text = (at: Instant | undefined) => (at === undefined ? undefined : new Date(at).toISOString());
      const query = { dateFrom: text(period[1]), dateTo: text(period[2]) };
      const stored = await read((tx) => readPnl(tx, 'ann', { portfolioId: 'paper', query, hour: hourOfPnl(runtime) }));
      const pnl = await presentPnl(stored, query, { runtime, closed: [] });
      const stepMs = to - from > 45 * DAY_MS ? DAY_MS : HOUR_MS;
      const points = plainCurve(row, from, to, stepMs);
      const falls = plainDrawdowns(points);
      const ended = known.cycles.filter(({ endAt }) => endAt >= from && endAt < to);
      expect(pnl.points.map(({ ts, equity, drawdownPercent }) => ({ ts, equity, drawdownPercent }))).toEqual(
        points.map(({ at, equity }, index) => ({
          ts: new Date(at).toISOString(),
          equity: equity.toFixed(8),
          drawdownPercent: percentText(falls[index]?.percent ?? ''),
        })),
      );
      expect(pnl.result).toBe(cashText(sum(ended.map(({ result }) => result))));
      const byDay = Map.groupBy(ended, ({ endAt }) => new Date(endAt).toISOString().slice(0, 10));
      expect(pnl.days).toEqual(
        [...byDay].sort().map(([day, own]) => ({
          day,
          result: cashText(sum(own.map(({ result }) => result))),
          cycles: own.filter(({ cycle }) => cycle.state !== 'CANCELED').length,
        })),
      );
      expect(pnl.points.at(-1)?.cumulative).toBe(pnl.result);
      const hourly = deepestOf(plainDrawdowns(plainCurve(row, from, to)));
      const results = ended
        .filter(({ cycle }) => cycle.state !== 'CANCELED')
        .map(({ result }) => new Decimal(cashText(result)));
      const sumOf = (amounts: readonly Decimal[]) => amounts.reduce((all, amount) => all.plus(amount), new Decimal(0));
      const [wins, losses] = [results.filter((each) => each.gt(0)), results.filter((each) => each.lt(0))];
      const shown = (value: Decimal): string => trimDecimal(value.toFixed(8));
      expect(pnl.statistics).toMatchObject({
        cycles: results.length,
        winRate: shown(new Decimal(wins.length).div(results.length)),
        profitFactor: shown(sumOf(wins).div(sumOf(losses).neg())),
        worstCycle: results.reduce((worst, each) => (each.lt(worst) ? each : worst)).toFixed(8),
        expectancy: shown(sumOf(results).div(results.length)),
        maxDrawdownPercent: percentText(hourly.percent),
      });
    },
  );

  it.each([
    ['thirty days', later(startOf(NOW, DAY_MS), -29 * DAY_MS), 90 * MINUTE_MS],
    ['all', undefined, 26 * HOUR_MS],
  ] as const)(
    'a curve over %s that is read on where it was settled equals one that is read whole',
    async (...period) => {
      const [, from, agoMs] = period;
      await withWallet('10000');
      const dateFrom = from === undefined ? undefined : new Date(from).toISOString();
      const readAt = async (now: Instant, pointsFrom?: string) => {
        const then = { ...runtime, market: () => ({ minute: later(now, -MINUTE_MS) }) } as unknown as Runtime;
        const query = { dateFrom, pointsFrom };
        const stored = await read((tx) => readPnl(tx, 'ann', { portfolioId: 'paper', query, hour: hourOfPnl(then) }));
        return presentPnl(stored, query, { runtime: then, closed: [] });
      };
      const before = await readAt(later(NOW, -agoMs));
      const next = await readAt(NOW, before.settledTo);
      const whole = await readAt(NOW);
      const kept = before.points.filter(({ ts }) => ts < before.settledTo);
      expect({ ...next, points: [...kept, ...next.points] }).toEqual(whole);
      expect(next.points.length).toBeLessThan(5);
    },
  );
});

it('days on which no contract of a portfolio had a market are no daily returns of it', async () => {
  await withWallet('10000');
  const stored = await read((tx) => readPnl(tx, 'ann', { portfolioId: 'paper', query: {}, hour: hourOfPnl(runtime) }));
  const day = (count: number) => Math.floor(START / DAY_MS + count) * (DAY_MS / MINUTE_MS);
  const statisticsWithout = async (closed: readonly Stretch[]) =>
    (await presentPnl(stored, {}, { runtime, closed })).statistics;
  const whole = await statisticsWithout([]);
  const idle = await statisticsWithout([{ from: day(10), to: day(17) }]);
  expect(idle.dailyReturns).toBe(whole.dailyReturns - 7);
  expect({ ...idle, sharpe: null, sortino: null, dailyReturns: 0 }).toEqual({
    ...{ ...whole, sharpe: null, sortino: null, dailyReturns: 0 },
  });
});

describe('a portfolio that the engine has not yet run up to the present', () => {
  it('a portfolio that is behind the market is marked as such, so that its stored sums do not pass for current holdings', async () => {
    const row = await withWallet('10000');
    const stored = await read((tx) => readPortfolios(tx, 'ann', { rows: [row], now: NOW }));
    const [behind] = await presentPortfolios(stored, runtime);
    expect([behind?.isBehind, behind?.unrealized]).toEqual([true, '0.00000000']);
    const funds = { wallet: cashFrom('10000'), unrealized: cash(-1), initialMargin: ZERO_CASH, committed: ZERO_CASH };
    const caughtUp = { ...runtime, fundsNow: async () => new Map([[row.portfolioId, funds]]) };
    const [present] = await presentPortfolios(stored, caughtUp);
    expect([present?.isBehind, present?.unrealized]).toEqual([false, '-0.00000001']);
  });
});
