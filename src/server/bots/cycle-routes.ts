import { getCycles, getNetCycles, getOrders, getOrdersFromLog, getTrades } from '#contract/cycle.ts';
import type { BotKind } from '#engine/model/bot.ts';
import {
  type CycleScope,
  countEnded,
  findCycle,
  listEndedCycles,
  listNetCycles,
  listNumberedCycles,
  listOpenCycles,
} from '#storage/cycles.ts';
import type { Tx } from '#storage/database/database.ts';
import { listOrderLogs } from '#storage/logs.ts';
import { findOrder, listOrders } from '#storage/orders.ts';
import { listTrades } from '#storage/trades.ts';
import { readTo } from '../http/period.ts';
import { invalidField, ProblemError } from '../http/problem.ts';
import { type Route, storedRoute } from '../http/route.ts';
import { ownBot, ownPortfolio } from './own-bot.ts';
import { presentCycle, presentLog, presentNetCycle, presentOrder, presentTrade } from './present-cycle.ts';

/** Cycles with their orders and fills, over all runs of a bot. */
export function cycleRoutes(): Route[] {
  return [
    storedRoute(getCycles, ({ caller, params, query, read }) =>
      read(async (tx) => {
        const scope = await scopeOf(tx, caller.userId, { ...params, ...query });
        const page = { offset: query.offset, limit: query.limit };
        if (query.seq !== undefined) {
          const numbered = await listNumberedCycles(tx, caller.userId, { scope, page, seq: Number(query.seq) });
          return { items: numbered.map(presentCycle), total: null, ...page, cursor: null };
        }
        const { rows, total } = await cyclePage(tx, caller.userId, { scope, page, endDate: query.endDate });
        return { items: rows.map(presentCycle), total, ...page, cursor: null };
      }),
    ),

    storedRoute(getNetCycles, ({ caller, params, query, read }) =>
      read(async (tx) => {
        const bot = await ownBot(tx, caller.userId, { ...params, ...query });
        const page = { offset: query.offset, limit: query.limit };
        const rows = await listNetCycles(tx, caller.userId, { botId: bot.botId, page });
        const total = bot.snapshot.netCycles.reduce((sum, { begun }) => sum + begun, 0);
        return { items: rows.map(presentNetCycle), total, ...page, cursor: null };
      }),
    ),

    storedRoute(getTrades, ({ caller, params, query, read }) =>
      read(async (tx) => {
        await ownCycle(tx, caller.userId, { ...params, ...query });
        const rows = await listTrades(tx, caller.userId, { cycleId: query.cycleId });
        return { items: rows.map(presentTrade) };
      }),
    ),

    storedRoute(getOrders, ({ caller, params, query, read }) =>
      read(async (tx) => {
        await ownCycle(tx, caller.userId, { ...params, ...query });
        const rows = await listOrders(tx, caller.userId, query.cycleId);
        return { items: rows.map(presentOrder) };
      }),
    ),

    storedRoute(getOrdersFromLog, ({ caller, params, query, read }) =>
      read(async (tx) => {
        const order = await findOrder(tx, caller.userId, { ...params, ...query });
        if (order === undefined) throw new ProblemError('ORDER_NOT_FOUND');
        const trades = await listTrades(tx, caller.userId, { orderId: order.orderId });
        const logs = await listOrderLogs(tx, caller.userId, order.orderId);
        return { order: presentOrder(order), trades: trades.map(presentTrade), logs: logs.map(presentLog) };
      }),
    ),
  ];
}

async function ownCycle(
  tx: Tx,
  ownerId: string,
  wanted: { readonly kind: BotKind; readonly cycleId: string },
): Promise<void> {
  if ((await findCycle(tx, ownerId, wanted)) === undefined) throw new ProblemError('CYCLE_NOT_FOUND');
}

/** Exactly one bot or portfolio of the caller. */
async function scopeOf(
  tx: Tx,
  ownerId: string,
  wanted: {
    readonly kind: BotKind;
    readonly botId?: string | undefined;
    readonly portfolioId?: string | undefined;
  },
): Promise<CycleScope> {
  const { kind, botId, portfolioId } = wanted;
  if (botId !== undefined && portfolioId !== undefined) {
    throw invalidField(['portfolioId'], 'must be left out when bot_id is given');
  }
  if (botId !== undefined) return { botId: (await ownBot(tx, ownerId, { kind, botId })).botId };
  if (portfolioId === undefined) throw new ProblemError('FILTER_MISSING');
  const portfolio = await ownPortfolio(tx, ownerId, portfolioId);
  if (portfolio.kind !== kind) throw new ProblemError('PORTFOLIO_NOT_FOUND');
  return { portfolioId };
}

interface CyclePage {
  readonly scope: CycleScope;
  readonly page: { readonly offset: number; readonly limit: number };
  readonly endDate: string | undefined;
}

/** Open cycles first, then ended ones newest first; with an end date only ended ones. `total` counts all pages. */
async function cyclePage(tx: Tx, ownerId: string, { scope, page, endDate }: CyclePage) {
  const endedBy = endDate === undefined ? null : new Date(readTo(endDate));
  const ended = await countEnded(tx, ownerId, { scope, endedBy });
  const open = endedBy === null ? await listOpenCycles(tx, ownerId, scope) : [];
  const shownOpen = open.slice(page.offset, page.offset + page.limit);
  const rest = { offset: Math.max(0, page.offset - open.length), limit: page.limit - shownOpen.length };
  const shownEnded = rest.limit === 0 ? [] : await listEndedCycles(tx, ownerId, { scope, page: rest, ended });
  return { rows: [...shownOpen, ...shownEnded], total: open.length + ended };
}
