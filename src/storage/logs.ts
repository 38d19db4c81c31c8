import { type Selectable, sql } from 'kysely';
import type { BotKind } from '#engine/model/bot.ts';
import type { Tx } from './database/database.ts';
import type { LogsTable } from './database/schema.ts';

/** A log line's row with the name of its bot. */
export type LogRow = Selectable<LogsTable> & { readonly botName: string };

/** Which log lines; a field that is left out does not restrict them. */
export interface LogFilter {
  readonly kind: BotKind;
  readonly botId?: string | undefined;
  readonly portfolioId?: string | undefined;
  readonly cycleId?: string | undefined;
  readonly level?: LogLevel | undefined;
  readonly codes?: readonly string[] | undefined;
  readonly from?: Date | undefined;
  /** Excluded. */
  readonly to?: Date | undefined;
  /** Text to find in bot name, symbol, code or sentence, ignoring case. */
  readonly search?: string | undefined;
}

export type LogLevel = 'info' | 'warning' | 'error';

/** A page of the lines that a filter finds. */
export interface LogQuery extends LogFilter {
  /** The last row of the page before. */
  readonly after?: { readonly ts: Date; readonly logId: string } | undefined;
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

function filteredLogs(tx: Tx, ownerId: string, filter: LogFilter) {
  let query = ownLogs(tx, ownerId).where('bots.kind', '=', filter.kind);
  if (filter.botId !== undefined) query = query.where('logs.botId', '=', filter.botId);
  if (filter.portfolioId !== undefined) query = query.where('logs.portfolioId', '=', filter.portfolioId);
  if (filter.cycleId !== undefined) query = query.where('logs.cycleId', '=', filter.cycleId);
  if (filter.level !== undefined) query = query.where('logs.level', '=', filter.level);
  if (filter.codes !== undefined) query = query.where('logs.code', 'in', filter.codes);
  if (filter.from !== undefined) query = query.where('logs.ts', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('logs.ts', '<', filter.to);
  if (filter.search !== undefined && filter.search !== '') {
    const pattern = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((build) =>
      build.or([
        build('bots.name', 'ilike', pattern),
        build('logs.symbol', 'ilike', pattern),
        build('logs.code', 'ilike', pattern),
        build('logs.detail', 'ilike', pattern),
      ]),
    );
  }
  return query;
}

/** How many lines of the owner's bots there are of each level. */
export async function countLogs(tx: Tx, ownerId: string, filter: LogFilter): Promise<Record<LogLevel, number>> {
  const rows = await filteredLogs(tx, ownerId, filter)
    .select(['logs.level', (build) => build.fn.countAll<string>().as('lines')])
    .groupBy('logs.level')
    .execute();
  const of = (level: LogLevel) => Number(rows.find((row) => row.level === level)?.lines ?? 0);
  return { info: of('info'), warning: of('warning'), error: of('error') };
}

/** Log lines of the owner's bots, newest first. */
export function listLogs(tx: Tx, ownerId: string, filter: LogQuery): Promise<LogRow[]> {
  let query = filteredLogs(tx, ownerId, filter).selectAll('logs').select('bots.name as botName');
  const { after } = filter;
  if (after !== undefined) query = query.where(sql<boolean>`(logs.ts, logs.log_id) < (${after.ts}, ${after.logId})`);
  return query
    .orderBy('logs.ts', 'desc')
    .orderBy('logs.logId', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
}

/** Log lines about one order, oldest first. */
export function listOrderLogs(tx: Tx, ownerId: string, orderId: string): Promise<LogRow[]> {
  return ownLogs(tx, ownerId)
    .selectAll('logs')
    .select('bots.name as botName')
    .where('logs.orderId', '=', orderId)
    .orderBy('logs.ts')
    .orderBy('logs.logId')
    .limit(1_000)
    .execute();
}
