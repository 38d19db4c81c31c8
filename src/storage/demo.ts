import type { Insertable } from 'kysely';
import type { BotParams } from '#engine/model/bot-params.ts';
import { recordAudit } from './audit/record-audit.ts';
import type { Database, Db, Tx } from './database/database.ts';
import { holdRows } from './database/rows/hold-rows.ts';
import type { PortfoliosTable, StrategiesTable } from './database/schema.ts';
import { touchAllOrderDays } from './order-stats/touched-days.ts';

/** The rows of the demo that the engine does not compute. */
export interface DemoRows {
  readonly portfolios: readonly Insertable<PortfoliosTable>[];
  readonly strategies: readonly { readonly row: Insertable<StrategiesTable>; readonly params: BotParams }[];
}

/** Whose demo is loaded or deleted, and where that was asked for. */
export interface DemoOwner {
  readonly ownerId: string;
  readonly address: string;
}

/** The owner's demo portfolios with the number of their bots, by name. */
export async function listDemo(
  engine: Database,
  ownerId: string,
): Promise<readonly { readonly portfolioId: string; readonly bots: number }[]> {
  const rows = await engine.db
    .selectFrom('portfolios')
    .leftJoin('bots', 'bots.portfolioId', 'portfolios.portfolioId')
    .select(['portfolios.portfolioId', (build) => build.fn.count<string>('bots.botId').as('bots')])
    .where('portfolios.ownerId', '=', ownerId)
    .where('portfolios.isDemo', '=', true)
    .groupBy(['portfolios.portfolioId', 'portfolios.name'])
    .orderBy('portfolios.name')
    .execute();
  return rows.map(({ portfolioId, bots }) => ({ portfolioId, bots: Number(bots) }));
}

/** One of these names that the owner already uses for a portfolio or a strategy; null when all are free. */
export async function takenName(db: Db, ownerId: string, names: readonly string[]): Promise<string | null> {
  const portfolios = db.selectFrom('portfolios').select('name').where('ownerId', '=', ownerId);
  const strategies = db.selectFrom('strategies').select('name').where('ownerId', '=', ownerId);
  const row = await portfolios
    .where('name', 'in', names)
    .unionAll(strategies.where('name', 'in', names))
    .executeTakeFirst();
  return row?.name ?? null;
}

/**
 * Writes portfolios and saved strategies of one owner, all or none.
 * @returns a name that the owner has given to something else, so that nothing was written; null when all is written
 */
export function insertDemo(
  engine: Database,
  { portfolios, strategies }: DemoRows,
  { ownerId, address }: DemoOwner,
): Promise<string | null> {
  return engine.db.transaction().execute(async (tx) => {
    await holdRows(tx, 'portfolios', ownerId);
    await holdRows(tx, 'strategies', ownerId);
    const names = [...portfolios.map(({ name }) => name), ...strategies.map(({ row }) => row.name)];
    const taken = await takenName(tx, ownerId, names);
    if (taken !== null) return taken;
    await tx
      .insertInto('portfolios')
      .values([...portfolios])
      .execute();
    await tx
      .insertInto('strategies')
      .values(strategies.map(({ row }) => row))
      .execute();
    const versions = strategies.map(({ row, params }) => ({
      strategyId: row.strategyId,
      ownerId: row.ownerId,
      version: row.version,
      params: JSON.stringify(params),
      createdAt: row.createdAt,
    }));
    await tx.insertInto('strategyVersions').values(versions).execute();
    await recordAudit(
      tx,
      ...portfolios.map(({ portfolioId, kind, name }) => {
        const details = { portfolioId, kind, name };
        return { event: 'portfolio-created', ownerId, address, details } as const;
      }),
      ...strategies.map(({ row: { strategyId, kind, name, version } }) => {
        const details = { strategyId, kind, name, version };
        return { event: 'strategy-created', ownerId, address, details } as const;
      }),
    );
    return null;
  });
}

/**
 * Deletes the owner's demo portfolios with everything in them, and their strategies that no other bot uses.
 * @param strategyIds - more strategies of the demo, which its bots were still to use
 */
export async function deleteDemo(
  engine: Database,
  { ownerId, address }: DemoOwner,
  strategyIds: readonly string[] = [],
): Promise<void> {
  await engine.db.transaction().execute(async (tx) => {
    const demo = tx
      .selectFrom('portfolios')
      .select('portfolioId')
      .where('ownerId', '=', ownerId)
      .where('isDemo', '=', true);
    const portfolioIds = (await demo.execute()).map((row) => row.portfolioId);
    if (portfolioIds.length === 0) return;
    const bots = await tx
      .selectFrom('bots')
      .select(['botId', 'strategyId'])
      .where('portfolioId', 'in', portfolioIds)
      .execute();
    await deleteRowsOf(
      tx,
      portfolioIds,
      bots.map((bot) => bot.botId),
    );
    await touchAllOrderDays(tx, ownerId);
    const used = bots.flatMap((bot) => (bot.strategyId === null ? [] : [bot.strategyId]));
    await deleteUnusedStrategies(tx, ownerId, [...new Set([...used, ...strategyIds])]);
    await tx.deleteFrom('portfolios').where('portfolioId', 'in', portfolioIds).execute();
    const details = { portfolios: portfolioIds.length, bots: bots.length };
    await recordAudit(tx, { event: 'demo-removed', ownerId, address, details });
  });
}

const BY_PORTFOLIO = [
  'botHours',
  'botDays',
  'botTotals',
  'portfolioResults',
  'portfolioParts',
  'portfolioHours',
  'equitySpans',
  'orderDays',
  'orderDayCounts',
  'logs',
  'logCounts',
  'ledger',
  'trades',
  'orders',
  'cycles',
  'netCycles',
  'commands',
  'manualDeals',
  'notices',
] as const;

async function deleteRowsOf(tx: Tx, portfolioIds: readonly string[], botIds: readonly string[]): Promise<void> {
  for (const table of BY_PORTFOLIO) await tx.deleteFrom(table).where('portfolioId', 'in', portfolioIds).execute();
  if (botIds.length === 0) return;
  for (const table of ['atoms', 'runs', 'bots'] as const) {
    await tx.deleteFrom(table).where('botId', 'in', botIds).execute();
  }
}

async function deleteUnusedStrategies(tx: Tx, ownerId: string, strategyIds: readonly string[]): Promise<void> {
  if (strategyIds.length === 0) return;
  const used = await tx
    .selectFrom('bots')
    .select('strategyId')
    .where('ownerId', '=', ownerId)
    .where('strategyId', 'in', strategyIds)
    .execute();
  const unused = strategyIds.filter((id) => !used.some((bot) => bot.strategyId === id));
  if (unused.length === 0) return;
  for (const table of ['strategyVersions', 'strategies'] as const) {
    await tx.deleteFrom(table).where('strategyId', 'in', unused).execute();
  }
}
