import { getLogs } from '#contract/cycle.ts';
import { type LogRow, listLogs } from '#storage/logs.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, storedRoute } from '../http/route.ts';
import { presentLog } from './present-cycle.ts';

/** The log of the bots. A filter on another user's bot finds nothing. */
export function logRoutes(): Route[] {
  return [
    storedRoute(getLogs, async ({ caller, params, query, read }) => {
      const { cursor, ...filter } = query;
      const after = cursor === undefined ? undefined : readCursor(cursor);
      // One row more than requested shows whether there is a next page.
      const rows = await read((tx) =>
        listLogs(tx, caller.userId, { ...filter, kind: params.kind, after, limit: query.limit + 1 }),
      );
      const page = rows.slice(0, query.limit);
      const last = page.at(-1);
      return {
        items: page.map(presentLog),
        total: null,
        offset: query.offset,
        limit: query.limit,
        cursor: rows.length > query.limit && last !== undefined ? cursorAfter(last) : null,
      };
    }),
  ];
}

const CURSOR = /^(\d{1,15})\.(\d{1,18})$/;

function cursorAfter(row: LogRow): string {
  return Buffer.from(`${row.ts.getTime()}.${row.logId}`).toString('base64url');
}

function readCursor(cursor: string): { ts: Date; logId: string } {
  const [, ts, logId] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const time = new Date(Number(ts));
  if (logId === undefined || Number.isNaN(time.getTime())) throw new ProblemError('CURSOR_INVALID');
  return { ts: time, logId };
}
