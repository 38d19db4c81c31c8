import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { admitsOpen, endedNumbers, filteredCycles, type WantedCycles } from './cycle-pages.ts';
import { type CycleRow, type CycleScope, numberColumn } from './cycles.ts';

/** What a list of cycles can be sorted by. */
export type CycleSortKey = 'symbol' | 'bot' | 'seq' | 'opened' | 'lasted' | 'steps' | 'result';

/** A column and its direction. */
export interface CycleSort {
  readonly key: CycleSortKey;
  readonly isDescending: boolean;
}

/** The last row of the page before, and the instant up to which open cycles have lasted on every page of the list. */
export interface LastSorted {
  /** The value of the row in the sorted column. */
  readonly value: string;
  readonly cycleId: string;
  readonly asOf: Date;
}

/** A row with its value in the sorted column. */
export type SortedRow = CycleRow & { readonly value: string };

interface SortedPage {
  readonly filter: WantedCycles;
  readonly sort: CycleSort;
  readonly after: LastSorted | null;
  readonly offset: number;
  readonly limit: number;
}

/** Cycles in the order of a column, open ones among them; equal values by id. A page reads every cycle of the filter. */
export async function listSortedCycles(
  tx: Tx,
  ownerId: string,
  page: SortedPage,
): Promise<{ readonly rows: readonly SortedRow[]; readonly asOf: Date }> {
  const { filter, sort, after, offset, limit } = page;
  const asOf = after?.asOf ?? (await marketMinute(tx, ownerId, filter.scope));
  const value = sortedBy(sort, asOf);
  const direction = sort.isDescending ? 'desc' : 'asc';
  let query = filteredCycles(tx, ownerId, filter).select(sql<string>`(${value})::text`.as('value'));
  const column = `cycles.${numberColumn(filter.scope)}` as const;
  const ended = await endedNumbers(tx, ownerId, filter);
  query = query.where((row) => {
    const inPeriod = row.and([row(column, '>', ended.before), row(column, '<=', ended.last)]);
    return admitsOpen(filter) ? row.or([inPeriod, row(column, 'is', null)]) : inPeriod;
  });
  if (after !== null) {
    const sign = sort.isDescending ? sql`<` : sql`>`;
    const last = isText(sort.key) ? sql`${after.value}::text` : sql`${after.value}::numeric`;
    query = query.where(sql<boolean>`(${value}, cycles.cycle_id) ${sign} (${last}, ${after.cycleId})`);
  }
  const rows = await query
    .orderBy(value, direction)
    .orderBy('cycles.cycleId', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, asOf };
}

/** Whether a column is sorted as text; the others are numbers. */
export function isText(key: CycleSortKey): boolean {
  return key === 'symbol' || key === 'bot';
}

/** What rows are compared by, never null: a cycle without a first fill has lasted for no time and comes last. */
function sortedBy({ key, isDescending }: CycleSort, asOf: Date) {
  if (key === 'symbol') return sql<string>`cycles.symbol`;
  if (key === 'bot') return sql<string>`lower(bots.name)`;
  if (key === 'seq') return sql<string>`cycles.seq::numeric`;
  if (key === 'steps') return sql<string>`cycles.levels_filled::numeric`;
  if (key === 'result') return sql<string>`cycles.result`;
  if (key === 'opened') return sql<string>`(extract(epoch from cycles.opened_at) * 1000)::numeric`;
  const last = sql.lit(isDescending ? -1 : Number.MAX_SAFE_INTEGER);
  const end = sql`coalesce(cycles.end_at, ${asOf}::timestamptz)`;
  return sql<string>`case when cycles.begin_at is null then ${last}::numeric
    else greatest((extract(epoch from ${end} - cycles.begin_at) * 1000)::numeric, 0) end`;
}

/** The last stored minute of the portfolio, or of the bot's. */
async function marketMinute(tx: Tx, ownerId: string, scope: CycleScope): Promise<Date> {
  const query = tx.selectFrom('portfolios').select('minuteAt').where('portfolios.ownerId', '=', ownerId);
  const row = await ('portfolioId' in scope
    ? query.where('portfolios.portfolioId', '=', scope.portfolioId)
    : query.innerJoin('bots', 'bots.portfolioId', 'portfolios.portfolioId').where('bots.botId', '=', scope.botId)
  ).executeTakeFirst();
  return row?.minuteAt ?? new Date(0);
}
