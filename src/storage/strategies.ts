import { type Insertable, type Selectable, sql } from 'kysely';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Tx } from './database/database.ts';
import type { StrategiesTable } from './database/schema.ts';

export type StrategyRow = Selectable<StrategiesTable>;

/** A strategy with all its versions, newest first, and the undeleted bots that run any of them. */
export interface StrategyWithVersions {
  readonly strategy: StrategyRow;
  readonly versions: readonly { readonly version: number; readonly params: BotParams; readonly createdAt: Date }[];
  readonly bots: readonly { readonly botId: string; readonly name: string; readonly version: number }[];
}

export interface StrategyCounts {
  readonly strategies: number;
  readonly versions: number;
}

/** The owner's strategies of one kind by name. */
export async function listStrategies(tx: Tx, ownerId: string, kind: BotKind): Promise<StrategyWithVersions[]> {
  const rows = await tx
    .selectFrom('strategies')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('kind', '=', kind)
    .orderBy('name')
    .execute();
  return withVersions(tx, ownerId, rows);
}

/** One of the owner's strategies, of any kind; undefined when there is none. */
export async function findStrategy(
  tx: Tx,
  ownerId: string,
  strategyId: string,
): Promise<StrategyWithVersions | undefined> {
  const rows = await tx
    .selectFrom('strategies')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('strategyId', '=', strategyId)
    .execute();
  return (await withVersions(tx, ownerId, rows))[0];
}

/** How many strategies and versions of them the owner has. */
export async function countStrategies(tx: Tx, ownerId: string): Promise<StrategyCounts> {
  const row = await tx
    .selectFrom('strategies')
    .leftJoin('strategyVersions', 'strategyVersions.strategyId', 'strategies.strategyId')
    .select(({ fn }) => [
      fn.count<string>('strategies.strategyId').distinct().as('strategies'),
      fn.count<string>('strategyVersions.version').as('versions'),
    ])
    .where('strategies.ownerId', '=', ownerId)
    .executeTakeFirstOrThrow();
  return { strategies: Number(row.strategies), versions: Number(row.versions) };
}

/** Whether another strategy of the owner and kind has this name; `except` is the strategy being renamed. */
export async function strategyNameIsTaken(
  tx: Tx,
  ownerId: string,
  named: { readonly kind: BotKind; readonly name: string; readonly except: string | null },
): Promise<boolean> {
  const row = await tx
    .selectFrom('strategies')
    .select('strategyId')
    .where('ownerId', '=', ownerId)
    .where('kind', '=', named.kind)
    .where('name', '=', named.name)
    .executeTakeFirst();
  return row !== undefined && row.strategyId !== named.except;
}

/**
 * Stores a new version, which never changes afterwards, and updates the strategy to it.
 * @throws when the id belongs to another owner
 */
export async function saveStrategyVersion(tx: Tx, row: Insertable<StrategiesTable>, params: BotParams): Promise<void> {
  const { name, comment, symbol, version, updatedAt } = row;
  await tx
    .insertInto('strategies')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('strategyId')
        .doUpdateSet({ name, comment, symbol, version, updatedAt })
        .where('strategies.ownerId', '=', row.ownerId),
    )
    .returning('strategyId')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('strategyVersions')
    .values({
      strategyId: row.strategyId,
      ownerId: row.ownerId,
      version,
      params: JSON.stringify(params),
      createdAt: updatedAt,
    })
    .execute();
}

/** The number of the next version that anybody saves. */
export function nextVersion({ version, promisedVersion }: Pick<StrategyRow, 'version' | 'promisedVersion'>): number {
  return Math.max(version, promisedVersion) + 1;
}

/** Keeps a number for a version that is stored later; the owner's strategies are held meanwhile. */
export async function promiseVersion(
  tx: Tx,
  { ownerId, strategyId }: Pick<StrategyRow, 'ownerId' | 'strategyId'>,
): Promise<number> {
  const { promisedVersion } = await tx
    .updateTable('strategies')
    .set({ promisedVersion: sql`greatest(version, promised_version) + 1` })
    .where('ownerId', '=', ownerId)
    .where('strategyId', '=', strategyId)
    .returning('promisedVersion')
    .executeTakeFirstOrThrow();
  return promisedVersion;
}

/** Stores a version under the number that it was promised. Storing it again changes nothing. */
export async function addPromisedVersion(
  tx: Tx,
  added: Pick<StrategyRow, 'strategyId' | 'ownerId' | 'version'> & {
    readonly params: BotParams;
    readonly createdAt: Date;
  },
): Promise<void> {
  const { strategyId, ownerId, version, params, createdAt } = added;
  await tx
    .insertInto('strategyVersions')
    .values({ strategyId, ownerId, version, params: JSON.stringify(params), createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .updateTable('strategies')
    .set({ version, updatedAt: createdAt })
    .where('ownerId', '=', ownerId)
    .where('strategyId', '=', strategyId)
    .where('version', '<', version)
    .execute();
}

/**
 * Deletes a strategy with all its versions, unless an undeleted bot runs it. Its row is locked first: a bot that is being
 * created from it is either counted, or is stored without a strategy.
 * @returns false when a bot runs it; nothing is deleted then
 */
export async function deleteUnusedStrategy(tx: Tx, ownerId: string, strategyId: string): Promise<boolean> {
  await tx
    .selectFrom('strategies')
    .select('strategyId')
    .where('ownerId', '=', ownerId)
    .where('strategyId', '=', strategyId)
    .forUpdate()
    .execute();
  const bot = await tx
    .selectFrom('bots')
    .select('botId')
    .where('ownerId', '=', ownerId)
    .where('strategyId', '=', strategyId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (bot !== undefined) return false;
  await tx.deleteFrom('strategyVersions').where('ownerId', '=', ownerId).where('strategyId', '=', strategyId).execute();
  await tx.deleteFrom('strategies').where('ownerId', '=', ownerId).where('strategyId', '=', strategyId).execute();
  return true;
}

async function withVersions(tx: Tx, ownerId: string, rows: readonly StrategyRow[]): Promise<StrategyWithVersions[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.strategyId);
  const versions = await tx
    .selectFrom('strategyVersions')
    .select(['strategyId', 'version', 'params', 'createdAt'])
    .where('ownerId', '=', ownerId)
    .where('strategyId', 'in', ids)
    .orderBy('version', 'desc')
    .execute();
  const bots = await tx
    .selectFrom('bots')
    .select(['strategyId', 'botId', 'name', 'strategyVersion'])
    .where('ownerId', '=', ownerId)
    .where('strategyId', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('name')
    .execute();
  const versionsOf = Map.groupBy(versions, (row) => row.strategyId);
  const botsOf = Map.groupBy(bots, (row) => row.strategyId);
  return rows.map((strategy) => ({
    strategy,
    versions: versionsOf.get(strategy.strategyId) ?? [],
    bots: (botsOf.get(strategy.strategyId) ?? []).map((row) => ({
      botId: row.botId,
      name: row.name,
      version: row.strategyVersion ?? 1,
    })),
  }));
}
