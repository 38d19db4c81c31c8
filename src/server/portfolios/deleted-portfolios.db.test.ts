import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom, cashText } from '#base/decimal.ts';
import { add, type Cash, cash, subtract, sum } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { Runtime } from '#ports/runtime.ts';
import { asUser, type Database, openDatabase, type Tx } from '#storage/database/database.ts';
import { listDeletedPortfolios, listPortfolios } from '#storage/portfolios.ts';
import { deleteEmptyPortfolio } from '#storage/recorder/engine-state.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { START } from '../../../tests/support/market.ts';
import { type KnownPortfolio, storeRandomPortfolios } from '../../../tests/support/random-portfolios.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { readStatus } from '../live/present-status.ts';
import { readDeleted } from './deleted-portfolios.ts';
import type { KnownCloses } from './known-closes.ts';
import { presentPortfolios, readPortfolios } from './present-portfolio.ts';
import { presentReturns, readReturns } from './present-returns.ts';

const DAYS = 40;
const DELETED_AT = later(START, DAYS * DAY_MS - 37 * MINUTE_MS);
const WALLET = cash(90_000_00000000);
const runtime = {
  market: () => ({ minute: later(DELETED_AT, -MINUTE_MS) }),
  fundsNow: async () => new Map(),
} as unknown as Runtime; // Of the engine only the clock: bots hold nothing now.
const closes = {
  at: async (symbols: readonly string[], times: readonly Instant[]) =>
    new Map(symbols.map((symbol) => [symbol, times.map((time) => 1_000 + (Math.floor(time / HOUR_MS) % 777))])),
} as unknown as KnownCloses;

let urls: TestDatabase;
let engine: Database;
let gone: KnownPortfolio;

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
  const known = await storeRandomPortfolios(engine, chance(SEED_OF_RUN), { portfolios: ['gone', 'stays'], days: DAYS });
  gone = at(known, 0);
  for (const { portfolioId, cycles } of known) {
    const wallet = cashText(add(WALLET, sum(cycles.map(({ result }) => result))));
    await engine.db.updateTable('portfolios').set({ wallet }).where('portfolioId', '=', portfolioId).execute();
  }
  await deleteBots('gone');
});
afterAll(async () => {
  await engine.close();
  await urls.close();
});

const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => asUser(engine, 'ann', work);

async function deleteBots(portfolioId: string): Promise<void> {
  const deleted = { state: 'DELETED', deletedAt: new Date(DELETED_AT) } as const;
  await engine.db.updateTable('bots').set(deleted).where('portfolioId', '=', portfolioId).execute();
}

async function returnsAt(now: Instant) {
  const stored = await read(async (tx) => {
    const [rows, deleted] = [await listPortfolios(tx, 'ann', null), await listDeletedPortfolios(tx, 'ann')];
    return readReturns(tx, 'ann', { rows, deleted, query: {}, now });
  });
  return presentReturns(stored, { runtime, closes });
}

async function cardOf(portfolioId: string) {
  const rows = await read((tx) => listPortfolios(tx, 'ann', null));
  const stored = await read((tx) => readPortfolios(tx, 'ann', { rows, now: DELETED_AT }));
  return (await presentPortfolios(stored, runtime)).find((one) => one.portfolioId === portfolioId);
}

/** Today's result in the health strip, on the day of the last result of the portfolio. */
async function todayPaper() {
  const now = gone.cycles.findLast(({ result }) => result !== 0)?.endAt ?? DELETED_AT;
  const market = () => ({ now }) as ReturnType<Runtime['market']>; // The strip's results need no more.
  return (await read((tx) => readStatus(tx, 'ann', { runtime: { market } }))).todayPaper;
}

const money = (text: string | undefined): Cash => cashFrom(text ?? '0');
const deletion = (portfolioId: string) => ({ ownerId: 'ann', portfolioId, at: DELETED_AT });

describe(`deleted portfolios (seed ${SEED_OF_RUN})`, () => {
  it('a deleted portfolio keeps each point of its returns until it was deleted, its results and the shape of its curve', async () => {
    const [before, card] = [await returnsAt(DELETED_AT), await cardOf('gone')];
    const item = before.items.find((one) => one.portfolioId === 'gone');
    expect(item?.holdingUnknown).toBeNull(); // Its bots are deleted; what they traded is known.
    const todayBefore = await todayPaper();
    expect(Number(todayBefore)).not.toBe(0);
    await deleteEmptyPortfolio(engine, deletion('gone'));

    for (const days of [0, 3]) {
      const after = await returnsAt(later(DELETED_AT, days * DAY_MS));
      expect(after.items.map((one) => one.portfolioId)).toEqual(['stays']);
      const deleted = at(after.deleted, 0);
      const end = after.times.findIndex((time) => Date.parse(time) >= DELETED_AT);
      for (const figure of ['equity', 'base', 'holding'] as const) {
        const known = new Map(before.times.map((time, index) => [time, item?.[figure][index]]));
        const shared = after.times.slice(0, end).filter((time) => known.has(time));
        expect(shared.length).toBeGreaterThan(30);
        for (const time of shared) expect(deleted[figure][after.times.indexOf(time)]).toBe(known.get(time));
        expect(deleted[figure][end]).toBe(item?.[figure].at(-1));
        expect(deleted[figure].slice(end + 1).every((one) => one === null)).toBe(true);
      }
    }

    expect(await todayPaper()).toBe(todayBefore);

    const [sums] = await read((tx) => readDeleted(tx, 'ann', DELETED_AT));
    const { resultAll, resultToday, result7d, result30d, closedCycles, walletStart } = card ?? {};
    expect(sums).toMatchObject({
      portfolios: 1,
      resultAll,
      resultToday,
      result7d,
      result30d,
      closedCycles,
      walletStart,
    });
    expect(add(add(money(sums?.walletStart), money(sums?.transfers)), money(sums?.resultAll))).toBe(0);
    const shape = card?.spark.map((value) => cashText(subtract(cashFrom(value), money(card.wallet))));
    expect(sums?.spark).toEqual(shape);
    expect(gone.cycles.length).toBeGreaterThan(0);
  });

  it('long after its deletion only the result of all time is left of a deleted portfolio', async () => {
    const [sums] = await read((tx) => readDeleted(tx, 'ann', later(DELETED_AT, 45 * DAY_MS)));
    const none = '0.00000000';
    expect(sums).toMatchObject({ resultToday: none, result7d: none, result30d: none, spark: [] });
    expect(sums?.resultAll).toBe(cashText(sum(gone.cycles.map(({ result }) => result))));
    const stored = await read(async (tx) => {
      const deleted = await listDeletedPortfolios(tx, 'ann');
      const query = { dateFrom: new Date(later(DELETED_AT, DAY_MS)).toISOString() };
      return readReturns(tx, 'ann', { rows: [], deleted, query, now: later(DELETED_AT, 45 * DAY_MS) });
    });
    expect((await presentReturns(stored, { runtime, closes })).deleted).toEqual([]);
  });

  it('nothing is stored of a deleted portfolio without history, nor of a demo portfolio', async () => {
    const row = {
      ownerId: 'ann',
      kind: 'dca-bot',
      execution: null,
      comment: '',
      limitUsdt: null,
      minuteAt: null,
    } as const;
    const funds = { walletStart: '1', wallet: '1', createdAt: new Date(START) };
    await engine.db
      .insertInto('portfolios')
      .values({ ...row, ...funds, portfolioId: 'untraded', name: 'untraded', isDemo: false })
      .execute();
    await engine.db.updateTable('portfolios').set({ isDemo: true }).where('portfolioId', '=', 'stays').execute();
    for (const id of ['untraded', 'stays']) await deleteEmptyPortfolio(engine, deletion(id));
    expect(await read((tx) => listPortfolios(tx, 'ann', null))).toEqual([]);
    const deleted = await read((tx) => listDeletedPortfolios(tx, 'ann'));
    expect(deleted.map(({ portfolioId }) => portfolioId)).toEqual(['gone']);
  });
});
