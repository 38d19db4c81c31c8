import * as z from 'zod/mini';
import { direction } from '../bot.ts';
import { call } from '../call.ts';
import { cycle, cycleSorts, logEntry, order, trade } from '../cycle.ts';
import {
  botParams,
  count,
  decimalText,
  id,
  instantText,
  limitUpTo,
  maybeDecimal,
  maybeInstant,
  offset,
  pageOf,
} from '../fields.ts';
import { QUERY_TEXT_LENGTH_MAX } from '../limits.ts';
import { testFigures, testFlag } from './test-figures.ts';

/** Which part of the period a report is of; without a part kept apart there is only `whole`. */
export const testSlice = z.enum(['whole', 'in_sample', 'out_of_sample']);

/**
 * Cycles of one group: a symbol, a direction, a reason, or `open`, those open at the end. The gross result and the result of
 * `open` contain what is not realised yet, so the results of a list add up to that of the figures.
 */
const group = z.object({
  name: z.string(),
  cycles: count,
  wins: count,
  gross: decimalText,
  commission: decimalText,
  funding: decimalText,
  liquidationFee: decimalText,
  result: decimalText,
});

/** Why entries were refused, a row for each symbol, direction and reason. */
const refusedEntries = z.object({
  reason: z.string(),
  symbol: z.nullable(z.string()),
  direction: z.nullable(direction),
  times: count,
  /** At how many bars the rules were unknown, where that is the reason; null for others. */
  bars: z.nullable(count),
  minutes: count,
  firstAt: instantText,
  /** Null: it lasts to the end. */
  lastUntil: maybeInstant,
});

const reportPoint = z.object({
  ts: instantText,
  /** Of the cycles closed so far. */
  closed: decimalText,
  equity: decimalText,
  /** How far equity lies below its highest point so far; the deepest minute of the time since the point before may be deeper. */
  drawdownPercent: decimalText,
  /** The wallet, had it held the symbols from the first close on. */
  holding: decimalText,
  /** Initial margin in use, and notional of the positions. */
  margin: decimalText,
  exposure: decimalText,
});

/** One run in full, computed again from parameters and data. Amounts in USDT. */
export const testReport = z.object({
  botId: id,
  conditionId: id,
  slice: testSlice,
  dateFrom: instantText,
  dateTo: instantText,
  symbols: z.array(z.string()),
  params: botParams,
  figures: testFigures,
  flags: z.array(testFlag),
  equityStart: decimalText,
  /** When the deepest drawdown began, reached its bottom and was made up for; null where equity never fell. */
  drawdown: z.nullable(z.object({ peakAt: instantText, troughAt: instantText, recoveredAt: maybeInstant })),
  /** A point at the start, at each 00:00 UTC and at the end; of long runs, of fewer days. */
  curve: z.array(reportPoint),
  months: z.array(
    z.object({
      month: z.string(),
      result: decimalText,
      returnPercent: decimalText,
      cycles: count,
      marketPercent: decimalText,
    }),
  ),
  bySymbol: z.array(group),
  byDirection: z.array(group),
  byReason: z.array(group),
  /**
   * From the gross result of ended cycles to the net result, in the order in which they are subtracted. `open` is what open
   * cycles have realised, paid and not yet realised, as in the groups.
   */
  waterfall: z.array(
    z.object({
      name: z.enum(['gross', 'commission', 'funding', 'liquidation_fee', 'open', 'result']),
      amount: decimalText,
    }),
  ),
  refused: z.array(refusedEntries),
  bestDay: z.nullable(z.object({ day: z.string(), result: decimalText })),
  worstDay: z.nullable(z.object({ day: z.string(), result: decimalText })),
  losingStreakMax: count,
  winningStreakMax: count,
  cycleMinutesMean: z.nullable(count),
  cycleMinutesMax: z.nullable(count),
  /** Least wallet and open results together at a close. */
  equityMin: decimalText,
  volume: decimalText,
  cyclesOpen: count,
  orders: count,
  /** Net result on the same minutes by the way that the price takes inside them. */
  paths: z.object({ pessimistic: decimalText, optimistic: decimalText, differencePercent: maybeDecimal }),
  engineVersion: z.string(),
  dataHash: z.string(),
});

const reportOf = { botId: id, slice: z._default(testSlice, 'whole') };
const reportRefusals = [
  'TEST_BOT_NOT_FOUND',
  'TEST_DATA_CHANGED',
  'SLICE_NOT_FOUND',
  'SLICE_REFUSED',
  'LAB_BUSY',
] as const;

/** TEST_DATA_CHANGED: the candles or the engine are no longer those of the test, so it would be another result. */
export const getTestReport = call({
  name: 'getTestReport',
  method: 'GET',
  path: '/api/get-test-report',
  summary: 'Compute the full report of a point: curves, months, groups, costs, and why entries were refused.',
  access: 'user',
  query: z.strictObject(reportOf),
  reply: testReport,
  status: 200,
  refusals: [...reportRefusals],
});

const cycleSort = z.enum(cycleSorts.flatMap((column) => [column, `-${column}`] as const));

export const getTestCycles = call({
  name: 'getTestCycles',
  method: 'GET',
  path: '/api/get-test-cycles',
  summary: 'List the cycles of a point, newest first or by `sort`.',
  access: 'user',
  query: z.strictObject({
    ...reportOf,
    symbol: z.optional(z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX))),
    sort: z.optional(cycleSort),
    offset,
    limit: limitUpTo(5_000, 1_500),
  }),
  reply: pageOf(cycle),
  status: 200,
  refusals: [...reportRefusals],
});

/** One cycle with everything that happened in it. */
export const getTestOrders = call({
  name: 'getTestOrders',
  method: 'GET',
  path: '/api/get-test-orders',
  summary: 'List the orders, fills and log lines of a cycle of a point.',
  access: 'user',
  query: z.strictObject({ ...reportOf, cycleId: id }),
  reply: z.object({ orders: z.array(order), trades: z.array(trade), logs: z.array(logEntry) }),
  status: 200,
  refusals: [...reportRefusals, 'CYCLE_NOT_FOUND'],
});

/** All fills, for the chart of a run: prices with the decimals of the tick. */
export const getTestTrades = call({
  name: 'getTestTrades',
  method: 'GET',
  path: '/api/get-test-trades',
  summary: 'List the fills of a point, oldest first.',
  access: 'user',
  query: z.strictObject({
    ...reportOf,
    symbol: z.optional(z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX))),
    offset,
    limit: limitUpTo(5_000, 1_500),
  }),
  reply: pageOf(trade),
  status: 200,
  refusals: [...reportRefusals],
});

const wholeText = (max: number) =>
  z
    .string()
    .check(z.regex(new RegExp(`^\\d{1,${String(max).length}}$`), { error: `must be a whole number up to ${max}` }));

/** What 5, 50 and 95 % of the draws lie below. */
const spread = z.object({ low: decimalText, middle: decimalText, high: decimalText });

/** The closed results drawn again in other orders, with replacement: what else could have come of the same cycles. */
export const getTestMonteCarlo = call({
  name: 'getTestMonteCarlo',
  method: 'GET',
  path: '/api/get-test-monte-carlo',
  summary: 'Resample the cycles of a point and get the bands of its equity; the same seed gives the same bands.',
  access: 'user',
  query: z.strictObject({
    ...reportOf,
    seed: z._default(wholeText(2_147_483_647), '1'),
    draws: z._default(wholeText(10_000), '1000'),
  }),
  reply: z.object({
    seed: count,
    draws: count,
    cycles: count,
    /** After so many cycles; the equity that 5, 25, 50, 75 and 95 % of the draws lie below, and the actual one. */
    bands: z.array(
      z.object({
        cycle: count,
        low: decimalText,
        lowerQuarter: decimalText,
        middle: decimalText,
        upperQuarter: decimalText,
        high: decimalText,
        actual: decimalText,
      }),
    ),
    /** Of the equity at the end, and of the deepest fall in percent. */
    equityEnd: spread,
    maxDrawdownPercent: spread,
    /** Share of draws that end below the wallet at the start, percent. */
    lossPercent: decimalText,
  }),
  status: 200,
  refusals: [...reportRefusals, 'CYCLES_MISSING'],
});

/** A file as text, to be saved by the browser. */
export const exportTest = call({
  name: 'exportTest',
  method: 'GET',
  path: '/api/export-test',
  summary:
    'Export the points of a backtest, or the cycles, orders, fills or whole report of one point, as CSV or JSON.',
  access: 'user',
  query: z.strictObject({
    /** One of the two: a test gives its points. */
    conditionId: z.optional(id),
    botId: z.optional(id),
    slice: z._default(testSlice, 'whole'),
    what: z.enum(['bots', 'cycles', 'orders', 'trades', 'report']),
    format: z.enum(['csv', 'json']),
  }),
  reply: z.object({ fileName: z.string(), contentType: z.string(), text: z.string() }),
  status: 200,
  refusals: [...reportRefusals, 'TEST_NOT_FOUND', 'EXPORT_NOT_AVAILABLE'],
});
