import * as z from 'zod/mini';
import type { Received } from '#contract/call.ts';
import { getLogCounts, getLogs } from '#contract/cycle.ts';
import { countLogs, type LogFilter, listLogs } from '#storage/logs.ts';
import { readFrom, readTo } from '../http/period.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, storedRoute } from '../http/route.ts';
import { cursorInstant, cursorText, readCursor } from './cursor.ts';
import { presentLog } from './present-cycle.ts';

/** The log of the bots. A filter on another user's bot finds nothing. */
export function logRoutes(): Route[] {
  return [
    storedRoute(getLogs, async ({ caller, params, query, read }) => {
      const { cursor, limit, offset, level, ...rest } = query;
      const after = cursor === undefined ? undefined : readLogCursor(cursor);
      // One row more than requested shows whether there is a next page.
      const rows = await read((tx) =>
        listLogs(tx, caller.userId, { ...filterOf(rest), kind: params.kind, level, after, offset, limit: limit + 1 }),
      );
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        items: page.map(presentLog),
        total: null,
        offset,
        limit,
        cursor: rows.length > limit && last !== undefined ? cursorText([last.ts.getTime(), last.logId]) : null,
      };
    }),
    storedRoute(getLogCounts, async ({ caller, params, query, read, services }) => ({
      ...(await read((tx) => countLogs(tx, caller.userId, { ...filterOf(query), kind: params.kind }))),
      keptDays: services.settings.logDays,
    })),
  ];
}

/** The filter that a query asks for. */
function filterOf(query: Received<typeof getLogCounts>['query']): Omit<LogFilter, 'kind' | 'level'> {
  const { dateFrom, dateTo, codes, ...filter } = query;
  const from = dateFrom === undefined ? undefined : new Date(readFrom(dateFrom));
  const to = dateTo === undefined ? undefined : new Date(readTo(dateTo));
  if (from !== undefined && to !== undefined && from > to) throw new ProblemError('PERIOD_REVERSED');
  return { ...filter, from, to, codes: codes?.split(',') };
}

function readLogCursor(cursor: string): { ts: Date; logId: string } {
  const [ts, logId] = readCursor(cursor, z.tuple([cursorInstant, z.string().check(z.regex(/^\d{1,18}$/))]));
  return { ts, logId };
}
