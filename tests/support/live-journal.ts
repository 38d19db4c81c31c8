import { sql } from 'kysely';
import { cashFrom } from '#base/decimal.ts';
import { steps, ticks, ZERO_CASH } from '#base/exact.ts';
import { later } from '#base/time.ts';
import type { BotCommand, EngineBot } from '#engine/model/bot.ts';
import type { AccountRecord, AtomKey } from '#engine/model/record.ts';
import type { Database } from '#storage/database/database.ts';
import { claimExchangeAccount } from '#storage/live/exchange-accounts.ts';
import type { FillRow, LiveJournal, NewIntent, VenueOrderRow } from '#storage/live/live-rows.ts';
import type { StoredCommand } from '#storage/recorder/account-batch.ts';
import { ETH, START, START_PRICES } from './market.ts';
import { cycleOf, cycleRecord, newBot } from './stored-cycle.ts';

let users = 0;

/** A new user with a portfolio, whose exchange account an engine has taken. */
export async function newLiveAccount(engine: Database) {
  users += 1;
  const ownerId = `user-${users}`;
  const portfolioId = `portfolio-${users}`;
  await engine.db
    .insertInto('portfolios')
    .values({
      ...{ portfolioId, ownerId, name: 'Live', kind: 'dca-prod-bot', execution: null, comment: '', limitUsdt: null },
      ...{ isDemo: false, walletStart: '0', wallet: '0', minuteAt: null, createdAt: new Date(START) },
    })
    .execute();
  const taken = await claimExchangeAccount(engine, { ownerId, environment: 'sim' });
  const key: AtomKey = { botId: `botofuser${String(users).padStart(3, '0')}`, symbol: 'ETHUSDT', direction: 'buy' };
  return { ...taken, ownerId, portfolioId, key };
}
export type LiveAccount = Awaited<ReturnType<typeof newLiveAccount>>;

export function liveJournal(
  { accountId, ownerId, fence }: LiveAccount,
  change: Partial<LiveJournal> = {},
): LiveJournal {
  return {
    ...{ accountId, ownerId, fence, batches: [], commands: [], events: [], intents: [], outcomes: [], orders: [] },
    ...{ fills: [], income: [], decisions: [], claims: { taken: [], released: [] }, nextIntent: 1 },
    instruments: new Map([[ETH.symbol, ETH]]),
    ...change,
  };
}

export function liveIntent(
  { portfolioId, key }: LiveAccount,
  number: number,
  change: Partial<NewIntent> = {},
): NewIntent {
  return {
    ...{ number, portfolioId, ...key, cycleSeq: 1, orderNumber: 1, leg: 'bo', generation: 0, kind: 'place' },
    ...{ clientId: `client-${number}`, request: { side: 'BUY' }, raisesExposure: true },
    sentAt: later(START, number),
    ...change,
  };
}

export const venueOrderRow = (change: Partial<VenueOrderRow> = {}): VenueOrderRow => ({
  ...{ clientId: 'client-1', intentNumber: 1, orderId: '77', algoId: null, actualOrderId: null },
  ...{ state: 'NEW', executed: '0', updatedAt: START },
  ...change,
});

export function liveFill({ key }: LiveAccount, tradeId: string, change: Partial<FillRow> = {}): FillRow {
  return {
    ...{ symbol: key.symbol, tradeId, orderId: '77', clientId: 'client-1', botId: key.botId, recordId: null },
    ...{ side: 'BUY', positionSide: 'LONG', price: ticks(200_001), quantity: steps(50), isMaker: true, at: START },
    ...{ commission: cashFrom('-0.00000001'), commissionAsset: 'BNB', realized: cashFrom('1.5') },
    ...change,
  };
}

export const liveOrderRecord = (key: AtomKey, filled: number): AccountRecord => ({
  type: 'order',
  ...key,
  cycleSeq: 1,
  state: filled === 50 ? 'FILLED' : 'OPEN',
  doneAt: null,
  order: {
    ...{ number: 1, role: 'base', level: 0, side: 'BUY', type: 'LIMIT', price: ticks(200_001), triggerPrice: null },
    ...{ quantity: steps(50), filled: steps(filled), filledCost: ZERO_CASH, fills: filled === 0 ? 0 : 1 },
    ...{ placedAt: START, expiresAt: null, decisionPrice: null },
  },
});

export const liveTradeRecord = (key: AtomKey): AccountRecord => ({
  type: 'trade',
  ...key,
  ...{ cycleSeq: 1, order: 1, fill: 1, role: 'base', level: 0, side: 'BUY', at: START, price: ticks(200_001) },
  ...{ quantity: steps(50), value: cashFrom('100'), commission: ZERO_CASH, isMaker: true, gross: ZERO_CASH },
});

export const liveBatch = ({ ownerId, portfolioId }: LiveAccount, records: readonly AccountRecord[]) => ({
  ...{ ownerId, portfolioId, records, wallet: cashFrom('12.5'), minute: START, bots: [], hours: [], firstSeq: 1 },
});

export function liveCreation({ ownerId, portfolioId, key }: LiveAccount): StoredCommand {
  const bot: EngineBot = newBot(key.botId);
  const command: BotCommand = { type: 'create', bot, autostart: true, prices: START_PRICES };
  const row = { name: 'Bot', comment: '', strategyId: null, strategyVersion: null };
  return { ownerId, portfolioId, botId: key.botId, afterMinute: null, at: START, command, row };
}

/** A journal with rows of every kind. */
export function wholeLiveJournal(account: LiveAccount): LiveJournal {
  const { key } = account;
  const cycle = cycleRecord(cycleOf({ state: 'OPEN', endAt: null, closeReason: null }), key);
  return liveJournal(account, {
    batches: [liveBatch(account, [liveOrderRecord(key, 50), liveTradeRecord(key), cycle])],
    commands: [liveCreation(account)],
    events: [{ at: START, kind: 'fill', body: { t: '9007199254740993' } }],
    intents: [
      liveIntent(account, 1),
      liveIntent(account, 2, { kind: 'cancel', clientId: 'client-1', raisesExposure: false }),
    ],
    outcomes: [{ number: 1, state: 'ACKNOWLEDGED', outcome: { orderId: '77' } }],
    orders: [venueOrderRow({ state: 'PARTIALLY_FILLED', executed: '0.05' })],
    fills: [liveFill(account, '9', { recordId: `${key.botId}-ETHUSDT-buy-1-1-1` })],
    income: [
      {
        ...{ key: 'funding-1', symbol: 'ETHUSDT', type: 'FUNDING_FEE', amount: cashFrom('-0.5'), asset: 'USDT' },
        ...{ transactionId: '1', tradeId: null, at: START },
      },
    ],
    decisions: [{ ...key, number: 1, inputHash: 'abc', at: START }],
    claims: { taken: [{ symbol: 'ETHUSDT', side: 'LONG', botId: key.botId, claimedAt: START }], released: [] },
    nextIntent: 3,
    settingsSeen: { isHedgeMode: true },
    lastSyncAt: START,
  });
}

const LIVE_TABLES = ['intents', 'venue_orders', 'fills', 'venue_events', 'income', 'claims', 'decisions', 'halts'];

/** All that a user has, and the account's row. */
export async function contentsOfUser(engine: Database, ownerId: string): Promise<Record<string, readonly unknown[]>> {
  const all: Record<string, readonly unknown[]> = {};
  for (const table of [
    ...LIVE_TABLES,
    'exchange_accounts',
    'portfolios',
    'bots',
    'cycles',
    'orders',
    'trades',
    'commands',
    'logs',
  ]) {
    const rows = sql.raw(`select * from ${table} where owner_id = '${ownerId}' order by 1, 2`);
    all[table] = (await rows.execute(engine.db)).rows;
  }
  return all;
}
