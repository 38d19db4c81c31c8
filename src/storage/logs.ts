import { type Selectable, sql } from 'kysely';
import { DAY_MS } from '#base/time.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { Database, Db, Tx } from './database/database.ts';
import type { LogsTable } from './database/schema.ts';
import { UNSENT_CODES } from './order-stats/computed-days.ts';

/** A log line's row with the name of its bot. */
export type LogRow = Selectable<LogsTable> & { readonly botName: string };

/** Which log lines; a field that is left out does not restrict them. */
export interface LogFilter {
  readonly kind: BotKind;
  readonly botId?: string | undefined;
  readonly portfolioId?: string | undefined;
  readonly cycleId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly symbol?: string | undefined;
  readonly level?: LogLevel | undefined;
  readonly codes?: readonly string[] | undefined;
  readonly from?: Date | undefined;
  /** Excluded. */
  readonly to?: Date | undefined;
  /** Text to find in bot name, symbol, code or sentence, ignoring case. */
  readonly search?: string | undefined;
}

/** A text that more lines have is common. */
const FOUND_MAX = 5_000;

export type LogLevel = 'info' | 'warning' | 'error';

/** What comes after a line in the log of its owner is found by these. */
export interface LogCursor {
  readonly ts: Date;
  readonly logId: string;
}

/** A page of the lines that a filter finds. */
export interface LogQuery extends LogFilter {
  /** The last row of the page before. */
  readonly after?: LogCursor | undefined;
  readonly limit: number;
  readonly offset: number;
}

function ownLogs(tx: Tx, ownerId: string) {
  return tx
    .selectFrom('logs')
    .innerJoin('bots', 'bots.botId', 'logs.botId')
    .where('logs.ownerId', '=', ownerId)
    .where('bots.ownerId', '=', ownerId);
}

/** What a text finds: the ids of its lines when they are few, or a pattern to compare each line with. */
type Found = { readonly ids: readonly string[] } | { readonly pattern: string } | null;

/** A rare text is looked up in the index; a common one is compared with line after line. */
async function foundBy(tx: Tx, search: string | undefined): Promise<Found> {
  if (search === undefined || search === '') return null;
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<{ ids: string[] | null }>`select logs_like(${pattern}, ${FOUND_MAX}) as ids`.execute(tx);
  const ids = rows[0]?.ids ?? null;
  return ids === null ? { pattern } : { ids };
}

async function filteredLogs(tx: Tx, ownerId: string, filter: LogFilter) {
  const found = await foundBy(tx, filter.search);
  let query = ownLogs(tx, ownerId).where('bots.kind', '=', filter.kind);
  if (filter.botId !== undefined) query = query.where('logs.botId', '=', filter.botId);
  if (filter.portfolioId !== undefined) query = query.where('logs.portfolioId', '=', filter.portfolioId);
  if (filter.cycleId !== undefined) query = query.where('logs.cycleId', '=', filter.cycleId);
  if (filter.orderId !== undefined) query = query.where('logs.orderId', '=', filter.orderId);
  if (filter.symbol !== undefined) query = query.where('logs.symbol', '=', filter.symbol);
  if (filter.level !== undefined) query = query.where('logs.level', '=', filter.level);
  if (filter.codes !== undefined) query = query.where('logs.code', 'in', filter.codes);
  if (filter.from !== undefined) query = query.where('logs.ts', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('logs.ts', '<', filter.to);
  if (found !== null && 'ids' in found) query = query.where(sql<boolean>`logs.log_id = any(${found.ids}::bigint[])`);
  if (found !== null && 'pattern' in found) {
    const { pattern } = found;
    query = query.where((build) =>
      build.or([
        build('bots.name', 'ilike', pattern),
        build('logs.symbol', 'ilike', pattern),
        build('logs.code', 'ilike', pattern),
        build('logs.detail', 'ilike', pattern),
      ]),
    );
  }
  return { query };
}

type LogCounts = Readonly<Record<LogLevel, number>>;

/**
 * How many lines of the owner's bots there are of each level. Whole UTC days are read from their counts, unless a filter looks
 * into the lines; then, and for parts of days, the lines are read.
 */
export async function countLogs(tx: Tx, ownerId: string, filter: LogFilter): Promise<LogCounts> {
  const { codes, cycleId, orderId, symbol, search, level, from, to } = filter;
  const isOfLines = [codes, cycleId, orderId, symbol, level].some((one) => one !== undefined) || (search ?? '') !== '';
  const days = { from: from && midnightFrom(from), to: to && midnightBy(to) };
  const isWithinDay = days.from !== undefined && days.to !== undefined && days.from >= days.to;
  if (isOfLines || isWithinDay) return readCounts(tx, ownerId, filter);
  const parts = [
    ...(from === undefined ? [] : [{ from, to: days.from }]),
    ...(to === undefined ? [] : [{ from: days.to, to }]),
  ].filter((part) => part.from?.getTime() !== part.to?.getTime());
  let counts = await dayCounts(tx, ownerId, { ...filter, ...days });
  for (const part of parts) counts = sumOf(counts, await readCounts(tx, ownerId, { ...filter, ...part }));
  return counts;
}

/** From the lines themselves. */
async function readCounts(tx: Tx, ownerId: string, filter: LogFilter): Promise<LogCounts> {
  const { query } = await filteredLogs(tx, ownerId, filter);
  return countsOf(
    await query
      .select(['logs.level', (build) => build.fn.countAll<string>().as('lines')])
      .groupBy('logs.level')
      .execute(),
  );
}

/** @param filter - `from` and `to` are midnights UTC */
async function dayCounts(tx: Tx, ownerId: string, filter: LogFilter): Promise<LogCounts> {
  let query = tx
    .selectFrom('logCounts')
    .innerJoin('bots', 'bots.botId', 'logCounts.botId')
    .where('logCounts.ownerId', '=', ownerId)
    .where('bots.ownerId', '=', ownerId)
    .where('bots.kind', '=', filter.kind);
  if (filter.botId !== undefined) query = query.where('logCounts.botId', '=', filter.botId);
  if (filter.portfolioId !== undefined) query = query.where('logCounts.portfolioId', '=', filter.portfolioId);
  if (filter.from !== undefined) query = query.where('logCounts.day', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('logCounts.day', '<', filter.to);
  return countsOf(
    await query
      .select(['logCounts.level', (build) => build.fn.sum<string>('logCounts.lines').as('lines')])
      .groupBy('logCounts.level')
      .execute(),
  );
}

function countsOf(rows: readonly { readonly level: LogLevel; readonly lines: string }[]): LogCounts {
  const of = (level: LogLevel) => Number(rows.find((row) => row.level === level)?.lines ?? 0);
  return { info: of('info'), warning: of('warning'), error: of('error') };
}

const sumOf = (one: LogCounts, other: LogCounts): LogCounts => ({
  info: one.info + other.info,
  warning: one.warning + other.warning,
  error: one.error + other.error,
});

const midnightFrom = (time: Date): Date => new Date(Math.ceil(time.getTime() / DAY_MS) * DAY_MS);
const midnightBy = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);

/** Log lines of the owner's bots, newest first. */
export async function listLogs(tx: Tx, ownerId: string, filter: LogQuery): Promise<LogRow[]> {
  const { after, ...rest } = filter;
  const filtered = await filteredLogs(tx, ownerId, rest);
  let query = filtered.query.selectAll('logs').select('bots.name as botName');
  if (after !== undefined) query = query.where(sql<boolean>`(logs.ts, logs.log_id) < (${after.ts}, ${after.logId})`);
  return query
    .orderBy('logs.ts', 'desc')
    .orderBy('logs.logId', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
}

/** A page of the log lines about one order. */
interface OrderLogQuery {
  readonly orderId: string;
  /** The last row of the page before. */
  readonly after?: LogCursor | undefined;
  readonly limit: number;
}

/** Log lines about one order, oldest first. */
export function listOrderLogs(tx: Tx, ownerId: string, { orderId, after, limit }: OrderLogQuery): Promise<LogRow[]> {
  let query = ownLogs(tx, ownerId).selectAll('logs').select('bots.name as botName').where('logs.orderId', '=', orderId);
  if (after !== undefined) query = query.where(sql<boolean>`(logs.ts, logs.log_id) > (${after.ts}, ${after.logId})`);
  return query.orderBy('logs.ts').orderBy('logs.logId').limit(limit).execute();
}

/** The users who may have log lines, for the engine. */
export async function logOwners({ db }: Database): Promise<string[]> {
  const rows = await db.selectFrom('portfolios').select('ownerId').distinct().orderBy('ownerId').execute();
  return rows.map(({ ownerId }) => ownerId);
}

/**
 * Looks at an owner's next lines from before an instant, oldest first, and deletes them. Lines of a cycle that was open
 * then or later stay, so that its story is whole, and lines of orders that were not sent, which statistics count.
 * @param options - `after` is the last line looked at, null at first; `limit` bounds the lines looked at
 * @returns the last line looked at; null when there is none left
 */
export async function deleteOldLogs(
  { db }: Database,
  options: {
    readonly ownerId: string;
    readonly before: Date;
    readonly after: LogCursor | null;
    readonly limit: number;
  },
): Promise<LogCursor | null> {
  const { ownerId, before, after, limit } = options;
  const further = after === null ? sql`true` : sql`(ts, log_id) > (${after.ts}, ${after.logId})`;
  const { rows } = await sql<LogCursor>`
    with seen as materialized (
      select log_id, ts, code, cycle_id from logs
       where owner_id = ${ownerId} and ts < ${before} and ${further}
       order by ts, log_id limit ${limit}),
    gone as (
      delete from logs using seen
       where logs.log_id = seen.log_id and seen.code not in (${sql.join(UNSENT_CODES)})
         and not exists (select from cycles
                          where cycles.cycle_id = seen.cycle_id and (end_at is null or end_at >= ${before}))
      returning logs.bot_id, logs.portfolio_id, logs.ts, logs.level),
    fewer as (
      select bot_id, portfolio_id, date_trunc('day', ts, 'UTC') as day, level, count(*)::integer as lines
        from gone group by 1, 2, 3, 4),
    counted as (
      update log_counts set lines = log_counts.lines - fewer.lines from fewer
       where (log_counts.bot_id, log_counts.portfolio_id, log_counts.day, log_counts.level)
             = (fewer.bot_id, fewer.portfolio_id, fewer.day, fewer.level))
    select ts, log_id from seen order by ts desc, log_id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Whether an index serves the search for text; without one, each search compares lines until it has found enough. */
export async function isSearchIndexed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`select to_regclass('logs_text') is not null as is_there`.execute(db);
  return rows[0]?.isThere === true;
}

/** The newest line of a code that a bot had by an instant, about the whole bot or one of its atoms; undefined without one. */
export function lastNoteBy(
  tx: Tx,
  ownerId: string,
  { botId, atom, code, after, by }: NoteSearch,
): Promise<Pick<Selectable<LogsTable>, 'ts' | 'figures'> | undefined> {
  let query = tx
    .selectFrom('logs')
    .select(['ts', 'figures'])
    .where('ownerId', '=', ownerId)
    .where('botId', '=', botId)
    .where('code', '=', code)
    .where('ts', '<=', by);
  if (atom !== null) query = query.where('symbol', '=', atom.symbol).where('direction', '=', atom.direction);
  if (after !== null) query = query.where('ts', '>', after);
  return query.orderBy('ts', 'desc').orderBy('logId', 'desc').limit(1).executeTakeFirst();
}

export interface NoteSearch {
  readonly botId: string;
  readonly atom: { readonly symbol: string; readonly direction: 'buy' | 'sell' } | null;
  readonly code: string;
  readonly after: Date | null;
  readonly by: Date;
}
