import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditRows } from '../../../../tests/support/audit-rows.ts';
import { startTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import {
  contentsOfUser,
  type LiveAccount,
  liveBatch,
  liveFill,
  liveIntent,
  liveJournal,
  newLiveAccount,
  wholeLiveJournal,
} from '../../../../tests/support/live-journal.ts';
import { START } from '../../../../tests/support/market.ts';
import { until } from '../../../../tests/support/until.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { storeBatchesIn, storeShared } from '../../recorder/recorder.ts';
import { claimExchangeAccount } from '../exchange-accounts.ts';
import { setHalt } from '../halts.ts';
import type { HaltTarget } from '../live-rows.ts';
import { loadExchangeAccount } from '../load-exchange-account.ts';
import { journalLive } from './journal-live.ts';
import { storedFills } from './store-fills.ts';

const NOBODY = { ownerId: 'nobody' };
let urls: TestDatabase;
let engine: Database;
let other: Database;

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 1, applicationName: 'test journal', statementMsMax: 30_000 });
  other = openDatabase({ url: urls.engineUrl, poolMax: 3, applicationName: 'test' });
});

afterAll(async () => {
  await engine.close();
  await other.close();
  await urls.close();
});

describe('a journal of an exchange account', () => {
  it('is stored whole: records, commands, and every kind of rows of the exchange', async () => {
    const account = await newLiveAccount(other);
    expect(await journalLive(engine, wholeLiveJournal(account))).toBe('stored');
    const stored = await contentsOfUser(other, account.ownerId);
    const counts = Object.fromEntries(Object.entries(stored).map(([table, rows]) => [table, rows.length]));
    const once = ['venue_orders', 'fills', 'venue_events', 'income', 'claims', 'decisions', 'exchange_accounts'];
    expect(counts).toMatchObject({ intents: 2, ...Object.fromEntries(once.map((table) => [table, 1])) });
    expect(counts).toMatchObject({ bots: 1, cycles: 1, orders: 1, trades: 1, commands: 1 });
    expect(stored['fills']?.[0]).toMatchObject({ price: '2000.01', quantity: '0.050', commission: '-0.00000001' });
    expect(stored['venue_events']?.[0]).toMatchObject({ body: { t: '9007199254740993' } });
    expect(stored['portfolios']?.[0]).toMatchObject({ wallet: '12.50000000', execution: 'live' });
    expect(await auditRows(urls.ownerUrl)).toContainEqual(
      expect.objectContaining({ ownerId: account.ownerId, event: 'bot-created' }),
    );
  });

  it('that is stored again after an unknown commit changes nothing, also when a halt came between', async () => {
    const account = await newLiveAccount(other);
    const journal = wholeLiveJournal(account);
    await journalLive(engine, journal);
    await other.db.transaction().execute((tx) => setHalt(tx, { kind: 'account', ...account }, 'USER'));
    const before = await contentsOfUser(other, account.ownerId);
    const version = () =>
      sql`select xmin::text from exchange_accounts where account_id = ${account.accountId}`.execute(other.db);
    const { rows: written } = await version();
    const trail = await auditRows(urls.ownerUrl);
    expect(await journalLive(engine, journal)).toBe('stored');
    expect(await contentsOfUser(other, account.ownerId)).toEqual(before);
    expect(await auditRows(urls.ownerUrl)).toEqual(trail);
    // Its commit wrote something, so that it was acknowledged itself.
    expect((await version()).rows).not.toEqual(written);
  });

  it('does not wait for a paper batch of the same user that is being stored', async () => {
    const account = await newLiveAccount(other);
    const paper = { ...account, portfolioId: 'paper-beside-live' };
    await other.db
      .insertInto('portfolios')
      .values({
        ...{ portfolioId: paper.portfolioId, ownerId: account.ownerId, name: 'Paper', kind: 'dca-bot', comment: '' },
        ...{ execution: 'paper', limitUsdt: null, isDemo: false, walletStart: '0', wallet: '0', minuteAt: null },
        createdAt: new Date(START),
      })
      .execute();
    await other.db.transaction().execute(async (tx) => {
      const batches = [liveBatch(paper, [])];
      const shared = await storeBatchesIn(tx, { batches, commands: [], clock: START, instruments: new Map() });
      expect(shared.days).toEqual([{ ownerId: account.ownerId, day: '2025-01-01' }]);
      expect(await journalLive(engine, wholeLiveJournal(account))).toBe('stored');
      await storeShared(tx, shared);
    });
    const { rows } = await sql`select changes from order_stat_days where owner_id = ${account.ownerId}`.execute(
      other.db,
    );
    expect(rows).toEqual([{ changes: '2' }]);
  });

  it('is refused from an engine whose account another engine has taken, and from one of another user', async () => {
    const account = await newLiveAccount(other);
    const before = await contentsOfUser(other, account.ownerId);
    const next = await claimExchangeAccount(other, { ownerId: account.ownerId, environment: 'sim' });
    expect(next).toEqual({ accountId: account.accountId, fence: account.fence + 1 });
    expect(await journalLive(engine, wholeLiveJournal(account))).toBe('fenced');
    expect(await journalLive(engine, { ...wholeLiveJournal(account), ...next, ...NOBODY })).toBe('fenced');
    const after = await contentsOfUser(other, account.ownerId);
    expect({ ...after, exchange_accounts: [] }).toEqual({ ...before, exchange_accounts: [] });
    expect(await journalLive(engine, { ...wholeLiveJournal(account), ...next })).toBe('stored');
  });

  it('that contains a fill of an earlier journal, or one fill twice, is refused whole', async () => {
    const account = await newLiveAccount(other);
    await journalLive(engine, wholeLiveJournal(account));
    const before = await contentsOfUser(other, account.ownerId);
    const late = { events: [{ at: START, kind: 'fill', body: null }] };
    const repeated = liveJournal(account, { ...late, fills: [liveFill(account, '10'), liveFill(account, '9')] });
    expect(await journalLive(engine, repeated)).toBe('repeated-fill');
    const twice = liveJournal(account, { ...late, fills: [liveFill(account, '11'), liveFill(account, '11')] });
    expect(await journalLive(engine, twice)).toBe('repeated-fill');
    expect(await contentsOfUser(other, account.ownerId)).toEqual(before);
    const keys = ['9', '10'].map((tradeId) => ({ symbol: 'ETHUSDT', tradeId }));
    expect(await storedFills(other.db, account.accountId, keys)).toEqual(keys.slice(0, 1));
    // The same trade id of another symbol, or of another account, is another trade.
    const foreign = await newLiveAccount(other);
    expect(await journalLive(engine, liveJournal(foreign, { fills: [liveFill(foreign, '9')] }))).toBe('stored');
  });

  it('whose intent has a number that was used before, or that is not below the next one, is an internal error', async () => {
    const account = await newLiveAccount(other);
    await journalLive(engine, liveJournal(account, { intents: [liveIntent(account, 1)], nextIntent: 5 }));
    for (const number of [1, 4, 9]) {
      const journal = liveJournal(account, { intents: [liveIntent(account, number)], nextIntent: 9 });
      await expect(journalLive(engine, journal), String(number)).rejects.toThrow(/number/);
    }
    await journalLive(engine, liveJournal(account, { nextIntent: 2 }));
    expect((await loadExchangeAccount(other, account.accountId)).nextIntent).toBe(5);
  });
});

describe('a halt', () => {
  const targets = (account: LiveAccount): readonly HaltTarget[] => [
    { kind: 'account', ...account },
    { kind: 'bot', ownerId: account.ownerId, botId: account.key.botId },
    { kind: 'all' },
  ];

  it('of a bot, an account or all refuses what raises exposure and lets stops, closes and cancels pass', async () => {
    const account = await newLiveAccount(other);
    let number = 0;
    const sent = async (...raises: readonly boolean[]) => {
      const intents = raises.map((raisesExposure) => {
        number += 1;
        return liveIntent(account, number, { raisesExposure, clientId: `client-${number}` });
      });
      return journalLive(engine, liveJournal(account, { intents, nextIntent: number + 1 }));
    };
    for (const target of targets(account)) {
      await other.db.transaction().execute((tx) => setHalt(tx, target, 'USER'));
      const before = await contentsOfUser(other, account.ownerId);
      expect(await sent(false, true), target.kind).toBe('halted');
      expect(await contentsOfUser(other, account.ownerId)).toEqual(before);
      expect(await sent(false, false), target.kind).toBe('stored');
      await other.db.transaction().execute((tx) => setHalt(tx, target, null));
      expect(await sent(true), target.kind).toBe('stored');
    }
  });

  it('of another bot, or of the account of another user, refuses nothing', async () => {
    const [account, stranger] = [await newLiveAccount(other), await newLiveAccount(other)];
    await other.db
      .transaction()
      .execute((tx) => setHalt(tx, { kind: 'bot', ownerId: account.ownerId, botId: 'anotherbot12' }, 'USER'));
    await other.db
      .transaction()
      .execute((tx) =>
        setHalt(tx, { kind: 'account', ownerId: stranger.ownerId, accountId: account.accountId }, 'USER'),
      );
    await other.db.transaction().execute((tx) => setHalt(tx, { kind: 'account', ...stranger }, 'USER'));
    expect(await journalLive(engine, liveJournal(account, { intents: [liveIntent(account, 1)], nextIntent: 2 }))).toBe(
      'stored',
    );
    // Nor does another user release it.
    await other.db
      .transaction()
      .execute((tx) => setHalt(tx, { kind: 'bot', ownerId: account.ownerId, botId: account.key.botId }, 'USER'));
    await other.db
      .transaction()
      .execute((tx) => setHalt(tx, { kind: 'bot', ownerId: stranger.ownerId, botId: account.key.botId }, null));
    expect(await journalLive(engine, liveJournal(account, { intents: [liveIntent(account, 2)], nextIntent: 3 }))).toBe(
      'halted',
    );
  });

  it('waits for the journal that is being stored, so that no later one is committed without it', async () => {
    const account = await newLiveAccount(other);
    for (const target of targets(account)) {
      let isSet = false;
      const journal = Promise.withResolvers<void>();
      const storing = engine.db.transaction().execute(async (tx) => {
        await tx
          .selectFrom('exchangeAccounts')
          .select('fence')
          .where('accountId', '=', account.accountId)
          .forUpdate()
          .execute();
        await journal.promise;
      });
      await until(async () => (await locksOf('RowShareLock')) > 0, 'a journal holds the account');
      const setting = other.db
        .transaction()
        .execute((tx) => setHalt(tx, target, 'USER'))
        .then(() => {
          isSet = true;
        });
      await until(async () => (await waiting()) > 0 || isSet, 'the halt waits, or is set too early');
      expect(isSet, target.kind).toBe(false);
      journal.resolve();
      await Promise.all([storing, setting]);
      await other.db.transaction().execute((tx) => setHalt(tx, target, null));
    }
  });

  it('keeps its first reason, which a journal may give, until it is released', async () => {
    const account = await newLiveAccount(other);
    const halts = async () => (await loadExchangeAccount(other, account.accountId)).halts;
    await journalLive(engine, liveJournal(account, { haltReason: 'UNPROTECTED' }));
    await journalLive(engine, liveJournal(account, { haltReason: 'FOREIGN_ORDER' }));
    await other.db.transaction().execute((tx) => setHalt(tx, { kind: 'account', ...account }, 'USER'));
    expect((await halts()).account).toMatchObject({ reason: 'UNPROTECTED' });
    const raising = { intents: [liveIntent(account, 1)], nextIntent: 2 };
    expect(await journalLive(engine, liveJournal(account, raising))).toBe('halted');
    await other.db.transaction().execute((tx) => setHalt(tx, { kind: 'account', ...account }, null));
    expect((await halts()).account).toBeNull();
    // A journal that halts sends nothing that raises exposure either.
    expect(await journalLive(engine, liveJournal(account, { ...raising, haltReason: 'USER' }))).toBe('halted');
    expect((await halts()).account).toBeNull();
  });
});

async function locksOf(mode: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
     where mode = ${mode} and granted and relation = 'exchange_accounts'::regclass
       and database = (select oid from pg_database where datname = current_database())`.execute(other.db);
  return rows[0]?.count ?? 0;
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(other.db);
  return rows[0]?.count ?? 0;
}
