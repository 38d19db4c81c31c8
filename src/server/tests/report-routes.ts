import type { Call } from '#contract/call.ts';
import { getTestNetCycles } from '#contract/tests/test-bot.ts';
import {
  exportTest,
  getTestCycles,
  getTestMonteCarlo,
  getTestOrders,
  getTestReport,
  getTestTrades,
} from '#contract/tests/test-report.ts';
import type { CycleSort } from '#storage/cycles/sorted-cycles.ts';
import type { ReportQuestion, TestSlice } from '#storage/tests/report-question.ts';
import { presentCycle, presentLog, presentNetCycle, presentOrder, presentTrade } from '../bots/present-cycle.ts';
import type { Context } from '../http/context.ts';
import { readFrom, readTo } from '../http/period.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { exported } from './export-test.ts';
import { ownTestBot } from './test-bot-routes.ts';

/** One point of a backtest in full. */
export function reportRoutes(): Route[] {
  return [...rowRoutes(), ...wholeRoutes()];
}

function wholeRoutes(): Route[] {
  return [
    route(getTestReport, async (context) =>
      context.services.lab.reports.report(await questionOf(context, context.query)),
    ),

    route(getTestMonteCarlo, async (context) => {
      const { query, services } = context;
      const drawn = { seed: Number(query.seed), draws: Number(query.draws) };
      return services.lab.reports.monteCarlo(await questionOf(context, query), drawn);
    }),

    route(exportTest, (context) => exported(context, (wanted) => questionOf(context, wanted))),
  ];
}

function rowRoutes(): Route[] {
  return [
    route(getTestNetCycles, async (context) => {
      const { query, services } = context;
      const { symbol, dateFrom, dateTo, resultFrom, resultTo, offset, limit } = query;
      const from = dateFrom === undefined ? undefined : readFrom(dateFrom);
      const to = dateTo === undefined ? undefined : readTo(dateTo);
      if (from !== undefined && to !== undefined && from > to) throw new ProblemError('PERIOD_REVERSED');
      const filter = { symbol, from, to, resultFrom, resultTo, offset, limit };
      const question = await questionOf(context, { botId: query.botId, slice: 'whole' });
      const { rows, total } = await services.lab.reports.netCycles(question, filter);
      return { items: rows.map(presentNetCycle), total, offset, limit, cursor: null };
    }),

    route(getTestCycles, async (context) => {
      const { query, services } = context;
      const { symbol, sort, offset, limit } = query;
      const page = { symbol, sort: sort === undefined ? null : readSort(sort), offset, limit };
      const { rows, total } = await services.lab.reports.cycles(await questionOf(context, query), page);
      return { items: rows.map(presentCycle), total, offset, limit, cursor: null };
    }),

    route(getTestTrades, async (context) => {
      const { query, services } = context;
      const { symbol, offset, limit } = query;
      const { rows, total } = await services.lab.reports.trades(await questionOf(context, query), {
        symbol,
        offset,
        limit,
      });
      return { items: rows.map(presentTrade), total, offset, limit, cursor: null };
    }),

    route(getTestOrders, async (context) => {
      const { query, services } = context;
      const story = await services.lab.reports.story(await questionOf(context, query), query.cycleId);
      if (story === null) throw new ProblemError('CYCLE_NOT_FOUND');
      return {
        orders: story.orders.map(presentOrder),
        trades: story.trades.map(presentTrade),
        logs: story.logs.map(presentLog),
      };
    }),
  ];
}

/** The caller's point as the reports are asked for it; a refused one has none. */
async function questionOf(
  { caller, read }: Pick<Context<Call>, 'caller' | 'read'>,
  { botId, slice }: { readonly botId: string; readonly slice: TestSlice },
): Promise<ReportQuestion> {
  const { row, test } = await read((tx) => ownTestBot(tx, caller.userId, botId));
  if (row.refusal !== null) throw new ProblemError('TEST_BOT_NOT_FOUND');
  const { conditionId, plan, data, engineVersion } = test;
  const { symbols, point } = row;
  return { conditionId, plan, data, engineVersion, botId, symbols, point, slice };
}

function readSort(text: string): CycleSort {
  const isDescending = text.startsWith('-');
  return { key: text.replace('-', '') as CycleSort['key'], isDescending }; // As the schema of the query allows.
}
