import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { chance } from '#base/prng.ts';
import { DAY_MS, MINUTE_MS, startOf } from '#base/time.ts';
import { GROUP_REASONS } from '#engine/model/cycle.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { ETH, START } from '../../../tests/support/market.ts';
import {
  type KnownCycle,
  type KnownPortfolio,
  storeRandomPortfolios,
} from '../../../tests/support/random-portfolios.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { cycleOf, cycleRecord, KEY } from '../../../tests/support/stored-cycle.ts';
import { asUser, type Database, openDatabase, type Tx } from '../database/database.ts';
import { storeBatches } from '../recorder/recorder.ts';
import { countCycles, countFoundCycles } from './cycle-counts.ts';
import { type LastCycle, listCycles, type WantedCycles } from './cycle-pages.ts';
import type { CycleRow } from './cycles.ts';
import { type CycleSort, type LastSorted, listSortedCycles, type SortedRow } from './sorted-cycles.ts';

const SEED = SEED_OF_RUN;
const DAYS = 12;
const OPEN = 5;
const scope = { portfolioId: 'first' } as const;

let urls: TestDatabase;
let engine: Database;
let requests: Database;
let first: KnownPortfolio;

const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => asUser(requests, 'ann', work);

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
  requests = openDatabase({ url: urls.appUrl, poolMax: 2, applicationName: 'test' });
  const known = await storeRandomPortfolios(engine, chance(SEED), { portfolios: ['first', 'second'], days: DAYS });
  if (known[0] === undefined) throw new Error('there are two portfolios');
  first = known[0];
  await storeOpenCycles();
});

afterAll(async () => {
  await engine.close();
  await requests.close();
  await urls.close();
});

/** Open cycles of `first-1`, two of which were opened at the same minute. */
async function storeOpenCycles(): Promise<void> {
  const open = { state: 'OPEN', endAt: null, closeReason: null } as const;
  const records = Array.from({ length: OPEN }, (_, index) => {
    const openedAt = new Date(START + Math.ceil(index / 2) * MINUTE_MS).getTime() as typeof START;
    const beginAt = index === 0 ? null : openedAt;
    return cycleRecord(cycleOf({ seq: 1_000 + index, ...open, openedAt, beginAt }), { ...KEY, botId: 'first-1' });
  });
  const batch = { ownerId: 'ann', ...scope, records, wallet: cashFrom('5000'), minute: START, bots: [], hours: [] };
  const batches = [{ ...batch, firstSeq: 1 }];
  await storeBatches(engine, { batches, commands: [], clock: START, instruments: new Map([[ETH.symbol, ETH]]) });
}

const nameOf = ({ botId, seq }: CycleRow): string => `${botId} ${seq}`;
const plainName = ({ botId, cycle }: KnownCycle): string => `${botId} ${cycle.seq}`;
/** All of them, in the order of the list: newest first, then by id. */
const OPEN_NAMES = [1_003, 1_004, 1_001, 1_002, 1_000].map((seq) => `first-1 ${seq}`);

/** Every page of a list by cursor. */
async function allPages(filter: Partial<WantedCycles>, limit: number): Promise<string[]> {
  const names: string[] = [];
  for (let after: LastCycle | null = null; ; ) {
    const { rows } = await read((tx) =>
      listCycles(tx, 'ann', { filter: { scope, ...filter }, after, offset: 0, limit }),
    );
    names.push(...rows.map(nameOf));
    const last = rows.at(-1);
    if (last === undefined) return names;
    const number = last.portfolioNo;
    after = number === null ? { openedAt: last.openedAt, cycleId: last.cycleId } : { number, cycleId: null };
  }
}

async function allSorted(sort: CycleSort, limit: number): Promise<SortedRow[]> {
  const all: SortedRow[] = [];
  for (let after: LastSorted | null = null; ; ) {
    const { rows, asOf } = await read((tx) =>
      listSortedCycles(tx, 'ann', { filter: { scope }, sort, after, offset: 0, limit }),
    );
    all.push(...rows);
    const last = rows.at(-1);
    if (last === undefined) return all;
    after = { value: last.value, cycleId: last.cycleId, asOf };
  }
}

describe(`pages of cycles (seed ${SEED})`, () => {
  const newestFirst = () => first.cycles.map(plainName).toReversed();

  it.each([1, 7, 500])('pages of %d cycles by cursor show each cycle once, open ones first', async (limit) => {
    expect(await allPages({}, limit)).toEqual([...OPEN_NAMES, ...newestFirst()]);
  });

  it('pages of cycles at any offset show each cycle once, and their total is true', async () => {
    const names: string[] = [];
    for (let offset = 0; offset < first.cycles.length + OPEN; offset += 7) {
      const page = { filter: { scope }, after: null, offset, limit: 7 };
      const { rows, total } = await read((tx) => listCycles(tx, 'ann', page));
      expect(total).toBe(first.cycles.length + OPEN);
      names.push(...rows.map(nameOf));
    }
    expect(names).toEqual([...OPEN_NAMES, ...newestFirst()]);
  });

  it('a cycle that ends between two pages is neither shown twice nor moves another row', async () => {
    const page = (after: LastCycle | null) =>
      read((tx) => listCycles(tx, 'ann', { filter: { scope: { portfolioId: 'second' } }, after, offset: 0, limit: 3 }));
    const [shown] = [await page(null)];
    const last = shown.rows.at(-1);
    const place = { number: last?.portfolioNo ?? 0, cycleId: null };
    const next = (await page(place)).rows.map(nameOf);
    const endAt = (START + 2 * DAYS * DAY_MS) as typeof START;
    const records = [cycleRecord(cycleOf({ seq: 2_000, state: 'CLOSED', endAt }), { ...KEY, botId: 'second-1' })];
    const rest = { wallet: cashFrom('5000'), minute: START, bots: [], hours: [], firstSeq: 1 };
    const batches = [{ ownerId: 'ann', portfolioId: 'second', records, ...rest }];
    await storeBatches(engine, { batches, commands: [], clock: START, instruments: new Map([[ETH.symbol, ETH]]) });
    expect((await page(null)).rows.map(nameOf)[0]).toBe('second-1 2000');
    expect((await page(place)).rows.map(nameOf)).toEqual(next);
  });

  it('cycles are filtered by how they ended, by period and by text, and each filter is paged', async () => {
    const reason = (reasons: readonly string[]) =>
      first.cycles.filter(({ cycle }) => reasons.includes(cycle.closeReason ?? ''));
    const takeProfits = reason(GROUP_REASONS.take_profit).map(plainName).toReversed();
    expect(takeProfits.length).toBeGreaterThan(4); // More than a page.
    expect(await allPages({ group: 'take_profit' }, 4)).toEqual(takeProfits);
    expect(await allPages({ group: 'other' }, 50)).toEqual(
      reason(['manual', 'entry_expired']).map(plainName).toReversed(),
    );
    const exitSignals = reason(['exit_signal']).map(plainName).toReversed();
    expect(exitSignals.length).toBeGreaterThan(0);
    expect(await allPages({ group: 'exit_signal' }, 50)).toEqual(exitSignals);
    expect(await allPages({ group: 'open' }, 2)).toEqual(OPEN_NAMES);
    const [from, to] = [new Date(START + 3 * DAY_MS), new Date(START + 5 * DAY_MS - 1)];
    const within = first.cycles.filter(({ endAt }) => endAt >= from.getTime() && endAt <= to.getTime());
    expect(await allPages({ endedFrom: from, endedBy: to }, 6)).toEqual(within.map(plainName).toReversed());
    expect(await allPages({ search: 'first-2 #1' }, 6)).toEqual(
      first.cycles
        .filter((one) => plainName(one).startsWith('first-2 1'))
        .map(plainName)
        .toReversed(),
    );
    expect(await allPages({ search: 'FIRST_2' }, 6)).toEqual([]);
    expect(await allPages({ seq: 1_003 }, 6)).toEqual(['first-1 1003']);
  });

  it.each([
    { key: 'result', isDescending: true },
    { key: 'result', isDescending: false },
    { key: 'bot', isDescending: false },
    { key: 'seq', isDescending: true },
    { key: 'opened', isDescending: true },
    { key: 'lasted', isDescending: true },
    { key: 'lasted', isDescending: false },
    { key: 'steps', isDescending: false },
    { key: 'symbol', isDescending: true },
  ] as const)('cycles sorted by $key (descending: $isDescending) show each cycle once on their pages', async (sort) => {
    const all = await allSorted(sort, 9);
    expect(new Set(all.map(({ cycleId }) => cycleId)).size).toBe(first.cycles.length + OPEN);
    expect(all).toHaveLength(first.cycles.length + OPEN);
    const isText = sort.key === 'bot' || sort.key === 'symbol';
    const values = all.map(({ value }) => (isText ? value : Number(value)));
    const plain = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(values).toEqual(sort.isDescending ? plain.toReversed() : plain);
  });

  it('a cycle without a first fill has lasted for no time and comes last in both directions', async () => {
    for (const isDescending of [true, false]) {
      expect(nameOf((await allSorted({ key: 'lasted', isDescending }, 50)).at(-1) as SortedRow)).toBe('first-1 1000');
    }
  });

  it('counts of cycles by how they ended equal a count of single cycles in any days', async () => {
    const days = Array.from({ length: DAYS + 1 }, (_, day) => startOf(START, DAY_MS) + day * DAY_MS);
    const periods = days.map((from, index) => [from, days[index + (index % 4)]] as const);
    for (const [from, to] of [...periods, [undefined, undefined] as const]) {
      const own = first.cycles.filter(({ endAt }) => endAt >= (from ?? 0) && endAt < (to ?? Number.MAX_SAFE_INTEGER));
      const count = (reasons: readonly string[]) =>
        own.filter(({ cycle }) => reasons.includes(cycle.closeReason ?? '')).length;
      const plain = {
        open: to === undefined ? OPEN : 0,
        take_profit: count(['take_profit', 'trailing']),
        stop_loss: count(['stop_loss']),
        exit_signal: count(['exit_signal']),
        liquidation: count(['liquidation']),
        other: count(['manual', 'entry_expired']),
      };
      const dates = {
        from: from === undefined ? undefined : new Date(from),
        to: to === undefined ? undefined : new Date(to),
      };
      expect(await read((tx) => countCycles(tx, 'ann', { ...scope, ...dates }))).toEqual(plain);
      const endedBy = to === undefined ? undefined : new Date(to - 1);
      const filter = { scope, search: 'ETH', endedFrom: dates.from, endedBy };
      expect(await read((tx) => countFoundCycles(tx, 'ann', filter))).toEqual(plain);
    }
  });

  it('a user finds no cycle of another one', async () => {
    const page = { filter: { scope }, after: null, offset: 0, limit: 10 };
    const { rows, total } = await asUser(requests, 'bob', (tx) => listCycles(tx, 'bob', page));
    expect([rows, total]).toEqual([[], 0]);
    const none = { open: 0, take_profit: 0, stop_loss: 0, exit_signal: 0, liquidation: 0, other: 0 };
    const days = { ...scope, from: undefined, to: undefined };
    expect(await asUser(requests, 'bob', (tx) => countCycles(tx, 'bob', days))).toEqual(none);
  });
});
