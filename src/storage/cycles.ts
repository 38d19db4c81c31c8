import type { Selectable } from 'kysely';
import type { BotKind } from '#engine/model/bot.ts';
import type { Tx } from './database/database.ts';
import type { CyclesTable, NetCyclesTable } from './database/schema.ts';

/** A cycle's row with the name of its bot; money as exact decimal text. */
export type CycleRow = Selectable<CyclesTable> & { readonly botName: string };
/** A flat-to-flat episode's row; money as exact decimal text. */
export type NetCycleRow = Selectable<NetCyclesTable>;

/** Whose cycles: exactly one bot or one portfolio of the owner. */
export type CycleScope = { readonly botId: string } | { readonly portfolioId: string };
/** A stretch of a list: `offset` rows are passed over, at most `limit` shown. */
export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

function cycleQuery(tx: Tx, ownerId: string) {
  return tx
    .selectFrom('cycles')
    .innerJoin('bots', 'bots.botId', 'cycles.botId')
    .selectAll('cycles')
    .select('bots.name as botName')
    .where('cycles.ownerId', '=', ownerId)
    .where('bots.ownerId', '=', ownerId);
}

function scoped(tx: Tx, ownerId: string, scope: CycleScope) {
  const query = cycleQuery(tx, ownerId);
  return 'botId' in scope
    ? query.where('cycles.botId', '=', scope.botId)
    : query.where('cycles.portfolioId', '=', scope.portfolioId);
}

/** Open cycles, newest first; there are at most as many as atoms. */
export function listOpenCycles(tx: Tx, ownerId: string, scope: CycleScope): Promise<CycleRow[]> {
  return scoped(tx, ownerId, scope)
    .where('cycles.endAt', 'is', null)
    .orderBy('cycles.openedAt', 'desc')
    .orderBy('cycles.cycleId')
    .execute();
}

/** Ended cycles, newest end first; `endedBy` keeps only those ended at or before it. */
export function listEndedCycles(
  tx: Tx,
  ownerId: string,
  options: { readonly scope: CycleScope; readonly page: PageRange; readonly endedBy: Date | null },
): Promise<CycleRow[]> {
  let query = scoped(tx, ownerId, options.scope).where('cycles.endAt', 'is not', null);
  if (options.endedBy !== null) query = query.where('cycles.endAt', '<=', options.endedBy);
  return query
    .orderBy('cycles.endAt', 'desc')
    .orderBy('cycles.cycleId', 'desc')
    .limit(options.page.limit)
    .offset(options.page.offset)
    .execute();
}

/** Cycles that ended in one run, oldest first. */
export function listCyclesOfRun(
  tx: Tx,
  ownerId: string,
  run: {
    readonly botId: string;
    readonly runNo: number;
    readonly from: Date;
    readonly to: Date;
    readonly limit: number;
  },
): Promise<{ cycleId: string; endAt: Date | null; result: string }[]> {
  return tx
    .selectFrom('cycles')
    .select(['cycleId', 'endAt', 'result'])
    .where('ownerId', '=', ownerId)
    .where('botId', '=', run.botId)
    .where('runNo', '=', run.runNo)
    .where('endAt', '>=', run.from)
    .where('endAt', '<', run.to)
    .orderBy('endAt')
    .orderBy('cycleId')
    .limit(run.limit)
    .execute();
}

/** One of the owner's cycles; undefined when there is none or its bot is of another kind. */
export function findCycle(
  tx: Tx,
  ownerId: string,
  wanted: { readonly kind: BotKind; readonly cycleId: string },
): Promise<CycleRow | undefined> {
  return cycleQuery(tx, ownerId)
    .where('cycles.cycleId', '=', wanted.cycleId)
    .where('bots.kind', '=', wanted.kind)
    .executeTakeFirst();
}

/** Flat-to-flat episodes of a bot, newest first. */
export function listNetCycles(
  tx: Tx,
  ownerId: string,
  options: { readonly botId: string; readonly page: PageRange },
): Promise<NetCycleRow[]> {
  return tx
    .selectFrom('netCycles')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('botId', '=', options.botId)
    .orderBy('beginAt', 'desc')
    .orderBy('netCycleId', 'desc')
    .limit(options.page.limit)
    .offset(options.page.offset)
    .execute();
}
