import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashFrom, rateFromPercent } from '#base/decimal.ts';
import { HOUR_MS, later } from '#base/time.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import {
  contentsOfUser,
  liveBatch,
  liveCreation,
  liveFill,
  liveIntent,
  liveJournal,
  liveOrderRecord,
  liveTradeRecord,
  newLiveAccount,
  venueOrderRow,
  wholeLiveJournal,
} from '../../../tests/support/live-journal.ts';
import { START } from '../../../tests/support/market.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { loadAccounts, loadLivePortfolios } from '../recorder/loader.ts';
import { setCaps } from './exchange-accounts.ts';
import { installationCode, installationCodes } from './installation-code.ts';
import { journalLive } from './journal/journal-live.ts';
import type { VenueOrderRow } from './live-rows.ts';
import { loadExchangeAccount } from './load-exchange-account.ts';

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

describe('what the exchange reports of an order', () => {
  it('late changes neither a final state nor an id, and the executed quantity never falls', async () => {
    const account = await newLiveAccount(other);
    const report = (change: Partial<VenueOrderRow>) =>
      journalLive(engine, liveJournal(account, { orders: [venueOrderRow(change)] }));
    await journalLive(engine, liveJournal(account, { intents: [liveIntent(account, 1)], nextIntent: 2 }));
    await report({ state: 'PARTIALLY_FILLED', executed: '0.030', updatedAt: later(START, 5) });
    await report({ state: 'NEW', executed: '0', orderId: null });
    const [open] = (await loadExchangeAccount(other, account.accountId)).openOrders;
    expect(open).toMatchObject({ executed: '0.030', orderId: '77', updatedAt: later(START, 5) });
    await report({ state: 'FILLED', executed: '0.050' });
    await report({ state: 'PARTIALLY_FILLED', executed: '0.040' });
    const rows = await other.db
      .selectFrom('venueOrders')
      .select(['state', 'executed'])
      .where('accountId', '=', account.accountId)
      .execute();
    expect(rows).toEqual([{ state: 'FILLED', executed: '0.050' }]);
    expect((await loadExchangeAccount(other, account.accountId)).openOrders).toEqual([]);
  });

  it('never makes a resolved intent unknown again; only one held to be absent may be found after all', async () => {
    const account = await newLiveAccount(other);
    await journalLive(
      engine,
      liveJournal(account, { intents: [1, 2].map((number) => liveIntent(account, number)), nextIntent: 3 }),
    );
    const stateOf = async (number: number) => {
      const query = other.db
        .selectFrom('intents')
        .select(['state', 'resolvedAt'])
        .where('accountId', '=', account.accountId);
      const { state, resolvedAt } = await query.where('number', '=', String(number)).executeTakeFirstOrThrow();
      return `${state} ${resolvedAt === null ? 'open' : 'resolved'}`;
    };
    const given = ['UNKNOWN', 'ABSENT', 'UNKNOWN', 'ACKNOWLEDGED', 'REJECTED'] as const;
    const seen: string[] = [];
    for (const state of given) {
      await journalLive(engine, liveJournal(account, { outcomes: [{ number: 1, state, outcome: null }] }));
      seen.push(await stateOf(1));
    }
    expect(seen).toEqual([
      'UNKNOWN open',
      'ABSENT resolved',
      'ABSENT resolved',
      'ACKNOWLEDGED resolved',
      'ACKNOWLEDGED resolved',
    ]);
    expect(await stateOf(2)).toBe('SENDING open');
  });

  it('shows in the rows of orders and trades, and a newer record of the order leaves it there', async () => {
    const account = await newLiveAccount(other);
    const { key } = account;
    const records = (filled: number) => [liveBatch(account, [liveOrderRecord(key, filled)])];
    const journal = { batches: records(0), intents: [liveIntent(account, 1)], nextIntent: 2 };
    await journalLive(engine, liveJournal(account, journal));
    await journalLive(engine, liveJournal(account, { orders: [venueOrderRow({ orderId: null, algoId: '5' })] }));
    await journalLive(engine, liveJournal(account, { orders: [venueOrderRow()] }));
    const rejection = { number: 1, state: 'REJECTED', outcome: {}, rejectCode: -2019 } as const;
    await journalLive(engine, liveJournal(account, { outcomes: [rejection] }));
    const recordId = `${key.botId}-ETHUSDT-buy-1-1-1`;
    const batches = [liveBatch(account, [liveOrderRecord(key, 50), liveTradeRecord(key)])];
    await journalLive(engine, liveJournal(account, { batches, fills: [liveFill(account, '9', { recordId })] }));
    const { orders, trades } = await contentsOfUser(other, account.ownerId);
    expect(orders).toEqual([expect.objectContaining({ state: 'FILLED', venueOrderId: '77', rejectCode: -2019 })]);
    expect(trades).toEqual([expect.objectContaining({ tradeId: recordId, venueTradeId: '9', commissionAsset: 'BNB' })]);
  });
});

describe('an exchange account', () => {
  it('is loaded with all that a start must resolve: open intents, open orders, claims, last trades and the last timestamp', async () => {
    const account = await newLiveAccount(other);
    await setCaps(other, account, {
      ...{ botNotional: cashFrom('100.5'), accountNotional: cashFrom('1000'), ordersPerMinute: 30, dailyLoss: null },
      priceBand: rateFromPercent('2.5'),
    });
    await journalLive(engine, wholeLiveJournal(account));
    const conditional = liveIntent(account, 3, {
      kind: 'place-conditional',
      leg: 'sl',
      clientId: 'client-3',
      raisesExposure: false,
    });
    await journalLive(
      engine,
      liveJournal(account, {
        intents: [conditional, liveIntent(account, 4)],
        outcomes: [{ number: 4, state: 'UNKNOWN', outcome: { reason: 'no-answer' } }],
        orders: [
          venueOrderRow({ clientId: 'client-3', intentNumber: 3, orderId: null, algoId: '5', state: 'WAITING' }),
        ],
        fills: [
          liveFill(account, '10'),
          liveFill(account, 'synthetic-99'),
          liveFill(account, '3', { at: later(START, HOUR_MS) }),
        ],
        nextIntent: 5,
      }),
    );
    const [cancel, stop, unknown] = [2, 3, 4].map((number) => expect.objectContaining({ number, fence: 1 }));
    const loaded = await loadExchangeAccount(other, account.accountId);
    expect(loaded).toEqual({
      ...{ accountId: account.accountId, ownerId: account.ownerId, environment: 'sim', fence: 1, nextIntent: 5 },
      caps: {
        ...{ botNotional: cashFrom('100.5'), accountNotional: cashFrom('1000'), ordersPerMinute: 30, dailyLoss: null },
        priceBand: rateFromPercent('2.5'),
      },
      halts: { account: null, all: null, bots: new Map() },
      settingsSeen: { isHedgeMode: true },
      lastSyncAt: START,
      openIntents: [cancel, stop, unknown],
      openOrders: [
        {
          ...venueOrderRow({ state: 'PARTIALLY_FILLED', executed: '0.05' }),
          intent: expect.objectContaining({ number: 1 }),
        },
        expect.objectContaining({ clientId: 'client-3', algoId: '5', state: 'WAITING', intent: stop }),
      ],
      symbols: [{ symbol: 'ETHUSDT', firstSentAt: later(START, 1), lastTradeId: '10' }],
      claims: [{ symbol: 'ETHUSDT', side: 'LONG', botId: account.key.botId, claimedAt: START }],
      maxSentAt: later(START, 4),
    });
    expect(loaded.openIntents[1]).toEqual({ ...conditional, state: 'SENDING', fence: 1, outcome: null });
  });

  it('new, has no caps, nothing open and no timestamp', async () => {
    const { accountId } = await newLiveAccount(other);
    const none = { botNotional: null, accountNotional: null, ordersPerMinute: null, dailyLoss: null, priceBand: null };
    expect(await loadExchangeAccount(other, accountId)).toMatchObject({
      ...{ caps: none, openIntents: [], openOrders: [], symbols: [], claims: [], maxSentAt: null, nextIntent: 1 },
    });
  });

  it('takes caps only from its own user', async () => {
    const [account, stranger] = [await newLiveAccount(other), await newLiveAccount(other)];
    const caps = {
      botNotional: cashFrom('1'),
      accountNotional: null,
      ordersPerMinute: 1,
      dailyLoss: null,
      priceBand: null,
    };
    await setCaps(other, { ownerId: stranger.ownerId, accountId: account.accountId }, caps);
    expect((await loadExchangeAccount(other, account.accountId)).caps.ordersPerMinute).toBeNull();
  });

  it('has one bot for a side of a symbol: a side that is released can be taken in the same journal, a held one never', async () => {
    const account = await newLiveAccount(other);
    const side = (botId: string) => ({ symbol: 'ETHUSDT', side: 'LONG' as const, botId });
    const claims = (taken: readonly string[], released: readonly string[]) =>
      journalLive(
        engine,
        liveJournal(account, {
          claims: { taken: taken.map((bot) => ({ ...side(bot), claimedAt: START })), released: released.map(side) },
        }),
      );
    await claims(['one'], []);
    await claims(['one'], []);
    await expect(claims(['two'], [])).rejects.toThrow(/held by one bot/);
    await expect(claims(['two'], ['two'])).rejects.toThrow(/held by one bot/);
    await claims(['two'], ['one']);
    expect((await loadExchangeAccount(other, account.accountId)).claims).toMatchObject([{ botId: 'two' }]);
  });
});

describe('portfolios', () => {
  it('of a live kind are loaded for exchange accounts, those on paper for the paper engine', async () => {
    const account = await newLiveAccount(other);
    await journalLive(engine, liveJournal(account, { commands: [liveCreation(account)] }));
    const idsOf = (loaded: Awaited<ReturnType<typeof loadAccounts>>) => loaded.map(({ portfolioId }) => portfolioId);
    expect(idsOf(await loadAccounts(other))).not.toContain(account.portfolioId);
    const live = await loadLivePortfolios(other);
    expect(idsOf(live)).toContain(account.portfolioId);
    const found = live.find(({ portfolioId }) => portfolioId === account.portfolioId);
    expect(found?.snapshot.bots.map(({ bot }) => bot.botId)).toEqual([account.key.botId]);
  });
});

describe('the code of an installation', () => {
  it('is drawn once, and the newest one names new orders', async () => {
    const code = await installationCode(other);
    expect(code).toMatch(/^[0-9a-z]{4}$/);
    expect(await installationCode(other)).toBe(code);
    const newest = new Date('2099-01-01T00:00:00Z');
    await other.db.insertInto('installationCodes').values({ code: 'zzz9', drawnAt: newest }).execute();
    expect(await installationCode(other)).toBe('zzz9');
    expect((await installationCodes(other)).map((one) => one.code)).toEqual(['zzz9', code]);
  });
});
