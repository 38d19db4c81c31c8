import { sql } from 'kysely';
import { assert } from '#base/assert.ts';
import type { Database, Tx } from '../../database/database.ts';
import { uniqueNameOf } from '../../database/unique-name.ts';
import { storeBatchesIn, storeShared } from '../../recorder/recorder.ts';
import { ALL_ACCOUNTS } from '../halts.ts';
import type { JournalOutcome, LiveJournal } from '../live-rows.ts';
import { storeClaims } from './store-claims.ts';
import { nameTrades, storedFills, storeFills } from './store-fills.ts';
import { storeIntents, storeOutcomes } from './store-intents.ts';
import { storeDecisions, storeEvents, storeIncome } from './store-journal-rows.ts';
import { nameOrders, storeOrders } from './store-orders.ts';

/**
 * Stores everything of one event of one account in one transaction. Storing the same journal again, when it is unknown whether
 * the first commit succeeded, changes nothing, answers `stored` and is itself acknowledged by a commit.
 * @param engine - waits for nobody else: a pool of its own
 */
export function journalLive(engine: Database, journal: LiveJournal): Promise<JournalOutcome> {
  const name = uniqueNameOf(journal);
  return engine.db.transaction().execute(async (tx) => {
    const account = await holdAccount(tx, journal);
    if (account === undefined) return 'fenced';
    if (account.lastJournal === name) {
      // Written once more: a row that can be read may still be lost with its server, one whose commit is acknowledged cannot.
      await tx
        .updateTable('exchangeAccounts')
        .set({ lastJournal: name })
        .where('accountId', '=', journal.accountId)
        .execute();
      return 'stored';
    }
    if (await isHalted(tx, journal, account.haltedAt)) return 'halted';
    if (await repeatsFill(tx, journal)) return 'repeated-fill';
    refuseUsedNumbers(journal, Number(account.nextIntent));
    await storeAccount(tx, journal, name);
    await storeRows(tx, journal);
    return 'stored';
  });
}

/** Until the transaction ends, nobody else takes, halts or writes the account. */
function holdAccount(tx: Tx, { accountId, ownerId, fence }: LiveJournal) {
  return tx
    .selectFrom('exchangeAccounts')
    .select(['haltedAt', 'lastJournal', 'nextIntent'])
    .where('accountId', '=', accountId)
    .where('ownerId', '=', ownerId)
    .where('fence', '=', String(fence))
    .forUpdate()
    .executeTakeFirst();
}

/** Those who halt a bot or all accounts hold the account too, so no halt is committed between this and the commit. */
async function isHalted(tx: Tx, { intents, haltReason }: LiveJournal, haltedAt: Date | null): Promise<boolean> {
  const raising = intents.filter((intent) => intent.raisesExposure);
  if (raising.length === 0) return false;
  if (haltedAt !== null || typeof haltReason === 'string') return true;
  const haltIds = [ALL_ACCOUNTS, ...raising.map(({ botId }) => botId)];
  const found = await tx.selectFrom('halts').select('haltId').where('haltId', 'in', haltIds).limit(1).execute();
  return found.length > 0;
}

async function repeatsFill(tx: Tx, { accountId, fills }: LiveJournal): Promise<boolean> {
  if (fills.length === 0) return false;
  const keys = new Set(fills.map(({ symbol, tradeId }) => `${symbol} ${tradeId}`));
  if (keys.size < fills.length) return true;
  return (await storedFills(tx, accountId, fills)).length > 0;
}

function refuseUsedNumbers({ intents, nextIntent }: LiveJournal, stored: number): void {
  for (const { number } of intents)
    assert(number >= stored && number < nextIntent, `the number ${number} of an intent is new`);
}

async function storeAccount(tx: Tx, journal: LiveJournal, name: string): Promise<void> {
  const { accountId, nextIntent, haltReason, settingsSeen, lastSyncAt } = journal;
  const reason = haltReason ?? null;
  await tx
    .updateTable('exchangeAccounts')
    .set({
      lastJournal: name,
      nextIntent: sql`greatest(next_intent, ${nextIntent})`,
      ...(reason === null
        ? {}
        : { haltedAt: sql`coalesce(halted_at, now())`, haltReason: sql`coalesce(halt_reason, ${reason})` }),
      ...(settingsSeen === undefined ? {} : { settingsSeen: JSON.stringify(settingsSeen) }),
      ...(lastSyncAt === undefined ? {} : { lastSyncAt: new Date(lastSyncAt) }),
    })
    .where('accountId', '=', accountId)
    .execute();
}

async function storeRows(tx: Tx, journal: LiveJournal): Promise<void> {
  await storeEvents(tx, journal);
  await storeIntents(tx, journal);
  await storeOutcomes(tx, journal);
  await storeOrders(tx, journal);
  await storeFills(tx, journal);
  await storeIncome(tx, journal);
  await storeDecisions(tx, journal);
  await storeClaims(tx, journal);
  const stored = await storeBatchesIn(tx, { ...journal, clock: null });
  await nameOrders(tx, journal);
  await nameTrades(tx, journal);
  await storeShared(tx, stored);
}
