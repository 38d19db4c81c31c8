import * as z from 'zod/mini';
import { MINUTE_MS } from '#base/time.ts';
import type { Received } from '#contract/call.ts';
import { TEST_BOTS_COMPARED_MAX } from '#contract/limits.ts';
import {
  compareTestBots,
  createBotFromTest,
  getTestBot,
  getTestBots,
  getTestCumBotResults,
  getTestMap,
  type testBotSorts,
} from '#contract/tests/test-bot.ts';
import type { Tx } from '#storage/database/database.ts';
import { findTestBot, type LastTestBot, listCurves, listTestBots, type TestBotRow } from '#storage/tests/test-bots.ts';
import type { TestRow } from '#storage/tests/test-conditions.ts';
import { testSpans } from '#storage/tests/test-spans.ts';
import { CURSOR_NUMBER, cursorText, cursorWords, readCursor } from '../bots/cursor.ts';
import { makeBot } from '../bots/make-bot.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route, storedRoute } from '../http/route.ts';
import { comparisonOf } from './compare-points.ts';
import { mapOf } from './map-of.ts';
import { planFromTest } from './plan-from-test.ts';
import { type CurveSpan, presentCurve, presentTestBot } from './present-test-bot.ts';
import { ownTest } from './test-routes.ts';

/** The points of backtests. */
export function testBotRoutes(): Route[] {
  return [...listRoutes(), ...comparingRoutes()];
}

function listRoutes(): Route[] {
  return [
    route(getTestBots, ({ caller, query, read }) =>
      read(async (tx) => {
        const { sort = 'rank', offset, limit, cursor: given, ...filter } = query;
        const test = await ownTest(tx, caller.userId, query.conditionId);
        const after = given === undefined ? null : readLast(given, sort);
        const page = { ...filter, sort: readSort(sort), after, offset, limit: limit + 1 };
        // One row more than requested shows whether there is a next page.
        const { rows, total } = await listTestBots(tx, caller.userId, page);
        const items = rows.slice(0, limit).map((row) => presentTestBot(row, test.plan));
        const last = rows.length > limit ? rows[limit - 1] : undefined;
        const cursor = last === undefined ? null : cursorText([sort, last.value, last.number]);
        return { items, total, offset, limit, cursor };
      }),
    ),

    storedRoute(getTestBot, ({ caller, query, read }) =>
      read(async (tx) => {
        const { row, test } = await ownTestBot(tx, caller.userId, query.botId);
        return presentTestBot(row, test.plan);
      }),
    ),

    route(getTestCumBotResults, ({ caller, query, read }) =>
      read(async (tx) => {
        const { offset, limit, ...filter } = query;
        const test = await ownTest(tx, caller.userId, query.conditionId);
        const page = { ...filter, sort: { key: 'rank', isDescending: false }, after: null, offset, limit } as const;
        const { rows, total } = await listTestBots(tx, caller.userId, page);
        const curves = await curvesOf(tx, caller.userId, rows);
        const items = rows.map((row) => ({
          botId: row.botId,
          symbols: [...row.symbols],
          points: presentCurve(curves.get(row.botId) ?? null, spanOf(test, row), test.plan.walletUsdt),
        }));
        return { items, total, offset, limit, cursor: null };
      }),
    ),

    route(getTestMap, ({ caller, query, read }) =>
      read(async (tx) => {
        const test = await ownTest(tx, caller.userId, query.conditionId);
        const sort = { key: 'rank', isDescending: false } as const;
        const page = { conditionId: test.conditionId, sort, after: null, offset: 0, limit: POINTS_MAX };
        const { rows } = await listTestBots(tx, caller.userId, page);
        return mapOf(test.plan, rows, query);
      }),
    ),
  ];
}

/** More than a test may have. */
const POINTS_MAX = 100_000;

function comparingRoutes(): Route[] {
  return [
    route(compareTestBots, ({ caller, query, read }) =>
      read(async (tx) => {
        const botIds = query.botIds.split(',');
        if (botIds.length < 2 || botIds.length > TEST_BOTS_COMPARED_MAX) throw new ProblemError('COMPARISON_TOO_LARGE');
        const found = [];
        for (const botId of botIds) found.push(await ownTestBot(tx, caller.userId, botId));
        const curves = await curvesOf(
          tx,
          caller.userId,
          found.map(({ row }) => row),
        );
        return comparisonOf(
          found.map(({ row, test }) => ({
            row,
            test,
            points: presentCurve(curves.get(row.botId) ?? null, spanOf(test, row), test.plan.walletUsdt),
          })),
        );
      }),
    ),

    route(createBotFromTest, async (context) => {
      const { body, caller, read } = context;
      const { row, test } = await read((tx) => ownTestBot(tx, caller.userId, body.botId));
      const { params, symbols } = presentTestBot(row, test.plan);
      const { name, portfolioId, comment, autostart } = body;
      const bot = { ...context, params: { kind: test.kind }, body: { name, portfolioId, comment, autostart, symbols } };
      return makeBot(bot, () => planFromTest(context, test, params));
    }),
  ];
}

/** The caller's point with its test; 404 TEST_BOT_NOT_FOUND. */
export async function ownTestBot(
  tx: Tx,
  ownerId: string,
  botId: string,
): Promise<{ readonly row: TestBotRow; readonly test: TestRow }> {
  const row = await findTestBot(tx, ownerId, botId);
  if (row === undefined) throw new ProblemError('TEST_BOT_NOT_FOUND');
  return { row, test: await ownTest(tx, ownerId, row.conditionId) };
}

async function curvesOf(
  tx: Tx,
  ownerId: string,
  rows: readonly TestBotRow[],
): Promise<ReadonlyMap<string, Buffer | null>> {
  if (rows.length === 0) return new Map();
  const found = await listCurves(
    tx,
    ownerId,
    rows.map(({ botId }) => botId),
  );
  return new Map(found.map(({ botId, curve }) => [botId, curve]));
}

/** When the ranked part of a point's run begins and ends. */
function spanOf({ plan, data }: TestRow, { symbols }: TestBotRow): CurveSpan {
  const tested = data.find(({ symbol }) => symbols.includes(symbol));
  if (tested === undefined) return { from: plan.from, to: plan.to };
  const { ranked } = testSpans(plan, { from: 0, to: (tested.to - tested.from) / MINUTE_MS });
  return { from: tested.from, to: tested.from + ranked.to * MINUTE_MS };
}

type Sort = NonNullable<Received<typeof getTestBots>['query']['sort']>;

/** A cursor of another order would continue somewhere else, so it is refused. */
function readLast(cursor: string, sort: Sort): LastTestBot {
  const place = z.tuple([z.literal(sort), cursorWords, z.int().check(z.gte(0), z.lte(2_147_483_647))]);
  const [, value, number] = readCursor(cursor, place);
  if (readSort(sort).key !== 'symbol' && !CURSOR_NUMBER.test(value)) throw new ProblemError('CURSOR_INVALID');
  return { value, number };
}

function readSort(text: string) {
  const isDescending = text.startsWith('-');
  const key = text.slice(isDescending ? 1 : 0) as (typeof testBotSorts)[number]; // As the schema of the query allows.
  return { key, isDescending };
}
