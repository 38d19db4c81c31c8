import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import type { CommandRequest } from '#ports/runtime.ts';
import { type Database, openDatabase, openEngineDatabase } from '#storage/database/database.ts';
import { ENGINE_LOCK } from '#storage/members/lock-key.ts';
import { storePortfolio } from '../../scripts/paper-world.ts';
import { checkPaper } from '../../scripts/torture-check.ts';
import { startTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { type FaultProxy, openFaultProxy } from '../../tests/support/fault-proxy.ts';
import { type FullDisk, openFullDisk } from '../../tests/support/full-disk.ts';
import { noQuotes } from '../../tests/support/no-quotes.ts';
import { openReplayFeed, type ReplayFeed } from '../../tests/support/replay-feed.ts';
import { until } from '../../tests/support/until.ts';
import { type PaperRuntime, startPaperRuntime } from './paper-runtime.ts';

const OWNER = 'owner-1';
const PORTFOLIO = 'p-held-up';
const MEMBER = 'this program';
/** Of a statement of the engine, milliseconds; shorter than usual, so that nothing waits long. */
const DEADLINE_MS = 2_000;
const QUICK = ladderParams.parse({
  baseOrderSize: '200',
  stepPercent: '0.1',
  takeProfitPercent: '0.15',
  safetyOrdersCount: 3,
});

let test: TestDatabase;
let app: Database;
let engine: Database;
/** The way of the engine to its database. */
let proxy: FaultProxy;
let owner: pg.Client;
let disk: FullDisk;
let feed: ReplayFeed;
let runtime: PaperRuntime;
const lines: string[] = [];

beforeAll(async () => {
  [test, feed] = [await startTestDatabase(), await openReplayFeed()];
  app = openDatabase({ url: test.appUrl, poolMax: 2, applicationName: 'test app' });
  const url = new URL(test.engineUrl);
  proxy = await openFaultProxy(Number(url.port));
  url.port = String(proxy.port);
  engine = openEngineDatabase({ url: url.href, poolMax: 4, applicationName: 'test engine' }, DEADLINE_MS);
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  await owner.query('select pg_advisory_lock($1)', [ENGINE_LOCK]);
  await owner.query(
    `insert into members values ($1, 'here', '127.0.0.1', 1, '{all}', 1, '1', pg_backend_pid(), now(), now())`,
    [MEMBER],
  );
  disk = await openFullDisk(test.ownerUrl);
  await start();
  await storePortfolio(app, {
    ownerId: OWNER,
    portfolioId: PORTFOLIO,
    wallet: '10000',
    createdAt: new Date(runtime.market().now),
  });
  await runtime.openPortfolio(OWNER, PORTFOLIO);
  await runtime.command(newBot('first'));
});

afterEach(async () => {
  await disk.makeRoom();
  await runtime.stop();
  const found = await checkPaper(test.ownerUrl, feed); // With one uninterrupted run in memory.
  expect(found.violations).toEqual([]);
  expect(found.trades).toBeGreaterThan(0);
  await start();
});

afterAll(async () => {
  await runtime.stop();
  await Promise.all([app.close(), engine.close(), proxy.close(), owner.end(), disk.close()]);
  await test.close();
});

async function start(): Promise<void> {
  runtime = await startPaperRuntime({
    ...{ engine, memberId: MEMBER, feed, openQuotes: noQuotes, speed: 1, logDays: 365 },
    log: (line) => lines.push(line),
  });
}

function newBot(botId: string): CommandRequest {
  const bot = newEngineBot({
    ...{ kind: paperLadder.kind, botId, symbols: ['ETHUSDT'], params: QUICK, paramsVersion: 1 },
    ...{ isEnterBuyEnabled: true, isEnterSellEnabled: false },
    ...{ stopLossPercent: QUICK.stopLossPercent, takeProfitPercent: QUICK.takeProfitPercent },
  });
  const row = { name: `Bot ${botId}`, comment: '', strategyId: null, strategyVersion: null };
  return { ownerId: OWNER, portfolioId: PORTFOLIO, command: { type: 'create', bot, autostart: true }, row };
}

/** Closes one minute, whose decisions cannot be stored, and waits until the engine is paused. */
async function pauses(): Promise<void> {
  feed.step(1);
  await until(() => runtime.market().engine === 'paused', 'the engine pauses');
}

/** Waits until the engine is paused, and shows that it stays where it is while the market moves on. */
async function standsStill(): Promise<void> {
  await pauses();
  const { minute } = runtime.market();
  feed.step(30);
  await runtime.botsNow([{ portfolioId: PORTFOLIO, botId: 'first' }]); // What it had begun before is over then.
  expect(runtime.market().minute).toBe(minute);
}

async function goesOn(): Promise<void> {
  feed.step(30);
  const due = feed.closed();
  const hasCaughtUp = () => runtime.market().minute >= due && runtime.market().storeTrouble === null;
  await until(hasCaughtUp, 'the engine stores and catches up');
}

it('the engine decides nothing while the disk is full, and loses nothing once there is room', async () => {
  await disk.fill();
  await standsStill();
  expect(runtime.market().storeTrouble).toBe('disk-full');
  await disk.makeRoom();
  await goesOn();
  expect(lines.filter((line) => line.includes('No space left on device'))).toHaveLength(1);
});

it('a command is refused without an effect while the disk is full, and carried out once there is room', async () => {
  await disk.fill();
  await pauses();
  await expect(runtime.command(newBot('second'))).rejects.toMatchObject({ code: 'DISK_FULL', isRetryable: true });
  expect(await runtime.botsNow([{ portfolioId: PORTFOLIO, botId: 'second' }])).toEqual(new Map());
  await disk.makeRoom();
  await goesOn();
  expect(await runtime.command(newBot('second'))).toMatchObject({ ok: true });
});

it('the engine decides nothing while a commit hangs, as in a frozen database', async () => {
  await owner.query('begin; lock table market_clock in access exclusive mode');
  await standsStill();
  expect(runtime.market().storeTrouble).toBe('unreachable');
  await expect(runtime.command(newBot('third'))).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  await owner.query('commit');
  await goesOn();
});

it.each([
  ['begins while a transaction is under way', 'insert into "market_clock"'],
  ['swallows the answer to a commit', 'commit'],
])('a partition that %s loses and doubles nothing (faults 17 and 18)', async (_when, after) => {
  const from = lines.length;
  proxy.set({ kind: 'partition', after: [after] });
  await standsStill();
  expect(runtime.market().storeTrouble).toBe('unreachable');
  proxy.set({ kind: 'none' });
  await goesOn();
  expect(lines.slice(from)).toEqual([
    expect.stringMatching(/^The engine waits because the database did not store its records: /),
    expect.stringMatching(/^The database stores again after \d+ failed attempts; nothing was lost\.$/),
  ]);
});

it.each([
  ['is carried out although the answer to its commit is lost', ['portfolio-deleted', 'commit'], null],
  ['is refused when it did not reach the database, and the portfolio stays', ['portfolio-deleted'], 'stays'],
])('after a partition the deletion of a portfolio %s', async (_outcome, after, stays) => {
  const portfolioId = `p-deleted-${after.length}`;
  const createdAt = new Date(runtime.market().now);
  await storePortfolio(app, { ownerId: OWNER, portfolioId, wallet: '10000', createdAt });
  await runtime.openPortfolio(OWNER, portfolioId);
  proxy.set({ kind: 'partition', after });
  const deleting = runtime.deletePortfolio({ ownerId: OWNER, portfolioId }).catch(() => 'stays');
  await pauses();
  proxy.set({ kind: 'none' });
  expect(await deleting).toEqual(stays ?? { ok: true, value: null });
  await goesOn();
  const { rowCount } = await owner.query('select from portfolios where portfolio_id = $1', [portfolioId]);
  expect([rowCount === 1, runtime.minuteOf(portfolioId) !== null]).toEqual([stays !== null, stays !== null]);
});

it('the engine decides nothing while its program does not hold the lock of the database', async () => {
  await owner.query('select pg_advisory_unlock($1)', [ENGINE_LOCK]);
  await standsStill();
  expect(runtime.market().storeTrouble).toBe('lock-lost');
  await expect(runtime.command(newBot('fourth'))).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  await owner.query('select pg_advisory_lock($1)', [ENGINE_LOCK]);
  await goesOn();
});

it('a stop gives up while the disk is full, and the next start decides the same again', async () => {
  await disk.fill();
  await pauses();
  const stoodAt = runtime.market().minute;
  await runtime.stop();
  expect(lines.at(-1)).toBe('The last decisions could not be stored; the next start decides the same again.');
  await disk.makeRoom();
  await start();
  feed.step(1);
  await until(() => runtime.market().minute > stoodAt, 'the engine passes where it stood');
});
