import { type Selectable, sql } from 'kysely';
import type { BotKind } from '#engine/model/bot.ts';
import type { Tx } from '../database/database.ts';
import type { CyclesTable, NetCyclesTable } from '../database/schema.ts';

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

/** All cycles of a bot or portfolio, with the name of the bot. */
export function scopedCycles(tx: Tx, ownerId: string, scope: CycleScope) {
  const query = cycleQuery(tx, ownerId);
  return 'botId' in scope
    ? query.where('cycles.botId', '=', scope.botId)
    : query.where('cycles.portfolioId', '=', scope.portfolioId);
}

/** Where a cycle's number stands, within its bot or within its portfolio. */
export function numberColumn(scope: CycleScope) {
  return 'botId' in scope ? ('botNo' as const) : ('portfolioNo' as const);
}

/** How many cycles have ended, all of them or only those at or before a time; costs the same however many they are. */
export async function countEnded(
  tx: Tx,
  ownerId: string,
  { scope, endedBy }: { readonly scope: CycleScope; readonly endedBy: Date | null },
): Promise<number> {
  const column = numberColumn(scope);
  let query = tx
    .selectFrom('cycles')
    .select(column)
    .where('ownerId', '=', ownerId)
    .where(column, 'is not', null)
    .limit(1);
  query =
    'botId' in scope ? query.where('botId', '=', scope.botId) : query.where('portfolioId', '=', scope.portfolioId);
  if (endedBy !== null) query = query.where('endAt', '<=', endedBy).orderBy('endAt', 'desc');
  const row: { botNo?: number | null; portfolioNo?: number | null } | undefined = await query
    .orderBy(column, 'desc')
    .executeTakeFirst();
  return row?.[column] ?? 0;
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
  /** Open result of the bot at the last full market hour before; null before its first. */
  readonly unrealized: string | null;
}

/** A page of the running sum over the cycles of a run, oldest first; the last page costs what the first does. */
export async function pageOfRun(
  tx: Tx,
  ownerId: string,
  { run, page }: { readonly run: RunPeriod; readonly page: PageRange },
): Promise<readonly RunningResult[]> {
  const inRun = sql`owner_id = ${ownerId} and bot_id = ${run.botId} and run_no = ${run.runNo} and end_at < ${run.to}`;
  const { rows } = await sql<RunningResult>`
    with first as (
      select bot_no, bot_sum - result as before
        from cycles where ${inRun} and end_at >= ${run.from} order by end_at, bot_no limit 1)
    select end_at, result::numeric(38,8)::text as result, (bot_sum - first.before)::numeric(38,8)::text as cumulative,
           (select unrealized from bot_hours as hours
             where hours.bot_id = cycles.bot_id and hours.portfolio_id = cycles.portfolio_id and hours.ts <= cycles.end_at
             order by hours.ts desc limit 1)::numeric(38,8)::text as unrealized
      from cycles, first
     where ${inRun} and cycles.bot_no >= first.bot_no + ${page.offset}
     order by cycles.bot_no limit ${page.limit}`.execute(tx);
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

/** Flat-to-flat episodes of a bot, newest first. @param options - `after`: the last row of the page before */
export function listNetCycles(
  tx: Tx,
  ownerId: string,
  options: {
    readonly botId: string;
    readonly page: PageRange;
    readonly after: { readonly beginAt: Date; readonly netCycleId: string } | null;
  },
): Promise<NetCycleRow[]> {
  const { botId, page, after } = options;
  let query = tx.selectFrom('netCycles').selectAll().where('ownerId', '=', ownerId).where('botId', '=', botId);
  if (after !== null) {
    query = query.where(sql<boolean>`(begin_at, net_cycle_id) < (${after.beginAt}, ${after.netCycleId})`);
  }
  return query.orderBy('beginAt', 'desc').orderBy('netCycleId', 'desc').limit(page.limit).offset(page.offset).execute();
}
