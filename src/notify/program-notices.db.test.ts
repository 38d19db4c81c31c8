import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS, instantOf } from '#base/time.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { startTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { sumUpDays } from './sum-up-day.ts';
import { type ProgramState, watchProgram } from './watch-program.ts';

const START = Date.UTC(2026, 0, 2, 3, 4, 5);
const WELL: ProgramState = { database: 'answering', engine: 'running', feed: 'current', disk: 'ok' };
const DAY = Date.UTC(2026, 0, 2);

let urls: TestDatabase;
let engine: Database;
beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
  const usual = {
    kind: 'dca-bot',
    comment: '',
    limitUsdt: null,
    isDemo: false,
    walletStart: '1',
    wallet: '1',
  } as const;
  const row = { ...usual, minuteAt: null, createdAt: new Date(DAY - 5 * DAY_MS) };
  const portfolios = [
    { ...row, portfolioId: 'p1', ownerId: 'ann', name: 'one', execution: 'paper' },
    { ...row, portfolioId: 'p2', ownerId: 'ann', name: 'two', execution: 'paper' },
    { ...row, portfolioId: 'p3', ownerId: 'ann', name: 'three', execution: 'live' },
    { ...row, portfolioId: 'p4', ownerId: 'bob', name: 'four', execution: null },
  ] as const;
  await engine.db.insertInto('portfolios').values(portfolios).execute();
});
afterAll(async () => {
  await engine.close();
  await urls.close();
});
beforeEach(() => engine.db.deleteFrom('notices').execute());

const told = () =>
  engine.db.selectFrom('notices').select(['ownerId', 'code', 'severity', 'ts']).orderBy('noticeSeq').execute();

it('a trouble of the program that lasts is told to everybody once, with when it began, and again when it has ended', async () => {
  let [now, state] = [START, WELL];
  const watch = watchProgram({ engine, state: () => state, told: () => {}, now: () => new Date(now) });
  const look = async (seconds: number, seen: Partial<ProgramState>) => {
    [now, state] = [START + seconds * 1_000, { ...WELL, ...seen }];
    await watch.look();
  };
  await look(0, { feed: 'silent' });
  await look(20, {}); // Too short to be told.
  await look(25, { feed: 'behind' });
  await look(50, { feed: 'silent' });
  expect(await told()).toEqual([]);
  await look(55, { feed: 'silent' });
  await look(60, { feed: 'silent' });
  const begun = { code: 'FEED_TROUBLE', severity: 'critical', ts: new Date(START + 25_000) };
  expect(await told()).toEqual([
    { ownerId: 'ann', ...begun },
    { ownerId: 'bob', ...begun },
  ]);
  await look(65, {});
  await look(70, {});
  const ended = { code: 'FEED_TROUBLE_ENDED', severity: 'info', ts: new Date(START + 65_000) };
  expect((await told()).slice(2)).toEqual([
    { ownerId: 'ann', ...ended },
    { ownerId: 'bob', ...ended },
  ]);
});

it('what could not be stored while the database was away is stored by a later look', async () => {
  let [now, state]: [number, ProgramState] = [START, { ...WELL, database: 'unreachable' }];
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', poolMax: 1, applicationName: 'test away' });
  let reached = away;
  const changing: Database = {
    ...engine,
    get db() {
      return reached.db;
    },
  };
  const watch = watchProgram({ engine: changing, state: () => state, told: () => {}, now: () => new Date(now) });
  await watch.look();
  now += 30_000;
  await expect(watch.look()).rejects.toThrow();
  reached = engine;
  [now, state] = [now + 5_000, WELL];
  await watch.look();
  await away.close();
  expect((await told()).map(({ ownerId, code }) => `${ownerId} ${code}`)).toEqual([
    ...['ann DATABASE_TROUBLE', 'bob DATABASE_TROUBLE'],
    ...['ann DATABASE_TROUBLE_ENDED', 'bob DATABASE_TROUBLE_ENDED'],
  ]);
});

it('a whole day is summed up once, paper and live apart, also after a restart', async () => {
  const day = '2026-01-01';
  const rows = [
    { portfolioId: 'p1', result: '10.00000001', cycles: 3, wins: 2, losses: 1, won: '12', lost: '-1.99999999' },
    { portfolioId: 'p2', result: '-0.50000000', cycles: 1, wins: 0, losses: 1, won: '0', lost: '-0.5' },
    { portfolioId: 'p3', result: '7', cycles: 1, wins: 1, losses: 0, won: '7', lost: '0' },
  ];
  const usual = {
    ...({ ownerId: 'ann', span: 'day', gross: '0', commission: '0', funding: '0', liquidationFee: '0' } as const),
    ...{ beginAt: new Date(`${day}T00:00:00Z`), ended: 3 },
    ...{ takeProfits: 0, stopLosses: 0, exitSignals: 0, liquidations: 0 },
  };
  await engine.db
    .insertInto('portfolioResults')
    .values(rows.map((row) => ({ ...usual, ...row })))
    .execute();
  const marketNow = () => instantOf(DAY + 60_000);
  const start = () => sumUpDays({ engine, marketNow, told: () => {}, now: () => new Date(START) });
  const watch = start();
  await watch.look();
  await watch.look();
  await start().look();
  const notices = await engine.db
    .selectFrom('notices')
    .select(['ownerId', 'code', 'figures'])
    .orderBy('noticeSeq')
    .execute();
  expect(notices).toEqual([
    {
      ownerId: 'ann',
      code: 'DAILY_SUMMARY_PAPER',
      figures: { day, cycles: 4, wins: 2, losses: 2, result: '9.50000001' },
    },
    {
      ownerId: 'ann',
      code: 'DAILY_SUMMARY_LIVE',
      figures: { day, cycles: 1, wins: 1, losses: 0, result: '7.00000000' },
    },
  ]);
});
