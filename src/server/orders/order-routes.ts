import * as z from 'zod/mini';
import { getExecutedOrders, getOrderStat, getWorstOrders, saveOrderStat } from '#contract/orders/order-stat.ts';
import { type BotExecution, kindEntry } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { findBot } from '#storage/bots.ts';
import type { Tx } from '#storage/database/database.ts';
import { type ExecutedFilter, listExecutedOrders, listWorstOrders } from '#storage/order-stats/executed-orders.ts';
import { orderStats, savedDays } from '#storage/order-stats/order-stats.ts';
import { saveOrderDay } from '#storage/order-stats/save-order-day.ts';
import { cursorInstant, cursorText, cursorWords, readCursor } from '../bots/cursor.ts';
import { ownPortfolio } from '../bots/own-bot.ts';
import { marketNow } from '../http/context.ts';
import { readFrom, readTo } from '../http/period.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route, storedRoute } from '../http/route.ts';
import { timeText } from '../http/text.ts';
import { presentExecutedOrder } from './present-executed-order.ts';
import { presentOrderStat, presentTotal } from './present-order-stat.ts';
import { endOfDay, readDays, startOfDay } from './stat-days.ts';

/** Orders over all bots of a user, and how well they were executed. */
export function orderRoutes(): Route[] {
  return [
    storedRoute(getExecutedOrders, ({ caller, query, read }) =>
      read(async (tx) => {
        const { cursor, offset, limit, side, state, ...rest } = query;
        const filter = { ...(await filterOf(tx, caller.userId, rest)), side, state };
        const after = cursor === undefined ? null : readOrderCursor(cursor);
        // One row more than requested shows whether there is a next page.
        const rows = await listExecutedOrders(tx, caller.userId, { filter, after, limit: limit + 1, offset });
        const page = rows.slice(0, limit);
        const last = rows.length > limit ? page.at(-1) : undefined;
        return {
          items: page.map(presentExecutedOrder),
          total: null,
          offset,
          limit,
          cursor: last === undefined ? null : cursorText([last.at.getTime(), last.orderId]),
        };
      }),
    ),

    storedRoute(getWorstOrders, ({ caller, query, read }) =>
      read(async (tx) => {
        const { limit, ...rest } = query;
        const filter = await filterOf(tx, caller.userId, rest);
        const rows = await listWorstOrders(tx, caller.userId, { filter, limit });
        return { items: rows.map(presentExecutedOrder) };
      }),
    ),

    route(getOrderStat, ({ caller, query, services, read }) =>
      read(async (tx) => {
        const now = marketNow(services.runtime);
        const { dateFrom, dateTo, ...filter } = query;
        const days = readDays({ dateFrom, dateTo }, now);
        await expectOwn(tx, caller.userId, filter);
        const execution = executionOf(filter);
        const stats = await orderStats(tx, caller.userId, { ...filter, execution, days, until: new Date(now) });
        const saved = await savedDays(tx, caller.userId, days);
        return presentOrderStat(tx, caller.userId, { days, now, stats, saved });
      }),
    ),

    route(saveOrderStat, async ({ caller, body: { day }, services, read, write }) => {
      const now = marketNow(services.runtime);
      if (startOfDay(day) > now) throw new ProblemError('DAY_NOT_BEGUN');
      const until = new Date(now);
      await write('cycles', async (tx) => {
        await saveOrderDay(tx, { ownerId: caller.userId, until }, day);
        return null; // It says again what the records say; nothing of the user has changed.
      });
      return read(async (tx) => {
        const stats = await orderStats(tx, caller.userId, { days: [day], until, execution: 'paper' });
        const savedAt = (await savedDays(tx, caller.userId, [day])).get(day) ?? new Date(services.now());
        return { day, isOver: endOfDay(day) <= now, savedAt: timeText(savedAt), total: presentTotal(stats) };
      });
    }),
  ];
}

interface Wanted {
  readonly kind?: BotKind | undefined;
  readonly botId?: string | undefined;
  readonly portfolioId?: string | undefined;
  readonly execution?: BotExecution | undefined;
}

/** A bot or a portfolio has one execution; without them the orders of one are told, never of both together. */
function executionOf({ kind, botId, portfolioId, execution }: Wanted): BotExecution | undefined {
  if (execution !== undefined || botId !== undefined || portfolioId !== undefined) return execution;
  return kind === undefined ? 'paper' : kindEntry(kind).executions[0];
}

/** A bot or a portfolio of somebody else, or of another kind, does not exist. */
async function expectOwn(tx: Tx, ownerId: string, { kind, botId, portfolioId }: Wanted): Promise<void> {
  if (botId !== undefined) {
    const bot = await findBot(tx, ownerId, botId);
    if (bot === undefined || (kind !== undefined && bot.kind !== kind)) throw new ProblemError('BOT_NOT_FOUND');
  }
  if (portfolioId !== undefined) {
    const portfolio = await ownPortfolio(tx, ownerId, portfolioId);
    if (kind !== undefined && portfolio.kind !== kind) throw new ProblemError('PORTFOLIO_NOT_FOUND');
  }
}

async function filterOf<T extends Wanted & { dateFrom?: string | undefined; dateTo?: string | undefined }>(
  tx: Tx,
  ownerId: string,
  { dateFrom, dateTo, ...filter }: T,
): Promise<ExecutedFilter> {
  const from = dateFrom === undefined ? undefined : new Date(readFrom(dateFrom));
  const to = dateTo === undefined ? undefined : new Date(readTo(dateTo));
  if (from !== undefined && to !== undefined && from > to) throw new ProblemError('PERIOD_REVERSED');
  await expectOwn(tx, ownerId, filter);
  return { ...filter, execution: executionOf(filter), from, to };
}

function readOrderCursor(cursor: string): { readonly at: Date; readonly orderId: string } {
  const [at, orderId] = readCursor(cursor, z.tuple([cursorInstant, cursorWords]));
  return { at, orderId };
}
