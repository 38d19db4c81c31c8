import * as z from 'zod/mini';
import type { Received } from '#contract/call.ts';
import { cycleSorts, type getCycles } from '#contract/cycle.ts';
import { type LastCycle, listCycles, type WantedCycles } from '#storage/cycles/cycle-pages.ts';
import type { CycleRow } from '#storage/cycles/cycles.ts';
import { type CycleSort, isText, type LastSorted, listSortedCycles } from '#storage/cycles/sorted-cycles.ts';
import type { Tx } from '#storage/database/database.ts';
import { readEnd, readFrom } from '../http/period.ts';
import { ProblemError } from '../http/problem.ts';
import { cursorInstant, cursorText, cursorWords, readCursor } from './cursor.ts';

type Query = Received<typeof getCycles>['query'];
type Sort = NonNullable<Query['sort']>;
type Wanted = Pick<Query, 'cursor' | 'offset' | 'limit'> & { readonly filter: WantedCycles };

interface CycleList {
  readonly rows: readonly CycleRow[];
  readonly total: number | null;
  readonly cursor: string | null;
}

/** Which cycles a query asks for. @throws ProblemError PERIOD_REVERSED */
export function wantedCyclesOf(
  query: Partial<Pick<Query, 'cycleId' | 'dateFrom' | 'endDate' | 'group' | 'search' | 'seq'>>,
): Omit<WantedCycles, 'scope'> {
  const { cycleId, dateFrom, endDate, group, search, seq } = query;
  const endedFrom = dateFrom === undefined ? undefined : new Date(readFrom(dateFrom));
  const endedBy = endDate === undefined ? undefined : new Date(readEnd(endDate));
  if (endedFrom !== undefined && endedBy !== undefined && endedFrom > endedBy)
    throw new ProblemError('PERIOD_REVERSED');
  return {
    cycleId,
    group,
    endedFrom,
    endedBy,
    search: search === '' ? undefined : search,
    seq: seq === undefined ? undefined : Number(seq),
  };
}

/** Open cycles first, then ended ones, newest first. */
export async function newestCycles(tx: Tx, ownerId: string, wanted: Wanted): Promise<CycleList> {
  const { filter, cursor, offset, limit } = wanted;
  const after = cursor === undefined ? null : readNewest(cursor);
  // One row more than requested shows whether there is a next page.
  const { rows, total } = await listCycles(tx, ownerId, { filter, after, offset, limit: limit + 1 });
  const numberOf = 'botId' in filter.scope ? 'botNo' : 'portfolioNo';
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, total, cursor: last === undefined ? null : cursorText(lastOf(last, last[numberOf])) };
}

function lastOf({ openedAt, cycleId }: CycleRow, number: number | null): (string | number)[] {
  return number === null ? ['open', openedAt.getTime(), cycleId] : ['ended', number];
}

const newestCursor = z.union([
  z.tuple([z.literal('ended'), z.int().check(z.gte(1), z.lte(2_147_483_647))]),
  z.tuple([z.literal('open'), cursorInstant, cursorWords]),
]);

function readNewest(cursor: string): LastCycle {
  const place = readCursor(cursor, newestCursor);
  return place[0] === 'ended' ? { number: place[1], cycleId: null } : { openedAt: place[1], cycleId: place[2] };
}

/** Cycles in the order of a column. */
export async function sortedCycles(tx: Tx, ownerId: string, wanted: Wanted & { sort: Sort }): Promise<CycleList> {
  const { filter, cursor, offset, limit } = wanted;
  const sort = sortOf(wanted.sort);
  const after = cursor === undefined ? null : readSorted(cursor, wanted.sort);
  const { rows, asOf } = await listSortedCycles(tx, ownerId, { filter, sort, after, offset, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const place = last && cursorText([wanted.sort, last.value, last.cycleId, asOf.getTime()]);
  return { rows: page, total: null, cursor: place ?? null };
}

/** @param text - a column, after a minus in descending order */
function sortOf(text: Sort): CycleSort {
  const key = cycleSorts.find((column) => column === text || `-${column}` === text) ?? 'opened';
  return { key, isDescending: text !== key };
}

const NUMBER = /^-?\d{1,20}(\.\d{1,20})?$/;

/** A cursor of another order would continue somewhere else, so it is refused. */
function readSorted(cursor: string, sort: Sort): LastSorted {
  const [, value, cycleId, asOf] = readCursor(
    cursor,
    z.tuple([z.literal(sort), cursorWords, cursorWords, cursorInstant]),
  );
  if (!isText(sortOf(sort).key) && !NUMBER.test(value)) throw new ProblemError('CURSOR_INVALID');
  return { value, cycleId, asOf };
}
