import * as z from 'zod/mini';
import { call } from './call.ts';
import {
  count,
  dateOrInstant,
  decimalText,
  id,
  instantText,
  limitUpTo,
  listOf,
  maybeDecimal,
  maybeInstant,
  symbolName,
} from './fields.ts';
import { CANDLES_MAX } from './limits.ts';

/** Candle intervals that the exchange offers in both of its markets. */
export const candleInterval = z.enum(['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '8h', '12h', '1d', '1w']);

/** Candles and prices as the exchange returns them, aligned to UTC. */
export const getCandles = call({
  name: 'getCandles',
  method: 'GET',
  waitsForExchange: true,
  path: '/api/market/:market/candles',
  summary: `List up to ${CANDLES_MAX} candles that opened before \`end_time\`, oldest first; the last may be open.`,
  access: 'user',
  params: z.strictObject({ market: z.enum(['spot', 'futures']) }),
  query: z.strictObject({
    symbol: symbolName,
    interval: candleInterval,
    limit: limitUpTo(CANDLES_MAX, CANDLES_MAX),
    /** UTC milliseconds or an ISO instant; now by default. */
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
  refusals: ['SYMBOL_UNKNOWN', 'TIME_INVALID', 'EXCHANGE_UNAVAILABLE', 'EXCHANGE_BUSY', 'CHARTS_SHARE_USED'],
});

/** The only signed market call: the server sends it with the caller's own key. */
export const getFuturesPrice = call({
  name: 'getFuturesPrice',
  method: 'GET',
  waitsForExchange: true,
  path: '/api/market/futures/price',
  summary: "Get the last price of a contract by a request signed with the key of the caller's exchange account.",
  access: 'user',
  query: z.strictObject({ symbol: symbolName }),
  reply: z.object({ symbol: z.string(), price: decimalText, time: instantText }),
  status: 200,
  refusals: [
    'SYMBOL_UNKNOWN',
    'EXCHANGE_KEY_NEEDED',
    'EXCHANGE_KEY_REFUSED',
    'EXCHANGE_KEY_UNREADABLE',
    'EXCHANGE_UNAVAILABLE',
    'EXCHANGE_BUSY',
    'EXCHANGE_SHARE_USED',
  ],
});

/** A contract as shown in the market list. Values not yet received from the exchange are null. */
export const marketRow = z.object({
  symbol: z.string(),
  baseAsset: z.string(),
  /** `HALTED`: trading is suspended; `DELISTED`: no longer listed. */
  status: z.enum(['TRADING', 'HALTED', 'DELISTED']),
  /** The exchange's name for the sector; empty if it has none. */
  sector: z.string(),
  listedAt: instantText,
  tickSize: decimalText,
  lastPrice: maybeDecimal,
  /** Change over 24 hours, in percent of the earlier price. */
  changePercent: maybeDecimal,
  highPrice: maybeDecimal,
  lowPrice: maybeDecimal,
  /** Turnover of 24 hours in whole USDT: a statistic. */
  turnover: maybeDecimal,
  /** Market time of these figures. */
  tickerAt: maybeInstant,
  markPrice: maybeDecimal,
  indexPrice: maybeDecimal,
  /** The current funding rate, percent. */
  fundingPercent: maybeDecimal,
  nextFundingAt: maybeInstant,
  fundingHours: count,
  /** Opens of the oldest and newest stored minute. */
  oldestMinute: maybeInstant,
  newestMinute: maybeInstant,
  /** How much of the last 30 days, or of the time since the listing, is stored: 0 to 100, never rounded up to 100. */
  coveredPercent: count,
});

/** A row of a list of the exchange that is left out because it cannot be used; the other rows are used. */
const leftOutRow = z.object({
  list: z.enum([
    'contracts',
    'funding-intervals',
    'tiers',
    'tickers',
    'ticker-stream',
    'marks',
    'mark-stream',
    'best-prices',
    'coins',
  ]),
  /** As the exchange writes it, at most 80 characters; `#12` for a twelfth row without a visible name; empty for a whole list. */
  name: z.string(),
  /** `grid`: its tick times its step is finer than 1e-8 USDT. `type`: a kind of contract that is not known. */
  reason: z.enum(['name', 'field', 'grid', 'type', 'list']),
  /** The field, the kind of contract, or why the whole list is refused. */
  detail: z.string(),
});

export const getMarket = call({
  name: 'getMarket',
  method: 'GET',
  path: '/api/get-market',
  summary:
    'List all contracts with their 24-hour figures, mark, funding and how much of their history is stored, and the rows of the lists of the exchange that are left out.',
  access: 'user',
  reply: z.object({ items: z.array(marketRow), leftOut: z.array(leftOutRow) }),
  status: 200,
  refusals: [],
});

const span = z.object({ from: instantText, to: instantText });

/** Which minutes of a contract are stored. Spans by opens: `from` is included, `to` is not. */
export const getMarketHistory = call({
  name: 'getMarketHistory',
  method: 'GET',
  path: '/api/get-market-history',
  summary: 'Get the stored minutes of a contract and the gaps between them.',
  access: 'user',
  query: z.strictObject({ symbol: symbolName }),
  reply: z.object({
    symbol: z.string(),
    listedAt: instantText,
    /** The market's present: the end of the last closed minute. */
    presentAt: instantText,
    oldestMinute: maybeInstant,
    newestMinute: maybeInstant,
    minutesStored: count,
    /** Requested, but absent at the exchange. */
    minutesAbsent: count,
    minutesMissing: count,
    /** Unbroken spans, newest first, at most 200. */
    stored: z.array(span),
    /** Between the oldest minute and the present, newest first, at most 200. */
    gaps: z.array(span),
  }),
  status: 200,
  refusals: ['SYMBOL_UNKNOWN'],
});

/** A job that downloads past minutes. Market data is shared: every user sees every job and cancels their own. */
export const backFill = z.object({
  backFillId: id,
  /** Null for every contract. */
  symbols: z.nullable(z.array(z.string())),
  /** Null: only gaps are closed. */
  dateFrom: maybeInstant,
  /** Null: the market's present. */
  dateTo: maybeInstant,
  /** Whether the caller started it; jobs started by the program belong to nobody. */
  isOwn: z.boolean(),
  isAutomatic: z.boolean(),
  /** `paused` while the exchange limits requests or does not answer. */
  state: z.enum(['waiting', 'running', 'paused', 'done', 'cancelled', 'failed']),
  /** 0 to 100; null before its requests are counted. */
  progressPercent: z.nullable(count),
  minutesDone: count,
  minutesPerSecond: count,
  /** Wall seconds left at this pace; null before the first answer. */
  secondsLeft: z.nullable(count),
  /** The symbol in progress. */
  symbol: z.nullable(z.string()),
  /** Requests without a valid answer; their minutes are still missing. */
  requestsSkipped: count,
  /** The last failure, as a sentence. */
  problem: z.nullable(z.string()),
  startedAt: instantText,
  endedAt: maybeInstant,
});

export const getBackFills = call({
  name: 'getBackFills',
  method: 'GET',
  path: '/api/get-back-fills',
  summary: 'List the jobs that fetch past minutes: unfinished ones in their order, then ended ones, newest first.',
  access: 'user',
  reply: listOf(backFill),
  status: 200,
  refusals: [],
});

/** Answers at once; `get-back-fills` and the topic `back-fills` report progress. */
export const startBackFill = call({
  name: 'startBackFill',
  method: 'POST',
  path: '/api/start-back-fill',
  summary: 'Start a job that fetches the minutes of a period that are not stored yet.',
  access: 'user',
  body: z.strictObject({
    /** Null for every contract. */
    symbols: z.nullable(z.array(symbolName).check(z.minLength(1), z.maxLength(1_000))),
    /** Null: only gaps between stored minutes are closed. A day starts at its midnight, UTC. */
    dateFrom: z.nullable(dateOrInstant),
    /** Excluded. Null, or a time after the market's present, means the present. */
    dateTo: z.nullable(dateOrInstant),
  }),
  reply: backFill,
  status: 202,
  refusals: ['SYMBOL_UNKNOWN', 'PERIOD_EMPTY', 'BACK_FILL_FULL'],
});

/** Minutes already downloaded are kept. */
export const cancelBackFill = call({
  name: 'cancelBackFill',
  method: 'POST',
  path: '/api/cancel-back-fill/:id',
  summary: 'Cancel an unfinished job of your own.',
  access: 'user',
  params: z.strictObject({ id }),
  body: z.strictObject({}),
  reply: backFill,
  status: 202,
  refusals: ['BACK_FILL_NOT_FOUND', 'BACK_FILL_NOT_OWN', 'BACK_FILL_ENDED'],
});
