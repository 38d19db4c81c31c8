import * as z from 'zod/mini';
import type { Received } from '#contract/call.ts';
import { getLogCounts, getLogs, getOrdersFromLog } from '#contract/cycle.ts';
import { countLogs, type LogCursor, type LogFilter, type LogRow, listLogs, listOrderLogs } from '#storage/logs.ts';
import { findOrder } from '#storage/orders.ts';
import { listTrades } from '#storage/trades.ts';
import { readFrom, readTo } from '../http/period.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, storedRoute } from '../http/route.ts';
import { cursorInstant, cursorText, readCursor } from './cursor.ts';
import { presentLog, presentOrder, presentTrade } from './present-cycle.ts';

/** The log of the bots, and what a line names. A filter on another user's bot finds nothing. */
export function logRoutes(): Route[] {
  return [
    storedRoute(getLogs, async ({ caller, params, query, read }) => {
      const { cursor, limit, offset, level, ...rest } = query;
      const after = readLogCursor(cursor);
      const rows = await read((tx) =>
        listLogs(tx, caller.userId, { ...filterOf(rest), kind: params.kind, level, after, offset, limit: limit + 1 }),
      );
      const page = logPage(rows, limit);
      return { items: page.lines, total: null, offset, limit, cursor: page.cursor };
    }),
    storedRoute(getLogCounts, async ({ caller, params, query, read, services }) => ({
      ...(await read((tx) => countLogs(tx, caller.userId, { ...filterOf(query), kind: params.kind }))),
      keptDays: services.settings.logDays,
    })),

    storedRoute(getOrdersFromLog, ({ caller, params, query, read }) =>
      read(async (tx) => {
        const { orderId, limit } = query;
        const after = readLogCursor(query.cursor);
        const order = await findOrder(tx, caller.userId, { ...params, orderId });
        if (order === undefined) throw new ProblemError('ORDER_NOT_FOUND');
        const trades = await listTrades(tx, caller.userId, { orderId: order.orderId });
        const rows = await listOrderLogs(tx, caller.userId, { orderId, after, limit: limit + 1 });
        const { lines, cursor } = logPage(rows, limit);
        return { order: presentOrder(order), trades: trades.map(presentTrade), logs: lines, cursor };
      }),
    ),
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

/**
 * A page of log lines, and the cursor of the next one; null when there is none.
 * @param rows - one more than `limit` shows that there is a next page
 */
function logPage(rows: readonly LogRow[], limit: number) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { lines: page.map(presentLog), cursor: hasMore ? cursorText([last.ts.getTime(), last.logId]) : null };
}

/** The line after which a page begins. @throws ProblemError CURSOR_INVALID */
function readLogCursor(cursor: string | undefined): LogCursor | undefined {
  if (cursor === undefined) return undefined;
  const [ts, logId] = readCursor(cursor, z.tuple([cursorInstant, z.string().check(z.regex(/^\d{1,18}$/))]));
  return { ts, logId };
}
