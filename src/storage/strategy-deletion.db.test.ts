import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { startTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { ETH, START, START_PRICES } from '../../tests/support/market.ts';
import { newBot } from '../../tests/support/stored-cycle.ts';
import { asUser, type Database, openDatabase } from './database/database.ts';
import { insertPortfolio } from './portfolios.ts';
import { storeBatches } from './recorder/recorder.ts';
import { deleteUnusedStrategy, findStrategy, saveStrategyVersion } from './strategies.ts';

let urls: TestDatabase;
let engine: Database;
let requests: Database;
let owner: Database;

beforeEach(async () => {
  urls = await startTestDatabase();
  const open = (url: string) => openDatabase({ url, poolMax: 2, applicationName: 'test' });
  [engine, requests, owner] = [open(urls.engineUrl), open(urls.appUrl), open(urls.ownerUrl)];
  const [createdAt, texts] = [new Date(START), { kind: 'dca-bot' as const, comment: '' }];
  await asUser(requests, 'ann', async (tx) => {
    const money = { limitUsdt: null, walletStart: '5000', wallet: '5000' };
    const rest = { execution: null, isDemo: false, minuteAt: null, createdAt };
    await insertPortfolio(tx, { portfolioId: 'paper', ownerId: 'ann', name: 'Paper', ...texts, ...money, ...rest });
    const row = { strategyId: 'grid', ownerId: 'ann', name: 'Grid', symbol: 'ETHUSDT', version: 1, ...texts };
    await saveStrategyVersion(
      tx,
      { ...row, createdAt, updatedAt: createdAt },
      ladderParams.parse({ baseOrderSize: '100' }),
    );
  });
});

afterEach(async () => {
  await Promise.all([engine.close(), requests.close(), owner.close()]);
  await urls.close();
});

/** Stores a bot that was made from the strategy, as the engine's writer does. */
function storeBot(): Promise<void> {
  const place = { ownerId: 'ann', portfolioId: 'paper' };
  const command = { type: 'create', bot: newBot(), autostart: true, prices: START_PRICES } as const;
  const row = { name: 'bot', comment: '', strategyId: 'grid', strategyVersion: 1 };
  const batch = { ...place, records: [], wallet: cashFrom('5000'), minute: START, bots: [], hours: [], firstSeq: 1 };
  return storeBatches(engine, {
    batches: [batch],
    commands: [{ ...place, botId: 'bot', afterMinute: null, at: START, command, row }],
    clock: START,
    instruments: new Map([[ETH.symbol, ETH]]),
  });
}

const deleteIt = (): Promise<boolean> => asUser(requests, 'ann', (tx) => deleteUnusedStrategy(tx, 'ann', 'grid'));
const strategyOfBot = () => engine.db.selectFrom('bots').select(['strategyId', 'strategyVersion']).execute();
const strategy = () => asUser(requests, 'ann', (tx) => findStrategy(tx, 'ann', 'grid'));

/** Resolves when so many connections wait for a lock of this database. */
async function waiting(count: number): Promise<void> {
  const waiters = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(distinct pid)::integer as n from pg_locks join pg_stat_activity using (pid)
       where datname = current_database() and not granted`.execute(owner.db);
    return rows[0]?.n ?? 0;
  };
  await expect.poll(waiters, { interval: 10 }).toBe(count);
}

describe('a strategy that is deleted at the instant at which a bot is created from it', () => {
  it('a strategy cannot be deleted once a bot is being stored from it', async () => {
    let storing = Promise.resolve();
    let deleting = Promise.resolve(true);
    await owner.db.transaction().execute(async (tx) => {
      // The writer has stored the bot and waits here before it commits.
      await sql`lock table market_clock in exclusive mode`.execute(tx);
      storing = storeBot();
      await waiting(1);
      deleting = deleteIt();
      await waiting(2);
    });
    await storing;
    expect(await deleting).toBe(false);
    expect(await strategyOfBot()).toEqual([{ strategyId: 'grid', strategyVersion: 1 }]);
    expect(await strategy()).toMatchObject({ bots: [{ botId: 'bot' }] });
  });

  it('a bot stored while its strategy is being deleted has no strategy', async () => {
    let storing = Promise.resolve();
    await asUser(requests, 'ann', async (tx) => {
      expect(await deleteUnusedStrategy(tx, 'ann', 'grid')).toBe(true);
      storing = storeBot();
      await waiting(1);
    });
    await storing;
    expect(await strategyOfBot()).toEqual([{ strategyId: null, strategyVersion: null }]);
    expect(await strategy()).toBeUndefined();
  });

  it('deleting a strategy takes it off the bots that were deleted before', async () => {
    await storeBot();
    await engine.db
      .updateTable('bots')
      .set({ state: 'DELETED', deletedAt: new Date(START) })
      .execute();
    expect(await deleteIt()).toBe(true);
    expect(await strategyOfBot()).toEqual([{ strategyId: null, strategyVersion: 1 }]);
  });

  it('a bot can never name a strategy that does not exist', async () => {
    await storeBot();
    const dangling = engine.db.updateTable('bots').set({ strategyId: 'nothing' }).execute();
    await expect(dangling).rejects.toThrow(/foreign key/);
  });
});
