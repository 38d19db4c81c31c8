import * as z from 'zod/mini';
import { call } from './call.ts';
import { count, decimalText, id, instantText, listOf, maybeDecimal } from './fields.ts';

/** A tradable contract with its filters, fees and margin tiers, and the user's own notes on it. */
export const asset = z.object({
  assetId: id,
  futuresTicker: z.string(),
  baseAsset: z.string(),
  status: z.enum(['TRADING', 'BREAK']),
  tickSize: decimalText,
  stepSize: decimalText,
  minQty: decimalText,
  maxQty: decimalText,
  marketMaxQty: decimalText,
  minNotional: decimalText,
  ordersMax: count,
  makerFeeRate: decimalText,
  takerFeeRate: decimalText,
  liquidationFeeRate: decimalText,
  brackets: z.array(
    z.object({
      notionalFloor: decimalText,
      notionalCap: decimalText,
      maintenanceRate: decimalText,
      cumulative: decimalText,
      leverageMax: count,
    }),
  ),
  /** Last price and when, market time; null before the first candle. */
  lastPrice: maybeDecimal,
  lastPriceAt: z.nullable(instantText),
  markFlag: z.nullable(z.enum(['MARK_FROM_LAST'])),
  tradeCategoryId: z.nullable(id),
  comment: z.string(),
  score: z.nullable(count),
});

/** Every instrument the market knows, with filters and fees, so that a form can refuse before it asks. */
export const getAssets = call({
  name: 'getAssets',
  method: 'GET',
  path: '/api/get-assets',
  summary: 'All futures assets by ticker.',
  access: 'user',
  reply: listOf(asset),
  status: 200,
  refusals: [],
});

/** Bar lengths a chart may ask for; all are put together from 1-minute candles. */
export const candleInterval = z.enum(['1m', '5m', '15m', '1h', '4h', '1d']);

/** Bars for charts. At most 1,000 of them, aligned to UTC; prices with the decimals of the tick. */
export const getCandles = call({
  name: 'getCandles',
  method: 'GET',
  path: '/api/market/:market/candles',
  summary: 'Up to 1000 candles that opened before `end_time`, oldest first; the last may still be forming.',
  access: 'user',
  params: z.strictObject({ market: z.enum(['spot', 'futures']) }),
  query: z.strictObject({
    symbol: z.string().check(z.maxLength(24)),
    interval: candleInterval,
    limit: z._default(
      z.string().check(z.regex(/^(?:[1-9]\d{0,2}|1000)$/, { error: 'must be a whole number from 1 to 1000' })),
      '1000',
    ),
    /** UTC milliseconds or an ISO instant; left out: now. */
    endTime: z.optional(z.string().check(z.maxLength(40))),
  }),
  reply: listOf(
    z.object({
      time: instantText,
      open: decimalText,
      high: decimalText,
      low: decimalText,
      close: decimalText,
      volume: z.optional(decimalText),
    }),
  ),
  status: 200,
  refusals: ['SYMBOL_UNKNOWN', 'MARKET_NOT_AVAILABLE', 'TIME_INVALID'],
});
