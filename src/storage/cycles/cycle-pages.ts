import { sql } from 'kysely';
import { type CycleGroup, GROUP_REASONS } from '#engine/model/cycle.ts';
import type { Tx } from '../database/database.ts';
import { type CycleRow, type CycleScope, countEnded, numberColumn, scopedCycles } from './cycles.ts';

/** Which cycles of a bot or portfolio; a field that is left out does not restrict them. */
export interface WantedCycles {
  readonly scope: CycleScope;
  readonly group?: CycleGroup | undefined;
  readonly cycleId?: string | undefined;
  readonly seq?: number | undefined;
  /** Text to find in symbol, bot name or number ("#12"), ignoring case. */
  readonly search?: string | undefined;
  /** Ended cycles before it are left out; open ones belong to every period. */
  readonly endedFrom?: Date | undefined;
  /** Only cycles that ended at or before it. */
  readonly endedBy?: Date | undefined;
}

/** The last row of the page before: an ended cycle by its number, an open one by when it was opened. */
export type LastCycle =
  | { readonly number: number; readonly cycleId: null }
  | { readonly openedAt: Date; readonly cycleId: string };

/** A stretch of a filtered list: after a place, with `offset` rows passed over. */
interface CyclePage {
  readonly filter: WantedCycles;
  readonly after: LastCycle | null;
  readonly offset: number;
  readonly limit: number;
}

/** Open cycles first, then ended ones, newest first. `total` counts all pages; null where a filter keeps only some. */
export async function listCycles(
  tx: Tx,
  ownerId: string,
  page: CyclePage,
): Promise<{ readonly rows: readonly CycleRow[]; readonly total: number | null }> {
  const { filter, after, offset, limit } = page;
  const ended = await endedNumbers(tx, ownerId, filter);
  const isPastOpen = after !== null && after.cycleId === null;
  const open = isPastOpen || !admitsOpen(filter) ? [] : await openCycles(tx, ownerId, filter);
  const left = after === null || after.cycleId === null ? open : open.filter((row) => isAfter(row, after));
  const shown = left.slice(offset, offset + limit);
  const rest = { offset: Math.max(0, offset - left.length), limit: limit - shown.length };
  const before = isPastOpen ? Math.min(after.number - 1, ended.last) : ended.last;
  const rows =
    rest.limit === 0 || filter.group === 'open'
      ? []
      : await endedCycles(tx, ownerId, { filter, numbers: { ...ended, last: before }, ...rest });
  const total = isNarrowed(filter) || after !== null ? null : open.length + Math.max(0, ended.last - ended.before);
  return { rows: [...shown, ...rows], total };
}

/** Numbers of ended cycles: those after `before` up to and with `last`. */
export interface EndedNumbers {
  readonly before: number;
  readonly last: number;
}

/** The numbers that a filter's period leaves; ended cycles are numbered in the order in which they ended. */
export async function endedNumbers(tx: Tx, ownerId: string, filter: WantedCycles): Promise<EndedNumbers> {
  const { scope, endedFrom, endedBy } = filter;
  const last = await countEnded(tx, ownerId, { scope, endedBy: endedBy ?? null });
  if (endedFrom === undefined) return { before: 0, last };
  const justBefore = new Date(endedFrom.getTime() - 1);
  return { before: await countEnded(tx, ownerId, { scope, endedBy: justBefore }), last };
}

/** Whether open cycles can belong to the list. */
export function admitsOpen({ endedBy, group }: WantedCycles): boolean {
  return endedBy === undefined && (group === undefined || group === 'open');
}

function isNarrowed({ group, cycleId, seq, search }: WantedCycles): boolean {
  return group !== undefined || cycleId !== undefined || seq !== undefined || search !== undefined;
}

/** Open cycles, newest first; there are at most as many as atoms. */
function openCycles(tx: Tx, ownerId: string, filter: WantedCycles): Promise<CycleRow[]> {
  return filteredCycles(tx, ownerId, filter)
    .where('cycles.endAt', 'is', null)
    .orderBy('cycles.openedAt', 'desc')
    .orderBy('cycles.cycleId')
    .execute();
}

function isAfter(row: CycleRow, place: { readonly openedAt: Date; readonly cycleId: string }): boolean {
  const ms = row.openedAt.getTime() - place.openedAt.getTime();
  return ms < 0 || (ms === 0 && row.cycleId > place.cycleId);
}

/** Found by their numbers: without a narrowing filter the last page costs what the first does. */
function endedCycles(
  tx: Tx,
  ownerId: string,
  stretch: {
    readonly filter: WantedCycles;
    readonly numbers: EndedNumbers;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<CycleRow[]> {
  const { filter, numbers, offset, limit } = stretch;
  const column = `cycles.${numberColumn(filter.scope)}` as const;
  const isCounted = isNarrowed(filter);
  return filteredCycles(tx, ownerId, filter)
    .where(column, '>', numbers.before)
    .where(column, '<=', Math.max(0, numbers.last - (isCounted ? 0 : offset)))
    .orderBy(column, 'desc')
    .limit(limit)
    .offset(isCounted ? offset : 0)
    .execute();
}

/** The cycles of a filter, whatever its period. */
export function filteredCycles(tx: Tx, ownerId: string, filter: WantedCycles) {
  const { group, cycleId, seq, search } = filter;
  let query = scopedCycles(tx, ownerId, filter.scope);
  if (cycleId !== undefined) query = query.where('cycles.cycleId', '=', cycleId);
  if (seq !== undefined) query = query.where('cycles.seq', '=', seq);
  if (group === 'open') query = query.where('cycles.endAt', 'is', null);
  else if (group === 'other') query = query.where('cycles.closeReason', 'not in', Object.values(GROUP_REASONS).flat());
  else if (group !== undefined) query = query.where('cycles.closeReason', 'in', GROUP_REASONS[group]);
  if (search !== undefined) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(sql<boolean>`cycles.symbol || ' ' || bots.name || ' #' || cycles.seq ilike ${pattern}`);
  }
  return query;
}
