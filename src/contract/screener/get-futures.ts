import * as z from 'zod/mini';
import { call } from '../call.ts';
import { count, id, instantText, maybeDecimal, maybeInstant, searchText } from '../fields.ts';
import { QUERY_TEXT_LENGTH_MAX } from '../limits.ts';
import { ruleChoice } from './screen-rule.ts';

/** Filters and sort columns of one request, values that one filter names, and rows of one answer. */
const FILTERS_MAX = 30;
const SORTS_MAX = 4;
const VALUES_MAX = 50;
const ROWS_MAX = 1_000;
const ROWS_USUAL = 100;

const maybeCount = z.nullable(count);
const maybeText = z.nullable(z.string());

/**
 * Every column of the screener. Percentages are in percent, amounts in USDT; a column that was not asked for is left out,
 * and one without a value is null, with the reason in `absent`.
 */
const screenerColumns = z.object({
  status: z.optional(z.enum(['TRADING', 'HALTED'])),
  sector: z.optional(maybeText),
  lastPrice: z.optional(maybeDecimal),
  markPrice: z.optional(maybeDecimal),
  changeHourPercent: z.optional(maybeDecimal),
  changeDayPercent: z.optional(maybeDecimal),
  changeWeekPercent: z.optional(maybeDecimal),
  changeMonthPercent: z.optional(maybeDecimal),
  volumeDay: z.optional(maybeDecimal),
  volumeMonthMedian: z.optional(maybeDecimal),
  tradesDay: z.optional(maybeCount),
  spreadBps: z.optional(maybeDecimal),
  /** What rests within half a percent of the middle of the book, and how far from it the exchange told the book. */
  depthUsdt: z.optional(maybeDecimal),
  depthReachPercent: z.optional(maybeDecimal),
  natrHourPercent: z.optional(maybeDecimal),
  natrFourHoursPercent: z.optional(maybeDecimal),
  natrDayPercent: z.optional(maybeDecimal),
  /** Of thirty daily returns, for a year. */
  volatilityPercent: z.optional(maybeDecimal),
  /** The mean of thirty days of high less low, in percent of the open. */
  rangeDayPercent: z.optional(maybeDecimal),
  fundingPercent: z.optional(maybeDecimal),
  /** The mean of seven days, for eight hours. */
  fundingMeanPercent: z.optional(maybeDecimal),
  fundingYearPercent: z.optional(maybeDecimal),
  /** The share of thirty days' settlements at which longs paid. */
  fundingPositivePercent: z.optional(maybeDecimal),
  openInterestUsdt: z.optional(maybeDecimal),
  openInterestChangePercent: z.optional(maybeDecimal),
  openInterestVolumeRatio: z.optional(maybeDecimal),
  openInterestCapPercent: z.optional(maybeDecimal),
  /** Of the coin, as CoinMarketCap told it last: its rank, US dollars, and how many times that all coins would be worth. */
  cmcRank: z.optional(maybeCount),
  marketCap: z.optional(maybeDecimal),
  dilutionRatio: z.optional(maybeDecimal),
  /** Separated by commas. */
  coinTags: z.optional(maybeText),
  /** Below the highest price of ninety days, and since the listing. */
  drawdownQuarterPercent: z.optional(maybeDecimal),
  drawdownAllTimePercent: z.optional(maybeDecimal),
  /** From the exponential average of 200 days. */
  emaDistancePercent: z.optional(maybeDecimal),
  btcCorrelation: z.optional(maybeDecimal),
  btcBeta: z.optional(maybeDecimal),
  /** Symbols of one group correlate above 0.85. */
  correlationCluster: z.optional(maybeCount),
  /** Price moves of up to 180 days, for longs and a rebound of one percent: section 7 of docs/domain.md. */
  swingsPerDay: z.optional(maybeDecimal),
  dropP50Percent: z.optional(maybeDecimal),
  dropP90Percent: z.optional(maybeDecimal),
  dropP99Percent: z.optional(maybeDecimal),
  dropWorstPercent: z.optional(maybeDecimal),
  /** The share of entries that have not come back, within thirty days or until now. */
  unreboundedPercent: z.optional(maybeDecimal),
  /** The median wait for the rebound. */
  reboundMinutes: z.optional(maybeDecimal),
  leverageMax: z.optional(maybeCount),
  /** At the notional of the request. */
  maintenancePercent: z.optional(maybeDecimal),
  minNotional: z.optional(maybeDecimal),
  tickPercent: z.optional(maybeDecimal),
  ageDays: z.optional(maybeCount),
  tradeCategory: z.optional(maybeText),
  comment: z.optional(z.string()),
  ownScore: z.optional(maybeCount),
  /** The user's own score, or the one computed. */
  score: z.optional(maybeCount),
  /** The caller's bots on the symbol. */
  bots: z.optional(count),
  /** Of the rule of the request: whose entry is true at the last close, and for how long. */
  ruleNow: z.optional(z.nullable(z.enum(['buy', 'sell', 'both', 'none']))),
  ruleTrueMinutes: z.optional(maybeCount),
  /** Closes of the days at which an entry acted, and how long ago the last one was. */
  ruleTriggers: z.optional(maybeCount),
  ruleTriggerMinutes: z.optional(maybeCount),
  /** Cycles that ended, and their results in percent of what they were worth at their entry. */
  ruleCycles: z.optional(maybeCount),
  ruleMeanPercent: z.optional(maybeDecimal),
  ruleWinPercent: z.optional(maybeDecimal),
  ruleWorstPercent: z.optional(maybeDecimal),
});

export type ScreenerColumnKey = keyof typeof screenerColumns.shape;
export const SCREENER_COLUMN_KEYS = Object.keys(screenerColumns.shape) as ScreenerColumnKey[]; // Its own keys.

/** A column as requests name it: "changeDayPercent" is "change_day_percent". */
export function columnNameOf(key: ScreenerColumnKey): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const keyOfName = new Map(SCREENER_COLUMN_KEYS.map((key) => [columnNameOf(key), key]));

/** A column by its name in snake case; in camelCase here. */
const columnName = z.pipe(
  z.enum([...keyOfName.keys()] as [string, ...string[]]), // There are columns.
  z.transform((name: string) => keyOfName.get(name) ?? 'score'),
);

const decimalGiven = z.string().check(z.regex(/^-?\d{1,15}(\.\d{1,12})?$/, { error: 'must be a decimal number' }));
const valuesGiven = z.array(z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX))).check(z.maxLength(VALUES_MAX));

/**
 * A row passes when its value is inside all the bounds that are given. One without a value passes none but `none_of`. Of a column
 * of several words, such as tags, `any_of` and `none_of` look at each word.
 */
const screenerFilter = z.strictObject({
  column: columnName,
  /** Both included. */
  min: z.optional(decimalGiven),
  max: z.optional(decimalGiven),
  anyOf: z.optional(valuesGiven),
  noneOf: z.optional(valuesGiven),
  /** At most so many rows of one value, the first in the order of the answer. */
  mostOfEach: z.optional(z.int().check(z.gte(1), z.lte(ROWS_MAX))),
});

/** Why a column has no value. */
export const missingReasons = [
  ...(['NOT_STORED', 'PAST_SHORT', 'NOT_TOLD', 'NO_SOURCE', 'UNDEFINED'] as const),
  /** Of columns of a coin, as in `get-asset-cmc-data`. */
  ...(['NO_API_KEY', 'NOT_MAPPED', 'NOT_READ_YET'] as const),
  /** Of columns of a rule. */
  ...(['NO_RULE', 'RULE_UNJUDGED', 'PAST_OLD', 'NOT_TRADABLE', 'NOT_TRUE', 'NO_TRIGGER', 'NO_CYCLES'] as const),
] as const;

/** One part of the score: how many of its points the symbol has; null where what it rests on is not known. */
const scorePart = z.object({
  part: z.enum(['liquidity', 'swings', 'tail', 'funding', 'independence', 'age']),
  points: maybeDecimal,
  pointsMax: count,
});

const screenerRow = z.extend(screenerColumns, {
  assetId: id,
  futuresTicker: z.string(),
  baseAsset: z.string(),
  tickSize: z.string(),
  /** Closes of seven days, every four hours, oldest first. */
  spark: z.array(z.string()),
  scoreParts: z.array(scorePart),
  absent: z.array(z.object({ column: z.string(), reason: z.enum(missingReasons) })),
});

export const getFutures = call({
  name: 'getFutures',
  method: 'POST',
  path: '/api/get-futures',
  isRead: true,
  summary: 'Screen all contracts: their columns, filtered, sorted and in pages, with how many rows each filter leaves.',
  access: 'user',
  body: z.strictObject({
    filters: z._default(z.array(screenerFilter).check(z.maxLength(FILTERS_MAX)), []),
    sort: z._default(
      z
        .array(
          z.strictObject({ column: z.union([columnName, z.literal('futures_ticker')]), isDescending: z.boolean() }),
        )
        .check(z.maxLength(SORTS_MAX)),
      [],
    ),
    /** Left out: all of them. */
    columns: z.optional(z.array(columnName)),
    search: z._default(searchText, ''),
    offset: z._default(z.int().check(z.gte(0)), 0),
    limit: z._default(z.int().check(z.gte(1), z.lte(ROWS_MAX)), ROWS_USUAL),
    /** The strategy that the columns of a rule are about, as `screen-rule` judged it last; left out: they have no value. */
    rule: z.optional(ruleChoice),
    /** A column whose values are listed, for a choice among them; left out: none. */
    choicesOf: z.optional(columnName),
    /** The notional of a position, at which the maintenance margin is told. */
    notional: z._default(decimalGiven, '1000'),
  }),
  reply: z.object({
    items: z.array(screenerRow),
    /** Rows that pass all filters, and contracts listed. */
    total: count,
    listed: count,
    offset: count,
    limit: count,
    /** In the order of the filters: rows left after it, taken out by it, among these without a value; and left by it alone. */
    funnel: z.array(z.object({ column: z.string(), left: count, removed: count, unknown: count, alone: count })),
    /** The values that the column of `choices_of` has, on how many of all contracts each, the most frequent first. */
    choices: z.array(z.object({ value: z.string(), count })),
    /** When the newest value is from, by where columns come from; null before the first. */
    ages: z.object({
      /** In market time: prices and funding, the stored past, and what the exchange is asked for once an hour. */
      market: maybeInstant,
      past: maybeInstant,
      survey: maybeInstant,
      /** By the clock: when figures of coins were read, and when the caller changed a field of their own. */
      coin: maybeInstant,
      own: maybeInstant,
    }),
    /** The market's present. */
    presentAt: instantText,
  }),
  status: 200,
  refusals: ['STRATEGY_NOT_FOUND'],
});
