import * as z from 'zod/mini';
import type { Received, Reply } from '#contract/call.ts';
import { getCycleCounts, getCycles, getNetCycles, getOrders, getTrades } from '#contract/cycle.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { Runtime } from '#ports/runtime.ts';
import { type BotRow, listBots } from '#storage/bots.ts';
import { type CycleCounts, countCycles, countFoundCycles } from '#storage/cycles/cycle-counts.ts';
import { type CycleScope, findCycle, listNetCycles } from '#storage/cycles/cycles.ts';
import type { Tx } from '#storage/database/database.ts';
import { listOrders } from '#storage/orders.ts';
import { listTrades } from '#storage/trades.ts';
import { readFrom, readTo } from '../http/period.ts';
import { invalidField, ProblemError } from '../http/problem.ts';
import { type Route, storedRoute } from '../http/route.ts';
import { cursorInstant, cursorText, cursorWords, readCursor } from './cursor.ts';
import { newestCycles, sortedCycles, wantedCyclesOf } from './list-cycles.ts';
import { ownBot, ownPortfolioOfKind } from './own-bot.ts';
import { presentAtoms } from './present-bot.ts';
import { presentCycle, presentNetCycle, presentOrder, presentTrade } from './present-cycle.ts';

/** Cycles with their orders and fills, over all runs of a bot. */
export function cycleRoutes(): Route[] {
  return [
    storedRoute(getCycles, ({ caller, params, query, read }) =>
      read(async (tx) => {
        const scope = await scopeOf(tx, caller.userId, { ...params, ...query });
        const { cursor, offset, limit, sort } = query;
        const wanted = { filter: { scope, ...wantedCyclesOf(query) }, cursor, offset, limit };
        const list =
          sort === undefined
            ? await newestCycles(tx, caller.userId, wanted)
            : await sortedCycles(tx, caller.userId, { ...wanted, sort });
        return { items: list.rows.map(presentCycle), total: list.total, offset, limit, cursor: list.cursor };
      }),
    ),

    storedRoute(getCycleCounts, ({ caller, params, query, read }) =>
      read(async (tx) => {
        const { portfolioId, dateFrom, endDate } = query;
        const scope = await scopeOf(tx, caller.userId, { ...params, portfolioId });
        const filter = { scope, ...wantedCyclesOf(query) };
        const from = dateFrom === undefined ? undefined : new Date(readFrom(dateFrom));
        const to = endDate === undefined ? undefined : new Date(readTo(endDate));
        const counts =
          filter.search === undefined
            ? await countCycles(tx, caller.userId, { portfolioId, from, to })
            : await countFoundCycles(tx, caller.userId, filter);
        return presentCounts(counts);
      }),
    ),

    storedRoute(getNetCycles, ({ caller, params, query, read }) =>
      read(async (tx) => {
        const bot = await ownBot(tx, caller.userId, { ...params, ...query });
        return netCyclePage(tx, caller.userId, { ...query, bot });
      }),
    ),

    storedRoute(getTrades, ({ caller, params, query, services, read }) =>
      read(async (tx) => {
        await ownCycle(tx, { ownerId: caller.userId, runtime: services.runtime }, { ...params, ...query });
        const rows = await listTrades(tx, caller.userId, { cycleId: query.cycleId });
        return { items: rows.map(presentTrade) };
      }),
    ),

    storedRoute(getOrders, ({ caller, params, query, services, read }) =>
      read(async (tx) => {
        await ownCycle(tx, { ownerId: caller.userId, runtime: services.runtime }, { ...params, ...query });
        const rows = await listOrders(tx, caller.userId, query.cycleId);
        return { items: rows.map(presentOrder) };
      }),
    ),
  ];
}

function presentCounts({ take_profit, stop_loss, exit_signal, ...counts }: CycleCounts): Reply<typeof getCycleCounts> {
  return { ...counts, takeProfit: take_profit, stopLoss: stop_loss, exitSignal: exit_signal };
}

interface WantedCycle {
  readonly kind: BotKind;
  readonly cycleId: string;
}

interface Holder {
  readonly ownerId: string;
  readonly runtime: Runtime;
}

async function ownCycle(tx: Tx, { ownerId, runtime }: Holder, wanted: WantedCycle): Promise<void> {
  if ((await findCycle(tx, ownerId, wanted)) !== undefined) return;
  if (!(await isNotStoredYet(tx, { ownerId, runtime }, wanted))) throw new ProblemError('CYCLE_NOT_FOUND');
}

/** Whether the engine has just opened this cycle: pages hear of it a moment before its rows are stored. */
async function isNotStoredYet(tx: Tx, { ownerId, runtime }: Holder, { kind, cycleId }: WantedCycle): Promise<boolean> {
  const bot = (await listBots(tx, ownerId, { kind })).find(({ botId }) => cycleId.startsWith(`${botId}-`));
  const live = bot && (await runtime.botsNow([bot])).get(bot.botId);
  return live !== undefined && presentAtoms(live, runtime).some((atom) => atom.currentCycleId === cycleId);
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
  await ownPortfolioOfKind(tx, ownerId, { kind, portfolioId });
  return { portfolioId };
}

/** A page of a bot's net cycles; `total` counts all that have begun. */
async function netCyclePage(
  tx: Tx,
  ownerId: string,
  wanted: Received<typeof getNetCycles>['query'] & { readonly bot: BotRow },
) {
  const { bot, offset, limit, cursor } = wanted;
  const after = cursor === undefined ? null : readNetCursor(cursor);
  const rows = await listNetCycles(tx, ownerId, { botId: bot.botId, page: { offset, limit: limit + 1 }, after });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(presentNetCycle),
    total: bot.snapshot.netCycles.reduce((sum, { begun }) => sum + begun, 0),
    offset,
    limit,
    cursor: last === undefined ? null : cursorText([last.beginAt.getTime(), last.netCycleId]),
  };
}

function readNetCursor(cursor: string): { readonly beginAt: Date; readonly netCycleId: string } {
  const [beginAt, netCycleId] = readCursor(cursor, z.tuple([cursorInstant, cursorWords]));
  return { beginAt, netCycleId };
}
