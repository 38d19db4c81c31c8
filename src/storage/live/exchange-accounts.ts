import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { cashText, percentText } from '#base/decimal.ts';
import type { Environment } from '#base/environment.ts';
import type { Cash } from '#base/exact.ts';
import type { AccountCaps } from '#engine/execution/account-caps.ts';
import type { Database, Db, Tx } from '../database/database.ts';

/**
 * Takes a user's exchange account for this engine, and creates its row when there is none. From then on no other engine that
 * had it can store anything.
 */
export async function claimExchangeAccount(
  engine: Database,
  account: { readonly ownerId: string; readonly environment: Environment },
): Promise<{ readonly accountId: string; readonly fence: number }> {
  const { accountId, fence } = await engine.db
    .insertInto('exchangeAccounts')
    .values({ accountId: randomUUID(), ...account, settingsSeen: null, fence: 1 })
    .onConflict((conflict) =>
      conflict.columns(['ownerId', 'environment']).doUpdateSet({ fence: sql`exchange_accounts.fence + 1` }),
    )
    .returning(['accountId', 'fence'])
    .executeTakeFirstOrThrow();
  return { accountId, fence: Number(fence) };
}

/** The exchange account of a user; null when it was never opened. */
export async function findExchangeAccount(
  engine: Database,
  { ownerId, environment }: { readonly ownerId: string; readonly environment: Environment },
): Promise<string | null> {
  const row = await engine.db
    .selectFrom('exchangeAccounts')
    .select('accountId')
    .where('ownerId', '=', ownerId)
    .where('environment', '=', environment)
    .executeTakeFirst();
  return row?.accountId ?? null;
}

/** Sets all caps of an account of this user. */
export async function setCaps(
  engine: { readonly db: Db | Tx },
  account: { readonly ownerId: string; readonly accountId: string },
  caps: AccountCaps,
): Promise<void> {
  const text = (amount: Cash | null): string | null => (amount === null ? null : cashText(amount));
  await engine.db
    .updateTable('exchangeAccounts')
    .set({
      capBotNotional: text(caps.botNotional),
      capAccountNotional: text(caps.accountNotional),
      capOrdersMinute: caps.ordersPerMinute,
      capDailyLoss: text(caps.dailyLoss),
      capPricePercent: caps.priceBand === null ? null : percentText(caps.priceBand),
    })
    .where('ownerId', '=', account.ownerId)
    .where('accountId', '=', account.accountId)
    .execute();
}
