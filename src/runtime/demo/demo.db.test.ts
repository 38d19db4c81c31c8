import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at, BrokenBelief } from '#base/assert.ts';
import { AppError, refused } from '#base/errors.ts';
import type { Demo, DemoProgress } from '#ports/runtime.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { holdRows } from '#storage/database/rows/hold-rows.ts';
import { insertPortfolio, type NewPortfolio } from '#storage/portfolios.ts';
import { startTestDatabase } from '../../../tests/support/database.ts';
import { noQuotes } from '../../../tests/support/no-quotes.ts';
import { openReplayFeed, type ReplayFeed } from '../../../tests/support/replay-feed.ts';
import { type PaperRuntime, startPaperRuntime } from '../paper-runtime.ts';
import { demoOf } from './demo.ts';
import { DEMO_PLAN } from './demo-plan.ts';

const [OWNER, OTHER, ADDRESS] = ['owner-1', 'owner-2', '203.0.113.7'];
const PORTFOLIOS = DEMO_PLAN.length;
const ABSENT = { state: 'absent', progressPercent: 0, portfolios: 0, bots: 0, failure: null };
const PRESENT = { ok: false, reasons: [{ code: 'DEMO_PRESENT' }] };
/** A portfolio of the owner under a name that the demo needs. */
const TAKEN: NewPortfolio = {
  portfolioId: 'taken',
  ownerId: OWNER,
  name: at(DEMO_PLAN, 0).name,
  kind: 'dca-bot',
  execution: null,
  comment: '',
  limitUsdt: null,
  isDemo: false,
  walletStart: '1',
  wallet: '1',
  minuteAt: null,
  createdAt: new Date(0),
};
const ACCEPTED = { ok: true, value: null };

/** Candles that the exchange gives when the test says so. */
interface Wait {
  readonly give: () => void;
  readonly fail: (error: Error) => void;
}

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let engine: Database;
let owner: pg.Client;
let feed: ReplayFeed;
let runtime: PaperRuntime;
let demo: Demo;
let waits: Wait[] = [];
let stored = 0;
let broken: unknown[] = [];
let logged: string[] = [];
/** What opening an account fails with; null when it does not. */
let opening: Error | null = null;
/** What opening an account waits for. */
let gate: Promise<void> = Promise.resolve();

beforeAll(async () => {
  [database, feed] = [await startTestDatabase(), await openReplayFeed()];
  engine = openDatabase({ url: database.engineUrl, poolMax: 4, applicationName: 'test engine' });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  runtime = await startPaperRuntime({ engine, feed, openQuotes: noQuotes, speed: 1, logDays: 365, log: () => {} });
});

const REPORTS = {
  log: (line: string): void => void logged.push(line),
  failed: (error: unknown): void => void broken.push(error),
};

beforeEach(() => {
  [waits, stored, broken, logged, opening, gate] = [[], 0, [], [], null, Promise.resolve()];
  const hold = () => new Promise<void>((give, fail) => void waits.push({ give, fail }));
  const waited = { ...feed, hold, storedShare: () => stored };
  const opened: PaperRuntime = {
    ...runtime,
    async openLate(late) {
      await gate;
      if (opening !== null) throw opening;
      return runtime.openLate(late);
    },
  };
  demo = demoOf({ engine, runtime: opened, feed: waited, ...REPORTS });
});

afterEach(async () => {
  for (const ownerId of [OWNER, OTHER]) await demo.remove(ownerId, ADDRESS);
  for (const { give } of waits) give();
  expect([broken, logged]).toEqual([[], []]);
});

afterAll(async () => {
  await runtime.stop();
  await Promise.all([engine.close(), owner.end()]);
  await database.close();
});

/** What the demo comes to once it no longer waits for candles. */
async function fetched(ownerId = OWNER): Promise<DemoProgress> {
  for (;;) {
    const progress = await demo.progress(ownerId);
    if (progress.state !== 'fetching') return progress;
    await sleep(1);
  }
}

/** Portfolios, strategies and their versions of everybody. */
const rows = async (): Promise<number> => {
  const counts = ['portfolios', 'strategies', 'strategy_versions'].map((table) => `(select count(*) from ${table})`);
  return Number((await owner.query(`select ${counts.join(' + ')} as n`)).rows[0].n);
};

describe('a demo whose candles are still to be fetched', () => {
  it('is accepted at once, tells how many of them are stored, and is opened when all are there', async () => {
    expect(await demo.load(OWNER, ADDRESS)).toEqual(ACCEPTED);
    expect(await demo.progress(OWNER)).toEqual({ ...ABSENT, state: 'fetching' });
    stored = 0.419;
    expect(await demo.progress(OWNER)).toEqual({ ...ABSENT, state: 'fetching', progressPercent: 41 });
    expect(await demo.progress(OTHER)).toEqual(ABSENT);
    expect(await demo.load(OWNER, ADDRESS)).toMatchObject(PRESENT);
    expect(await rows()).toBe(0);
    waits[0]?.give();
    expect(await fetched()).toMatchObject({ portfolios: PORTFOLIOS, bots: 6, failure: null });
    expect(await demo.load(OWNER, ADDRESS)).toMatchObject(PRESENT);
    expect(waits).toHaveLength(1);
  });

  it('is opened beside portfolios of the user, which stay when it is removed', async () => {
    const own = { ...TAKEN, portfolioId: 'own', name: 'My own' };
    await engine.db.transaction().execute((tx) => insertPortfolio(tx, own));
    await demo.load(OWNER, ADDRESS);
    waits[0]?.give();
    expect(await fetched()).toMatchObject({ portfolios: PORTFOLIOS, bots: 6, failure: null });
    const names = async () =>
      (await owner.query('select name from portfolios order by name')).rows.map(({ name }) => name);
    expect(await names()).toEqual([...DEMO_PLAN.map(({ name }) => name), own.name].toSorted());
    await demo.remove(OWNER, ADDRESS);
    expect(await names()).toEqual([own.name]);
    await owner.query('delete from portfolios where portfolio_id = $1', [own.portfolioId]);
  });

  it.each([
    [new AppError('EXCHANGE_UNAVAILABLE', 'It does not answer.', { isRetryable: true }), 'EXCHANGE_UNAVAILABLE'],
    [new AppError('EXCHANGE_ANSWER', 'It makes no sense.'), 'EXCHANGE_UNAVAILABLE'],
    [new AppError('EXCHANGE_BUSY', 'Later.', { isRetryable: true }), 'EXCHANGE_BUSY'],
  ])(
    'stores nothing and tells why when the exchange fails with %s, and can be loaded again',
    async (error, failure) => {
      await demo.load(OWNER, ADDRESS);
      waits[0]?.fail(error);
      expect(await fetched()).toEqual({ ...ABSENT, failure });
      expect(await demo.progress(OTHER)).toEqual(ABSENT);
      expect(await rows()).toBe(0);
      expect(await demo.load(OWNER, ADDRESS)).toEqual(ACCEPTED);
      expect(await demo.progress(OWNER)).toMatchObject({ state: 'fetching', failure: null });
      waits[1]?.give();
      expect(await fetched()).toMatchObject({ portfolios: PORTFOLIOS, failure: null });
    },
  );

  it('can be called off, and stores nothing when its candles come after all', async () => {
    await demo.load(OWNER, ADDRESS);
    expect(await demo.remove(OWNER, ADDRESS)).toEqual(ACCEPTED);
    expect(await demo.progress(OWNER)).toEqual(ABSENT);
    expect(await demo.remove(OWNER, ADDRESS)).toMatchObject({ ok: false, reasons: [{ code: 'DEMO_NOT_FOUND' }] });
    waits[0]?.give();
    expect(await demo.load(OWNER, ADDRESS)).toEqual(ACCEPTED);
    expect(await rows()).toBe(0);
    waits[1]?.give();
    expect(await fetched()).toMatchObject({ portfolios: PORTFOLIOS });
  });

  it('that is removed while its accounts are being opened is gone afterwards', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    await demo.load(OWNER, ADDRESS);
    waits[0]?.give();
    while ((await rows()) === 0) await sleep(1);
    const removed = demo.remove(OWNER, ADDRESS);
    resolve();
    expect(await removed).toEqual(ACCEPTED);
    expect(await fetched()).toEqual(ABSENT);
    expect(await rows()).toBe(0);
  });

  it('is not opened when the user has taken one of its names meanwhile, and tells so', async () => {
    await demo.load(OWNER, ADDRESS);
    await engine.db.transaction().execute((tx) => insertPortfolio(tx, TAKEN));
    waits[0]?.give();
    expect(await fetched()).toEqual({ ...ABSENT, failure: 'DEMO_NOT_AVAILABLE' });
    await owner.query('delete from portfolios where portfolio_id = $1', [TAKEN.portfolioId]);
    expect(await rows()).toBe(0);
  });

  it('is not opened when the user takes one of its names at the moment in which it is stored', async () => {
    await engine.db.transaction().execute(async (tx) => {
      await holdRows(tx, 'portfolios', OWNER);
      await demo.load(OWNER, ADDRESS);
      waits[0]?.give();
      while ((await owner.query('select from pg_locks where not granted')).rowCount === 0) await sleep(1);
      await insertPortfolio(tx, TAKEN);
    });
    expect(await fetched()).toEqual({ ...ABSENT, failure: 'DEMO_NOT_AVAILABLE' });
    await owner.query('delete from portfolios where portfolio_id = $1', [TAKEN.portfolioId]);
    expect(await rows()).toBe(0);
  });

  it('is refused, and the program runs on, when the list of the exchange lacks one of its contracts', async () => {
    const instruments = new Map([...feed.instruments].filter(([symbol]) => symbol !== 'XRPUSDT'));
    const lacking = demoOf({
      engine,
      runtime,
      feed: { ...feed, instruments, hold: () => new Promise(() => {}) },
      ...REPORTS,
    });
    const outcome = await lacking.load(OWNER, ADDRESS);
    expect(outcome).toMatchObject({ ok: false, reasons: [{ code: 'DEMO_NOT_TRADABLE' }] });
    expect(outcome.ok ? '' : outcome.reasons[0]?.detail).toContain('XRPUSDT');
  });

  it('is not opened, and the program runs on, when the exchange no longer accepts its orders', async () => {
    const openLate = async () => refused({ code: 'LADDER_REFUSED', detail: 'smaller than the smallest order' });
    const refusing = demoOf({
      engine,
      runtime: { ...runtime, openLate },
      feed: { ...feed, hold: async () => {} },
      ...REPORTS,
    });
    await refusing.load(OWNER, ADDRESS);
    while ((await refusing.progress(OWNER)).state !== 'absent') await sleep(1);
    expect(await refusing.progress(OWNER)).toEqual({ ...ABSENT, failure: 'DEMO_NOT_TRADABLE' });
    expect(await rows()).toBe(0);
  });

  it('leaves nothing behind when one of its accounts cannot be opened, and says so in the log', async () => {
    await demo.load(OWNER, ADDRESS);
    opening = new Error('no reason that has a code');
    waits[0]?.give();
    expect(await fetched()).toEqual({ ...ABSENT, failure: 'INTERNAL_ERROR' });
    expect(await rows()).toBe(0);
    expect(logged.splice(0)).toEqual([
      expect.stringContaining('The demo could not be loaded: Error: no reason that has'),
    ]);
  });

  it('ends quietly when the program stops', async () => {
    await demo.load(OWNER, ADDRESS);
    const stopped = new Error('The operation was aborted');
    stopped.name = 'AbortError';
    waits[0]?.fail(stopped);
    expect(await fetched()).toEqual(ABSENT);
  });

  it('ends the program when an assertion fails meanwhile', async () => {
    await demo.load(OWNER, ADDRESS);
    const wrong = new BrokenBelief('the test is right');
    waits[0]?.fail(wrong);
    await expect.poll(() => broken).toEqual([wrong]);
    broken = [];
  });
});
