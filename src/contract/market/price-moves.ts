import * as z from 'zod/mini';
import { percent, usdt } from '#engine/model/number-fields.ts';
import { call } from '../call.ts';
import { count, decimalText, id, instantText, limitUpTo, maybeDecimal, maybeInstant, symbolName } from '../fields.ts';
import { MOVES_HORIZON_DAYS_MAX, MOVES_WINDOW_DAYS_MAX, REBOUND_BOUNDS } from '../limits.ts';

const direction = z.enum(['buy', 'sell']);
const reboundPercent = percent(REBOUND_BOUNDS.min, REBOUND_BOUNDS.max);
const USUAL_WINDOW_DAYS = 180;
const USUAL_HORIZON_DAYS = 30;

/** The past that was measured: whole UTC days up to the last midnight of the market. */
const windowFields = {
  dateFrom: instantText,
  /** Excluded. */
  dateTo: instantText,
  daysAsked: count,
  /** How many days of minutes are stored of them. */
  daysStored: decimalText,
};

/** From one edge up to, but not including, the next; shares are percent of all samples, the censored ones included. */
const bin = z.object({
  fromPercent: decimalText,
  /** Null: without an upper edge. */
  toPercent: maybeDecimal,
  count,
  sharePercent: decimalText,
  /** The share of this bin and of all before it. */
  cumulativePercent: decimalText,
});

/** Of the raw samples, by nearest rank; null without samples, or where the sample is censored. */
const percentiles = z.object({
  atP50: maybeDecimal,
  atP75: maybeDecimal,
  atP90: maybeDecimal,
  atP95: maybeDecimal,
  atP99: maybeDecimal,
  max: maybeDecimal,
});

/** A fall from a price until it came back by the rebound; for shorts a rise. */
const swing = z.object({
  beginDate: instantText,
  /** When the minute of its deepest price opened. */
  turnDate: instantText,
  /** Null while it has not come back. */
  endDate: maybeInstant,
  beginPrice: decimalText,
  deepestPrice: decimalText,
  dropPercent: decimalText,
});

/** How far the price of a contract has moved against a position before it came back. */
export const getPriceMoveHistogram = call({
  name: 'getPriceMoveHistogram',
  method: 'GET',
  path: '/api/price-move-histogram/:id',
  summary:
    'Get how far a contract moved against a position before it came back: drops one after the other, excursions from an entry every five minutes, and changes over fixed times.',
  access: 'user',
  params: z.strictObject({ id }),
  query: z.strictObject({
    /** `buy` by default. */
    direction: z._default(direction, 'buy'),
    /** By default 1 %, the usual take profit of a ladder. */
    reboundPercent: z._default(reboundPercent, '1'),
    windowDays: limitUpTo(MOVES_WINDOW_DAYS_MAX, USUAL_WINDOW_DAYS),
    horizonDays: limitUpTo(MOVES_HORIZON_DAYS_MAX, USUAL_HORIZON_DAYS),
    /** Figures are kept for a market day; `again` measures them anew, unless that was done within the last minute. */
    measure: z._default(z.enum(['kept', 'again']), 'kept'),
  }),
  reply: z.object({
    assetId: id,
    futuresTicker: z.string(),
    direction,
    reboundPercent: decimalText,
    horizonDays: count,
    ...windowFields,
    /** Wall time. */
    computedAt: instantText,
    /** One sample a swing; the next begins where it ended. */
    drops: z.object({
      samples: count,
      bins: z.array(bin),
      percent: percentiles,
      minutes: percentiles,
      swingsADay: decimalText,
      /** The swing at the end of the window, which is no sample: it may go on. */
      open: z.nullable(swing),
      /** At most ten, deepest first. */
      largest: z.array(swing),
    }),
    /** The deepest price between an entry and its rebound. */
    excursions: z.object({
      /** Entries, the censored ones included. */
      samples: count,
      bins: z.array(bin),
      /** Entries whose rebound did not come within the horizon. */
      censored: count,
      /** Entries whose horizon lies beyond the end of the window, and whose rebound has not come before it. */
      cutOff: count,
      percent: percentiles,
      minutes: percentiles,
      /** How many waits for a rebound fit one after another into the stored time. */
      effectiveSamples: maybeDecimal,
    }),
    /** Changes of the close, percent, whatever the direction. */
    returns: z.array(
      z.object({
        horizon: z.enum(['15m', '1h', '4h', '1d', '7d']),
        samples: count,
        mean: maybeDecimal,
        deviation: maybeDecimal,
        atP1: maybeDecimal,
        atP5: maybeDecimal,
        atP50: maybeDecimal,
        atP95: maybeDecimal,
        atP99: maybeDecimal,
      }),
    ),
  }),
  status: 200,
  refusals: ['SYMBOL_UNKNOWN', 'CANDLES_MISSING'],
});

const reach = z.object({
  /** How many swings there were. */
  swings: count,
  /** How many of them went at least as far. */
  reached: count,
  /** Null without swings. */
  reachedPercent: maybeDecimal,
});

/** How often swings of the past reach each step of a ladder. */
export const getLadderReach = call({
  name: 'getLadderReach',
  method: 'POST',
  path: '/api/get-ladder-reach',
  isRead: true,
  summary: 'Get how often the price of a contract reached each step of a ladder, each by the rebound that it needs.',
  access: 'user',
  body: z.strictObject({
    symbol: symbolName,
    direction,
    /** The rebound of the swings by which the whole ladder is judged. */
    reboundPercent,
    windowDays: z._default(z.int().check(z.gte(1), z.lte(MOVES_WINDOW_DAYS_MAX)), USUAL_WINDOW_DAYS),
    /** Initial margin of the base order. */
    baseMargin: usdt('0', '90000000'),
    /** The steps, nearest first. */
    levels: z
      .array(
        z.strictObject({
          /** From the base. */
          deviationPercent: percent('0.01', '1000'),
          /** From this step to the take profit once it is filled. */
          reboundPercent: percent('0.0001', '1000'),
          /** Initial margin that this step adds. */
          margin: usdt('0', '90000000'),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  }),
  reply: z.object({
    ...windowFields,
    /** Of the last step, by the rebound of the request. */
    whole: reach,
    /** The share of swings that stayed within the ladder; null without swings. */
    coveragePercent: maybeDecimal,
    /** Of each step by its own rebound. */
    levels: z.array(reach),
    /** Steps that a swing fills on the average. */
    expectedLevels: decimalText,
    /** Margin that a swing ties up on the average, USDT: a statistic. */
    expectedMargin: decimalText,
  }),
  status: 200,
  refusals: ['SYMBOL_UNKNOWN', 'CANDLES_MISSING'],
});
