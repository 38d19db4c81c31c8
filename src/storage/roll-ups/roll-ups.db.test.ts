import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { type Cash, smaller, sum } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, startOf } from '#base/time.ts';
import { dropDatabase, startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { START } from '../../../tests/support/market.ts';
import {
  gainedAt,
  type KnownCycle,
  type KnownPortfolio,
  storeRandomPortfolios,
} from '../../../tests/support/random-portfolios.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { countEnded, pageOfRun } from '../cycles/cycles.ts';
import { asUser, type Database, openDatabase, type Tx } from '../database/database.ts';
import { MIGRATIONS, migrate } from '../database/migrate.ts';
import { cutMonths, cutPeriod, monthBegin } from '../period.ts';
import { rollUpEquity } from '../recorder/roll-up-equity.ts';
import { equityCurves, equityHours, equityLives, equitySpans } from './equity.ts';
import { type EquitySpan, extendSpan } from './equity-span.ts';
import { sumParts } from './portfolio-parts.ts';
import { NO_RESULTS, summedBuckets, sumPortfolio, sumResults, type TalliedSums } from './results.ts';

const SEED = SEED_OF_RUN;
const DAYS = 75;
const PORTFOLIOS = ['first', 'second'];

let urls: TestDatabase;
let engine: Database;
let requests: Database;
let portfolios: readonly KnownPortfolio[];

const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => asUser(requests, 'ann', work);

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
  requests = openDatabase({ url: urls.appUrl, poolMax: 2, applicationName: 'test' });
  portfolios = await storeRandomPortfolios(engine, chance(SEED), { portfolios: PORTFOLIOS, days: DAYS });
});

afterAll(async () => {
  await engine.close();
  await requests.close();
  await urls.close();
});

/** Sums of cycles one by one. */
function plainSums(cycles: readonly KnownCycle[]): TalliedSums {
  const total = (amounts: readonly Cash[]): string => cashText(sum(amounts));
  const counted = cycles.filter(({ cycle }) => cycle.state !== 'CANCELED').map(({ result }) => result);
  const [wins, losses] = [counted.filter((result) => result > 0), counted.filter((result) => result < 0)];
  return {
    gross: total(cycles.map(({ cycle }) => cycle.gross)),
    commission: total(cycles.map(({ cycle }) => cycle.commission)),
    funding: total(cycles.map(({ cycle }) => cycle.funding)),
    liquidationFee: total(cycles.map(({ cycle }) => cycle.liquidationFee)),
    result: total(cycles.map(({ result }) => result)),
    cycles: counted.length,
    wins: wins.length,
    losses: losses.length,
    won: total(wins),
    lost: total(losses),
  };
}

/** The worst result of the cycles that count; null without one. */
function worstOf(cycles: readonly KnownCycle[]): string | null {
  const counted = cycles.filter(({ cycle }) => cycle.state !== 'CANCELED').map(({ result }) => result);
  return counted.length === 0 ? null : cashText(counted.reduce((worst, result) => smaller(worst, result)));
}

/** Periods that begin and end at midnights, at hours and anywhere. */
function randomPeriods(count: number): readonly { from: Instant; to: Instant }[] {
  const dice = chance(SEED + 1);
  const time = (): number => {
    const anywhere = Math.floor((dice.next() * (DAYS + 2) - 1) * DAY_MS);
    const lengthMs = dice.pick([1, HOUR_MS, DAY_MS]);
    return START + Math.floor(anywhere / lengthMs) * lengthMs;
  };
  return Array.from({ length: count }, () => {
    const [a, b] = [time(), time()];
    return { from: instantOf(Math.min(a, b)), to: instantOf(Math.max(a, b)) };
  });
}

const within = (cycles: readonly KnownCycle[], { from, to }: { from: Instant; to: Instant }) =>
  cycles.filter(({ endAt }) => endAt >= from && endAt < to);

describe(`results of a portfolio from its roll-ups (seed ${SEED})`, () => {
  it('results from roll-ups equal the sums over single cycles in any period, deleted bots included', async () => {
    for (const period of randomPeriods(60)) {
      const sums = await read((tx) =>
        sumResults(tx, 'ann', { by: 'portfolio', ids: portfolios.map(({ portfolioId }) => portfolioId), period }),
      );
      for (const { portfolioId, cycles } of portfolios) {
        const own = within(cycles, period);
        const { wins, losses, won, lost, ...money } = plainSums(own);
        expect(await read((tx) => sumPortfolio(tx, 'ann', { portfolioId, period }))).toEqual({
          ...plainSums(own),
          worst: worstOf(own),
        });
        expect(sums.get(portfolioId)).toEqual(own.length === 0 ? undefined : money);
      }
    }
  });

  it('results by day and by hour equal the sums over single cycles', async () => {
    for (const period of randomPeriods(20)) {
      for (const { portfolioId, cycles } of portfolios) {
        const plain = (lengthMs: number) =>
          [...Map.groupBy(within(cycles, period), ({ endAt }) => startOf(endAt, lengthMs))]
            .sort(([a], [b]) => a - b)
            .map(([at, own]) => ({ at, ...plainSums(own) }))
            .map(({ at, result, cycles: count }) => ({ at, result, cycles: count }));
        const sums = { ...plainSums(within(cycles, period)), worst: worstOf(within(cycles, period)) };
        const summed = (length: 'day' | 'hour') =>
          read((tx) => summedBuckets(tx, 'ann', { portfolioId, period, length }));
        expect(await summed('day')).toEqual({ sums, buckets: plain(DAY_MS) });
        expect(await summed('hour')).toEqual({ sums, buckets: plain(HOUR_MS) });
      }
    }
  });

  it('results by symbol, side, reason and version add up to those of all cycles, over whole days and months', async () => {
    const dice = chance(SEED + 3);
    for (let round = 0; round < 20; round += 1) {
      const [a, b] = [dice.between(-40, 40), dice.between(-40, 40)].map((day) => startOf(START, DAY_MS) + day * DAY_MS);
      const period = { from: instantOf(Math.min(a ?? 0, b ?? 0)), to: instantOf(Math.max(a ?? 0, b ?? 0)) };
      for (const { portfolioId, cycles } of portfolios) {
        const own = within(cycles, period);
        const parts = await read((tx) => sumParts(tx, 'ann', { portfolioId, period }));
        const reasons = Map.groupBy(own, ({ cycle }) => cycle.closeReason ?? '');
        const found = parts.filter(({ part }) => part === 'reason');
        expect(new Map(found.map(({ part: _part, value, slippage: _slippage, ...sums }) => [value, sums]))).toEqual(
          new Map([...reasons].map(([reason, ended]) => [reason, plainSums(ended)])),
        );
        for (const part of ['symbol', 'side', 'version', 'steps']) {
          const results = parts.filter((one) => one.part === part).map(({ result }) => cashFrom(result));
          expect(cashText(sum(results)), part).toBe(plainSums(own).result);
        }
      }
    }
  });

  it('a period without cycles has results of zero', async () => {
    const period = { from: later(START, -5), to: START };
    expect(await read((tx) => sumPortfolio(tx, 'ann', { portfolioId: 'first', period }))).toEqual(NO_RESULTS);
  });
});

const gains = new Map<string, Cash>();

/** What the bots of a portfolio had gained by a time, added up once. */
function gainedBy(portfolio: KnownPortfolio, time: Instant): Cash {
  const key = `${portfolio.portfolioId} ${time}`;
  const gained = gains.get(key) ?? gainedAt(portfolio, time);
  gains.set(key, gained);
  return gained;
}

/** Every hour of a portfolio. */
const allHours = ({ hours }: KnownPortfolio): readonly Instant[] =>
  [...new Set(hours.map(({ at }) => at))].sort((a, b) => a - b);

describe(`equity of a portfolio from its roll-ups (seed ${SEED})`, () => {
  it('equity at any time is the sum over the last hours of the bots, deleted ones included', async () => {
    const dice = chance(SEED + 2);
    const times = Array.from({ length: 80 }, () => later(START, Math.floor(dice.next() * (DAYS + 1) * DAY_MS)));
    for (const portfolio of portfolios) {
      const { portfolioId } = portfolio;
      const first = allHours(portfolio)[0] ?? 0;
      for (const time of times) {
        const found = await read((tx) => equityCurves(tx, 'ann', [{ portfolioId, times: [time] }]));
        const plain = time < first ? [] : [[time, gainedBy(portfolio, time)] as const];
        expect(found).toEqual(new Map([[portfolioId, new Map(plain)]]));
      }
      const period = { from: later(START, 3 * HOUR_MS), to: later(START, 90 * HOUR_MS) };
      const listed = allHours(portfolio).filter((at) => at >= period.from && at < period.to);
      expect(await read((tx) => equityHours(tx, 'ann', { portfolioId, period }))).toEqual(
        listed.map((at) => ({ at, gained: gainedBy(portfolio, at) })),
      );
    }
  });

  it('curves by the hour or by the day have at each of their times what the bots had gained by then', async () => {
    for (const { from, to } of randomPeriods(30).filter((period) => period.from < period.to)) {
      for (const stepMs of [HOUR_MS, 4 * HOUR_MS, DAY_MS, 7 * DAY_MS]) {
        const times = [from];
        for (let at = startOf(later(from, stepMs), stepMs); at < to; at = later(at, stepMs)) times.push(at);
        times.push(to);
        // Each from a time of its own, as portfolios that are younger than the period.
        const asked = portfolios.map(({ portfolioId }, index) => ({ portfolioId, times: times.slice(index) }));
        const curves = await read((tx) => equityCurves(tx, 'ann', asked));
        for (const [index, portfolio] of portfolios.entries()) {
          const first = allHours(portfolio)[0] ?? 0;
          const known = times.slice(index).filter((at) => at >= first);
          expect(curves.get(portfolio.portfolioId)).toEqual(
            new Map(known.map((at) => [at, gainedBy(portfolio, at)] as const)),
          );
        }
      }
    }
  });

  it("curves never include another owner's", async () => {
    const asked = [{ portfolioId: 'first', times: [later(START, DAYS * DAY_MS)] }];
    expect(await read((tx) => equityCurves(tx, 'bob', asked))).toEqual(new Map([['first', new Map()]]));
  });

  it('stored extremes and falls of days, of months and of a life are those of their hours', async () => {
    const around = { from: later(START, -DAY_MS), to: later(START, (DAYS + 2) * DAY_MS) };
    expect(cutMonths(around).whole.to, 'a whole month').toBeGreaterThan(cutMonths(around).whole.from);
    const lives = await read((tx) => equityLives(tx, 'ann', PORTFOLIOS));
    for (const portfolio of portfolios) {
      const { portfolioId } = portfolio;
      const points = allHours(portfolio).map((at) => ({ at, gained: gainedBy(portfolio, at) }));
      const spanOf = (hours: typeof points) =>
        hours.reduce<EquitySpan | null>((span, { at, gained }) => extendSpan(span, at, gained), null);
      for (const period of [around, ...randomPeriods(20)]) {
        const days = cutPeriod(period, DAY_MS).whole;
        const within = ({ at }: { readonly at: Instant }) => at > days.from && at <= days.to;
        const { from, to } = cutMonths(days).whole;
        const beginOf = (at: Instant) => (at >= from && at < to ? monthBegin(at) : startOf(at, DAY_MS));
        const spans = [...Map.groupBy(points.filter(within), ({ at }) => beginOf(later(at, -1))).values()].map(spanOf);
        expect(await read((tx) => equitySpans(tx, 'ann', { portfolioId, period }))).toEqual(spans);
      }
      expect(lives.get(portfolioId)).toEqual({ firstAt: points[0]?.at, ...spanOf(points) });
    }
  });

  it('storing the hours of a batch again changes no extremes', async () => {
    const rows = () => sql`select * from equity_spans order by 1, 3, 4`.execute(engine.db).then(({ rows: all }) => all);
    const before = await rows();
    const hours = allHours({ ...(portfolios[0] as KnownPortfolio) }).slice(-40);
    await engine.db.transaction().execute((tx) =>
      rollUpEquity(
        tx,
        hours.map((at) => ({ ownerId: 'ann', portfolioId: 'first', ts: new Date(at) })),
      ),
    );
    expect(await rows()).toEqual(before);
  });
});

describe(`ended cycles by number (seed ${SEED})`, () => {
  it('ended cycles are counted up to any time, by bot and by portfolio', async () => {
    for (const { from } of randomPeriods(40)) {
      for (const { portfolioId, cycles } of portfolios) {
        const by = cycles.filter(({ endAt }) => endAt <= from);
        const count = (scope: { botId: string } | { portfolioId: string }, endedBy: Date | null) =>
          read((tx) => countEnded(tx, 'ann', { scope, endedBy }));
        const botId = `${portfolioId}-1`;
        expect(await count({ portfolioId }, new Date(from))).toBe(by.length);
        expect(await count({ botId }, new Date(from))).toBe(by.filter((one) => one.botId === botId).length);
        expect(await count({ portfolioId }, null)).toBe(cycles.length);
      }
    }
  });

  it('cumulative results add up one by one from any start and on any page', async () => {
    for (const { from, to } of randomPeriods(20)) {
      const own = within(portfolios[1]?.cycles ?? [], { from, to }).filter(({ botId }) => botId === 'second-2');
      const plain = own.map(({ endAt, result }, index) => ({
        endAt: new Date(endAt),
        result: cashText(result),
        cumulative: cashText(sum(own.slice(0, index + 1).map((one) => one.result))),
      }));
      const run = { botId: 'second-2', runNo: 1, from: new Date(from), to: new Date(to) };
      for (const page of [
        { offset: 0, limit: 1_000 },
        { offset: 3, limit: 4 },
      ]) {
        const rows = await read((tx) => pageOfRun(tx, 'ann', { run, page }));
        expect(rows.map(({ unrealized, ...row }) => row)).toEqual(plain.slice(page.offset, page.offset + page.limit));
      }
    }
  });
});

describe('a database from before the roll-ups', () => {
  it('a migrated database gets the same roll-ups and numbers as the writer keeps', async () => {
    const name = `old_${randomBytes(8).toString('hex')}`;
    const old = new URL(urls.ownerUrl);
    old.pathname = name;
    const owner = new pg.Client(urls.ownerUrl);
    await owner.connect();
    await owner.query(`create database ${name}`);
    const before = Object.entries(MIGRATIONS).filter(([migration]) => migration < '0011');
    await migrate(old.href, Object.fromEntries(before));
    const client = new pg.Client(old.href);
    await client.connect();
    try {
      for (const table of ['cycles', 'bot_hours']) {
        const { rows } = await client.query(
          `select column_name from information_schema.columns where table_name = $1 order by ordinal_position`,
          [table],
        );
        const columns = rows.map(({ column_name }) => column_name).join(', ');
        const { rows: stored } = await owner.query(
          `select json_agg(t)::text as all from (select ${columns} from ${table}) t`,
        );
        await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
          stored[0].all,
        ]);
      }
      await migrate(old.href);
      for (const rollUp of [
        'select * from portfolio_results order by 1, 3, 4',
        'select * from portfolio_parts order by 1, 3, 4, 5, 6',
        'select * from portfolio_hours order by 1, 3',
        'select * from equity_spans order by 1, 3, 4',
        'select cycle_id, bot_no, portfolio_no, bot_sum from cycles order by 1',
      ]) {
        const { rows } = await client.query(rollUp);
        expect(rows.length).toBeGreaterThan(20);
        expect(rows).toEqual((await owner.query(rollUp)).rows);
      }
    } finally {
      await client.end();
      await owner.end();
      await dropDatabase(urls.ownerUrl, name);
    }
  });
});
