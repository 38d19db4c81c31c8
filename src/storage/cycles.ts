import { type Selectable, sql } from 'kysely';
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

/** Ended cycles of one run within [from, to). */
export interface RunPeriod {
  readonly botId: string;
  readonly runNo: number;
  readonly from: Date;
  readonly to: Date;
}

/** The end of a cycle with its net result and the sum of all up to and with it, as exact decimal text. */
export interface RunningResult {
  readonly endAt: Date;
  readonly result: string;
  readonly cumulative: string;
}

/** A page of the running sum over the cycles of a run, oldest first. */
export async function pageOfRun(
  tx: Tx,
  ownerId: string,
  { run, page }: { readonly run: RunPeriod; readonly page: PageRange },
): Promise<readonly RunningResult[]> {
  const { rows } = await sql<RunningResult>`
    select end_at, result::numeric(38,8)::text as result,
           (sum(result) over (order by end_at, cycle_id))::numeric(38,8)::text as cumulative
      from cycles
     where owner_id = ${ownerId} and bot_id = ${run.botId} and run_no = ${run.runNo}
       and end_at >= ${run.from} and end_at < ${run.to}
     order by end_at, cycle_id limit ${page.limit} offset ${page.offset}`.execute(tx);
  return rows;
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
