import { type Selectable, sql } from 'kysely';
import { assert } from '#base/assert.ts';
import { cashFrom, rateFromPercent } from '#base/decimal.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { AccountCaps } from '#engine/execution/account-caps.ts';
import type { Database, Tx } from '../database/database.ts';
import { FINAL_STATES } from './final-states.ts';
import { ALL_ACCOUNTS } from './halts.ts';
import type { StoredExchangeAccount, StoredHalt, StoredIntent, StoredVenueOrder } from './live-rows.ts';
import type { ExchangeAccountsTable, IntentsTable } from './live-tables.ts';

/** All that a start needs of an exchange account, as of one moment. The account must exist. */
export function loadExchangeAccount(engine: Database, accountId: string): Promise<StoredExchangeAccount> {
  return engine.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const row = await tx
        .selectFrom('exchangeAccounts')
        .selectAll()
        .where('accountId', '=', accountId)
        .executeTakeFirst();
      assert(row !== undefined, `the exchange account ${accountId} is stored`);
      const symbols = await tradedSymbols(tx, accountId);
      return {
        accountId,
        ownerId: row.ownerId,
        environment: row.environment,
        fence: Number(row.fence),
        caps: capsOf(row),
        halts: await haltsOf(tx, row),
        settingsSeen: row.settingsSeen,
        lastSyncAt: maybeInstant(row.lastSyncAt),
        nextIntent: Number(row.nextIntent),
        openIntents: await openIntents(tx, accountId),
        openOrders: await openOrders(tx, accountId),
        symbols: symbols.map(({ symbol, firstSentAt, lastTradeId }) => ({
          symbol,
          firstSentAt: maybeInstant(firstSentAt),
          lastTradeId,
        })),
        claims: await claimsOf(tx, accountId),
        maxSentAt: latest(symbols.map(({ lastSentAt }) => lastSentAt)),
      };
    });
}

type AccountRow = Selectable<ExchangeAccountsTable>;

function capsOf(row: AccountRow): AccountCaps {
  const amount = (text: string | null) => (text === null ? null : cashFrom(text));
  return {
    botNotional: amount(row.capBotNotional),
    accountNotional: amount(row.capAccountNotional),
    ordersPerMinute: row.capOrdersMinute,
    dailyLoss: amount(row.capDailyLoss),
    priceBand: row.capPricePercent === null ? null : rateFromPercent(row.capPricePercent),
  };
}

async function haltsOf(tx: Tx, row: AccountRow): Promise<StoredExchangeAccount['halts']> {
  const stored = await tx
    .selectFrom('halts')
    .select(['haltId', 'haltedAt', 'reason'])
    .where((build) => build.or([build('haltId', '=', ALL_ACCOUNTS), build('ownerId', '=', row.ownerId)]))
    .execute();
  const halts = new Map<string, StoredHalt>(
    stored.map(({ haltId, haltedAt, reason }) => [haltId, { at: instantOf(haltedAt.getTime()), reason }]),
  );
  const all = halts.get(ALL_ACCOUNTS) ?? null;
  halts.delete(ALL_ACCOUNTS);
  const { haltedAt, haltReason } = row;
  const account =
    haltedAt === null || haltReason === null ? null : { at: instantOf(haltedAt.getTime()), reason: haltReason };
  return { account, all, bots: halts };
}

async function openIntents(tx: Tx, accountId: string): Promise<readonly StoredIntent[]> {
  const rows = await tx
    .selectFrom('intents')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('state', 'in', ['SENDING', 'UNKNOWN'])
    .orderBy('number')
    .execute();
  return rows.map(intentOf);
}

async function openOrders(tx: Tx, accountId: string): Promise<readonly StoredVenueOrder[]> {
  const orders = await tx
    .selectFrom('venueOrders')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('state', 'not in', FINAL_STATES)
    .orderBy('intentNumber')
    .execute();
  if (orders.length === 0) return [];
  const rows = await tx
    .selectFrom('intents')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(
      'number',
      'in',
      orders.map(({ intentNumber }) => intentNumber),
    )
    .execute();
  const intents = new Map(rows.map((row) => [row.number, intentOf(row)]));
  return orders.map(({ accountId: _, ownerId: __, intentNumber, updatedAt, ...order }) => {
    const intent = intents.get(intentNumber);
    assert(intent !== undefined, `the order ${order.clientId} has its intent`);
    return { ...order, intentNumber: intent.number, updatedAt: instantOf(updatedAt.getTime()), intent };
  });
}

function intentOf(row: Selectable<IntentsTable>): StoredIntent {
  const { accountId: _, ownerId: __, number, fence, sentAt, resolvedAt: ___, ...intent } = row;
  return { ...intent, number: Number(number), fence: Number(fence), sentAt: instantOf(sentAt.getTime()) };
}

interface SymbolRow {
  readonly symbol: string;
  readonly firstSentAt: Date | null;
  readonly lastSentAt: Date | null;
  readonly lastTradeId: string | null;
}

/** Ids of trades are numbers; those of entries that we made up ourselves are not, and stand for no place among them. */
async function tradedSymbols(tx: Tx, accountId: string): Promise<readonly SymbolRow[]> {
  const { rows } = await sql<SymbolRow>`
    select symbol, first_sent_at, last_sent_at, last_trade_id::text
      from (select symbol, min(sent_at) as first_sent_at, max(sent_at) as last_sent_at
              from intents where account_id = ${accountId} group by symbol) as sent
      full join (select symbol, max(trade_id::numeric) filter (where trade_id ~ '^[0-9]+$') as last_trade_id
                   from fills where account_id = ${accountId} group by symbol) as traded using (symbol)
     order by symbol`.execute(tx);
  return rows;
}

async function claimsOf(tx: Tx, accountId: string): Promise<StoredExchangeAccount['claims']> {
  const rows = await tx
    .selectFrom('claims')
    .select(['symbol', 'side', 'botId', 'claimedAt'])
    .where('accountId', '=', accountId)
    .orderBy('symbol')
    .orderBy('side')
    .execute();
  return rows.map((row) => ({ ...row, claimedAt: instantOf(row.claimedAt.getTime()) }));
}

function latest(times: readonly (Date | null)[]): Instant | null {
  const known = times.flatMap((time) => (time === null ? [] : [time.getTime()]));
  return known.length === 0 ? null : instantOf(Math.max(...known));
}

function maybeInstant(time: Date | null): Instant | null {
  return time === null ? null : instantOf(time.getTime());
}
