import * as z from 'zod/mini';
import { call } from '../call.ts';
import {
  botKind,
  botParams,
  commentText,
  count,
  decimalBound,
  decimalText,
  givenLabel,
  givenName,
  id,
  instantText,
  limitUpTo,
  maybeDecimal,
  maybeInstant,
  offset,
  pageOf,
  searchText,
} from '../fields.ts';
import { NAME_CURSOR_LENGTH_MAX, QUERY_TEXT_LENGTH_MAX, TEST_TAGS_MAX } from '../limits.ts';
import { testFigures, testFlag } from './test-figures.ts';
import { fillPath, testCosts, testRanking, testSetup } from './test-setup.ts';

export const testState = z.enum(['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELED']);

/** A parameter of the grid with its values, in order. Decimals, counts, switches and null, as text; null is null. */
export const gridAxis = z.object({ path: z.string(), values: z.array(z.nullable(z.string())) });

/** A backtest: what it tries, how far it is, and its best point. */
export const testCondition = z.object({
  conditionId: id,
  name: z.string(),
  kind: botKind,
  /** Null: parameters of its own, or a strategy that was deleted. */
  strategyId: z.nullable(id),
  strategyName: z.nullable(z.string()),
  strategyVersion: z.nullable(count),
  params: botParams,
  symbols: z.array(z.string()),
  dateFrom: instantText,
  /** Excluded. */
  dateTo: instantText,
  wallet: z.enum(['each', 'shared']),
  walletUsdt: decimalText,
  costs: testCosts,
  fillPath,
  axes: z.array(gridAxis),
  sample: z.nullable(z.object({ size: count, seed: count })),
  outOfSamplePercent: z.nullable(count),
  walkForward: z.nullable(z.object({ trainDays: count, testDays: count })),
  rankBy: testRanking,
  state: testState,
  /** What is being done: candles loaded, points computed, windows of the walk-forward computed. Null when nothing is. */
  phase: z.nullable(z.enum(['candles', 'points', 'walk_forward'])),
  /** Points of the grid times symbols with a wallet of their own. */
  pointsTotal: count,
  /** Computed or refused, and their rows can be read. */
  pointsDone: count,
  /** 0 to 100 of all work, never rounded up to 100. */
  progressPercent: count,
  /** Wall seconds left at this pace; null before there is one, and when it has ended. */
  secondsLeft: z.nullable(count),
  /** Tests of all users that are computed before this one; null when it does not wait. */
  testsAhead: z.nullable(count),
  /** Why it failed. */
  failure: z.nullable(z.object({ code: z.string(), detail: z.string() })),
  /** The point ranked first; null before one is computed. */
  best: z.nullable(
    z.object({ botId: id, symbols: z.array(z.string()), returnPercent: decimalText, maxDrawdownPercent: decimalText }),
  ),
  flags: z.array(testFlag),
  isStarred: z.boolean(),
  tags: z.array(z.string()),
  note: z.string(),
  engineVersion: z.string(),
  /** Of the candles and funding of all symbols; null until they are read. */
  dataHash: z.nullable(z.string()),
  /** Wall time: of the user, not of the market. */
  createdAt: instantText,
  startedAt: maybeInstant,
  endedAt: maybeInstant,
});

/** On what the result of a symbol rests. */
const testData = z.object({
  symbol: z.string(),
  source: z.enum(['stored', 'recorded']),
  /** `assumed`: fees, least order and tiers of a symbol that no exchange lists. */
  terms: z.enum(['listed', 'recorded', 'assumed']),
  /** Open of the first minute, and end of the last one. */
  dateFrom: instantText,
  dateTo: instantText,
  dataHash: z.string(),
  makerFeePercent: decimalText,
  takerFeePercent: decimalText,
  minutesMissing: count,
  /** Minutes in which funding is assumed. */
  minutesFundingAssumed: count,
  /** From the first close to the last one. */
  marketChangePercent: decimalText,
});

/** One window: the set that was best in its first days, and what it did in the days behind them. */
const walkForwardWindow = z.object({
  symbols: z.array(z.string()),
  trainFrom: instantText,
  testFrom: instantText,
  testTo: instantText,
  /** Null where no point could be computed. */
  botId: z.nullable(id),
  train: z.nullable(testFigures),
  test: z.nullable(testFigures),
});

/** What the number of points tried says about the best of them. */
const trials = z.object({
  /** Points that were computed. */
  count,
  /** Sharpe ratio a year of the best point by Sharpe, and the highest one to be expected of as many points without any skill. */
  sharpeBest: maybeDecimal,
  sharpeByLuck: maybeDecimal,
  /** Probability that its true Sharpe ratio is above zero, the number of points allowed for; 0 to 1. */
  deflatedSharpe: maybeDecimal,
  /** Rank correlation of the points in the ranked part and out of sample, −1 to 1; null without a split. */
  rankCorrelation: maybeDecimal,
});

/** A test with what only its own page shows. */
export const testDetail = z.extend(testCondition, {
  data: z.array(testData),
  trials: z.nullable(trials),
  /** So many points, those ranked first, were run the other way inside minutes too; of the others PATH_SENSITIVE is not known. */
  pathsCompared: count,
  windows: z.array(walkForwardWindow),
});

export const testSorts = ['created', 'name', 'state', 'points', 'return', 'drawdown'] as const;
const testSort = z.enum(testSorts.flatMap((column) => [column, `-${column}`] as const));
const TAG_LENGTH_MAX = 40;
const tag = givenLabel(TAG_LENGTH_MAX).check(z.regex(/^[^,]*$/));

/**
 * Without a query it lists the newest tests. Pages follow by `cursor`, which tests that are added meanwhile do not shift, or by
 * `offset`.
 */
export const getTestConditions = call({
  name: 'getTestConditions',
  method: 'GET',
  path: '/api/get-test-conditions',
  summary:
    'List the backtests, newest first or by `sort`; `search` finds names, notes, tags, symbols and strategies; bounds are those of the best point.',
  access: 'user',
  query: z.strictObject({
    search: z.optional(searchText),
    state: z.optional(testState),
    kind: z.optional(botKind),
    strategyId: z.optional(id),
    symbol: z.optional(z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX))),
    tag: z.optional(z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX))),
    isStarred: z.optional(z.enum(['true', 'false'])),
    /** Bounds of the point ranked first, all included; tests without one are left out. Net result in USDT. */
    resultFrom: decimalBound,
    resultTo: decimalBound,
    /** Percent of the wallet. */
    returnFrom: decimalBound,
    returnTo: decimalBound,
    /** Percent of the highest equity before it. */
    drawdownTo: decimalBound,
    sort: z.optional(testSort),
    offset,
    limit: limitUpTo(1_000, 200),
    /** Continues a list after the last row of the page before; it belongs to the order of that list. */
    cursor: z.optional(z.string().check(z.maxLength(NAME_CURSOR_LENGTH_MAX))),
  }),
  reply: pageOf(testCondition),
  status: 200,
  refusals: ['CURSOR_INVALID'],
});

export const getTest = call({
  name: 'getTest',
  method: 'GET',
  path: '/api/get-test',
  summary: 'Get a backtest with its progress, data, number of trials and walk-forward windows.',
  access: 'user',
  query: z.strictObject({ conditionId: id }),
  reply: testDetail,
  status: 200,
  refusals: ['TEST_NOT_FOUND'],
});

const setupRefusals = [
  'STRATEGY_NOT_FOUND',
  'KIND_NOT_AVAILABLE',
  'SYMBOL_UNKNOWN',
  'PERIOD_REVERSED',
  'PERIOD_EMPTY',
  'GRID_TOO_LARGE',
  'GRID_REFUSED',
  'LADDER_REFUSED',
  'RULE_UNSTEADY',
  'SETTLING_ABOVE_MAX',
] as const;

/** An identical test of the caller, over the same candles and by the same engine, is not computed again: it is the answer. */
export const createTest = call({
  name: 'createTest',
  method: 'POST',
  path: '/api/create-test',
  summary: 'Create a backtest and queue it; an identical one that exists is answered instead, with `is_reused`.',
  access: 'user',
  body: testSetup,
  reply: z.extend(testCondition, { isReused: z.boolean() }),
  status: 202,
  refusals: [...setupRefusals, 'TESTS_FULL', 'TESTS_QUEUED_FULL'],
});

/** What is known before a test is started. Nothing is refused for missing candles: `coverage` and `obstacles` tell of them. */
export const estimateTest = call({
  name: 'estimateTest',
  method: 'POST',
  isRead: true,
  path: '/api/estimate-test',
  summary: 'Estimate a backtest before it is started: its points, the candles it needs and has, and how long it takes.',
  access: 'user',
  body: testSetup,
  reply: z.object({
    /** Combinations of the grid, and how many of them are tried. */
    combinations: count,
    pointsTotal: count,
    /** Runs of a point over a part of the period: more than the points with out-of-sample parts and windows. */
    runs: count,
    /** Candles that all runs together pass over. */
    candles: count,
    secondsExpected: count,
    workers: count,
    testsAhead: count,
    coverage: z.array(
      z.object({
        symbol: z.string(),
        /** Null where nothing is stored, or where no source has all symbols of a shared wallet. */
        source: z.nullable(z.enum(['stored', 'recorded'])),
        minutesWanted: count,
        minutesStored: count,
        /** 0 to 100, never rounded up to 100. */
        coveredPercent: count,
        /** First and end of the wanted minutes that are stored; null where none is. */
        dateFrom: maybeInstant,
        dateTo: maybeInstant,
        /** Minutes of the stored ones in which settlements of funding must have been and none is known. */
        minutesWithoutFunding: count,
      }),
    ),
    /** Why the test could not be computed if it were created now; empty when it could. */
    obstacles: z.array(
      z.object({
        /**
         * `CANDLES_MISSING`: nothing of the symbols is stored, or no source has all symbols of a shared wallet.
         * `FUNDING_MISSING`: and no rate is assumed. The others refuse the creation itself.
         */
        code: z.enum(['CANDLES_MISSING', 'FUNDING_MISSING', 'TESTS_FULL', 'TESTS_QUEUED_FULL']),
        /** Those that it is about; empty where it is about none. */
        symbols: z.array(z.string()),
      }),
    ),
    /** The identical test that would be answered instead. */
    reusedConditionId: z.nullable(id),
  }),
  status: 200,
  refusals: [...setupRefusals],
});

/** What is computed is kept. A test that has ended answers with `changed: false`. */
export const cancelTest = call({
  name: 'cancelTest',
  method: 'POST',
  path: '/api/cancel-test/:id',
  summary: 'Cancel a backtest that waits or runs; the points computed so far stay.',
  access: 'user',
  params: z.strictObject({ id }),
  body: z.strictObject({}),
  reply: z.extend(testCondition, { changed: z.boolean() }),
  status: 200,
  refusals: ['TEST_NOT_FOUND'],
});

/** The same over the present candles and by the present engine, as a test of its own. */
export const repeatTest = call({
  name: 'repeatTest',
  method: 'POST',
  path: '/api/repeat-test/:id',
  summary: 'Compute a backtest again as a new one.',
  access: 'user',
  params: z.strictObject({ id }),
  body: z.strictObject({}),
  reply: testCondition,
  status: 202,
  refusals: ['TEST_NOT_FOUND', ...setupRefusals, 'TESTS_FULL', 'TESTS_QUEUED_FULL'],
});

export const deleteTest = call({
  name: 'deleteTest',
  method: 'POST',
  path: '/api/delete-test/:id',
  summary: 'Delete a backtest with all its results; one that runs is cancelled first.',
  access: 'user',
  params: z.strictObject({ id }),
  body: z.strictObject({}),
  reply: z.object({ conditionId: id, isDeleted: z.boolean() }),
  status: 200,
  refusals: ['TEST_NOT_FOUND'],
});

/** A field left out stays as it is. */
export const setTestProps = call({
  name: 'setTestProps',
  method: 'POST',
  path: '/api/set-test-props',
  summary: 'Set the name, star, tags or note of a backtest.',
  access: 'user',
  body: z.strictObject({
    conditionId: id,
    name: z.optional(givenName),
    isStarred: z.optional(z.boolean()),
    tags: z.optional(z.array(tag).check(z.maxLength(TEST_TAGS_MAX))),
    note: z.optional(commentText),
  }),
  reply: testCondition,
  status: 200,
  refusals: ['TEST_NOT_FOUND'],
});
