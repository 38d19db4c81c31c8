import * as z from 'zod/mini';
import { bot } from '../bot.ts';
import { call } from '../call.ts';
import { netCycle } from '../cycle.ts';
import {
  botKind,
  botParams,
  commentText,
  count,
  decimalBound,
  decimalText,
  givenName,
  id,
  instantText,
  limitUpTo,
  maybeDecimal,
  offset,
  pageOf,
} from '../fields.ts';
import { QUERY_TEXT_LENGTH_MAX } from '../limits.ts';
import { gridAxis } from './test-condition.ts';
import { testFigures, testFlag } from './test-figures.ts';

/** One point of the grid: one simulated bot, on one symbol, or on all of them where they share a wallet. */
export const testBot = z.object({
  botId: id,
  conditionId: id,
  kind: botKind,
  symbols: z.array(z.string()),
  /** The whole strategy, and what the grid set in it, in the order of its axes. */
  params: botParams,
  point: z.array(z.object({ path: z.string(), value: z.nullable(z.string()) })),
  /** `REFUSED`: a bot with these parameters could not be created, for the reason beside it. */
  state: z.enum(['DONE', 'REFUSED']),
  refusal: z.nullable(z.object({ code: z.string(), detail: z.string() })),
  /** Place among the points of the test, from 1; null for refused ones. */
  rank: z.nullable(count),
  /** Of the part that is ranked: the whole period, or what lies before the part kept apart. */
  figures: z.nullable(testFigures),
  outOfSample: z.nullable(testFigures),
  /** The worst value by which points are ranked among this one and its neighbours in the grid; null without neighbours. */
  plateau: maybeDecimal,
  flags: z.array(testFlag),
});

export const testBotSorts = [
  'rank',
  'symbol',
  'return',
  'roi',
  'result',
  'drawdown',
  'sharpe',
  'sortino',
  'calmar',
  'cycles',
  'win-rate',
  'profit-factor',
  'plateau',
  'out-of-sample',
] as const;
const testBotSort = z.enum(testBotSorts.flatMap((column) => [column, `-${column}`] as const));

const symbol = z.optional(z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX)));

const cursor = z.optional(z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX)));

/** Pages follow by `cursor`, which points that are computed meanwhile do not shift, or by `offset`. */
export const getTestBots = call({
  name: 'getTestBots',
  method: 'GET',
  path: '/api/get-test-bots',
  summary: 'List the points of a backtest, best first or by `sort`; refused ones come last.',
  access: 'user',
  query: z.strictObject({
    conditionId: id,
    symbol,
    /** Bounds of the result, USDT, both included. */
    resultFrom: decimalBound,
    resultTo: decimalBound,
    sort: z.optional(testBotSort),
    offset,
    limit: limitUpTo(1_000, 200),
    /** Continues a list after the last row of the page before; it belongs to the order of that list. */
    cursor,
  }),
  reply: pageOf(testBot),
  status: 200,
  refusals: ['TEST_NOT_FOUND', 'CURSOR_INVALID'],
});

export const getTestBot = call({
  name: 'getTestBot',
  method: 'GET',
  path: '/api/get-test-bot',
  summary: 'Get one point of a backtest.',
  access: 'user',
  query: z.strictObject({ botId: id }),
  reply: testBot,
  status: 200,
  refusals: ['TEST_BOT_NOT_FOUND'],
});

/** Points of a curve: `result` of the time since the point before, `cumulative` of all closed cycles so far. */
export const curvePoint = z.object({
  ts: instantText,
  result: decimalText,
  cumulative: decimalText,
  /** Wallet and open results. */
  equity: decimalText,
});

/** Curves begin with the period, then have a point a day at 00:00 UTC and one at the end. */
export const getTestCumBotResults = call({
  name: 'getTestCumBotResults',
  method: 'GET',
  path: '/api/get-test-cum-bot-results',
  summary: 'List the daily curves of the points of a backtest, best first, in pages of points.',
  access: 'user',
  query: z.strictObject({ conditionId: id, symbol, offset, limit: limitUpTo(200, 20) }),
  reply: pageOf(z.object({ botId: id, symbols: z.array(z.string()), points: z.array(curvePoint) })),
  status: 200,
  refusals: ['TEST_NOT_FOUND'],
});

/** Net cycles are computed again from the point's parameters and data; the first page of a long run takes a moment. */
export const getTestNetCycles = call({
  name: 'getTestNetCycles',
  method: 'GET',
  path: '/api/get-test-net-cycles',
  summary: 'List the net cycles of a point, newest first; `result_from` and `result_to` bound the result in USDT.',
  access: 'user',
  query: z.strictObject({
    botId: id,
    symbol,
    dateFrom: z.optional(z.iso.date()),
    dateTo: z.optional(z.iso.date()),
    resultFrom: decimalBound,
    resultTo: decimalBound,
    offset,
    limit: limitUpTo(5_000, 1_500),
  }),
  reply: pageOf(netCycle),
  status: 200,
  refusals: ['TEST_BOT_NOT_FOUND', 'TEST_DATA_CHANGED', 'PERIOD_REVERSED'],
});

/** A cut through the grid along two parameters; the others keep the values of the point ranked first. */
export const getTestMap = call({
  name: 'getTestMap',
  method: 'GET',
  path: '/api/get-test-map',
  summary: 'Get the points of a backtest along one or two parameters of its grid, with their plateau scores.',
  access: 'user',
  query: z.strictObject({
    conditionId: id,
    /** Paths of the grid; left out: its first two. */
    x: z.optional(z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX))),
    y: z.optional(z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX))),
    /** Left out: the symbol of the point ranked first. */
    symbol,
  }),
  reply: z.object({
    x: z.nullable(gridAxis),
    y: z.nullable(gridAxis),
    /** Values of the parameters that are held. */
    fixed: z.array(z.object({ path: z.string(), value: z.nullable(z.string()) })),
    symbols: z.array(z.string()),
    cells: z.array(
      z.object({
        /** Places among the values of the axes, from 0. */
        x: count,
        y: count,
        botId: id,
        /** What points are ranked by; null for refused points. */
        value: maybeDecimal,
        returnPercent: maybeDecimal,
        maxDrawdownPercent: maybeDecimal,
        outOfSampleReturnPercent: maybeDecimal,
        plateau: maybeDecimal,
      }),
    ),
    /** The point with the best plateau, which is not always the one ranked first. */
    plateauBotId: z.nullable(id),
  }),
  status: 200,
  refusals: ['TEST_NOT_FOUND', 'GRID_REFUSED'],
});

/** Where points differ in what they tried, and the figures and curves to lay over one another. */
export const compareTestBots = call({
  name: 'compareTestBots',
  method: 'GET',
  path: '/api/compare-test-bots',
  summary: 'Compare two to ten points, of the same or of different backtests.',
  access: 'user',
  query: z.strictObject({
    /** Ids, joined by commas. */
    botIds: z.string().check(z.maxLength(1_000)),
  }),
  reply: z.object({
    items: z.array(
      z.object({
        bot: testBot,
        conditionName: z.string(),
        points: z.array(curvePoint),
        dataHash: z.nullable(z.string()),
      }),
    ),
    /** Whether all ran on the same candles, funding and costs: only then differences of figures mean the strategy. */
    isSameMarket: z.boolean(),
    /** Settings that differ, one value for each point. */
    differences: z.array(z.object({ path: z.string(), values: z.array(z.nullable(z.string())) })),
  }),
  status: 200,
  refusals: ['TEST_BOT_NOT_FOUND', 'COMPARISON_TOO_LARGE'],
});

/**
 * The bot has the point's parameters and symbols. It runs the version of the tested strategy that has these parameters; where
 * none has, they become a new version of that strategy.
 */
export const createBotFromTest = call({
  name: 'createBotFromTest',
  method: 'POST',
  path: '/api/create-bot-from-test',
  summary:
    'Create a bot with the parameters and symbols of a point; it runs the version of the tested strategy that has them, or a new one.',
  access: 'user',
  body: z.strictObject({
    botId: id,
    name: givenName,
    portfolioId: id,
    comment: z._default(commentText, ''),
    autostart: z._default(z.boolean(), true),
    confirm: z.optional(z.string()),
  }),
  reply: bot,
  status: 200,
  refusals: [
    'STEP_UP_REQUIRED',
    'CONFIRMATION_REQUIRED',
    'CONFIRMATION_UNKNOWN',
    'LIVE_REFUSED',
    'CAPS_NOT_SET',
    'TEST_BOT_NOT_FOUND',
    'PORTFOLIO_NOT_FOUND',
    'NAME_TAKEN',
    'KIND_MISMATCH',
    'KIND_NOT_AVAILABLE',
    'SYMBOL_UNKNOWN',
    'EXECUTION_MISMATCH',
    'LADDER_REFUSED',
    'BOTS_FULL',
    'ATOMS_FULL',
    'STRATEGY_VERSIONS_FULL',
  ],
});
