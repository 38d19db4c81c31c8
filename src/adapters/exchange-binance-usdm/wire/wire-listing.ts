import * as z from 'zod/mini';
import { wireDecimal, wireSymbol, wireTime } from './read-shape.ts';

const WORD_MAX = 100;
const wireWord = z.string().check(z.minLength(1), z.maxLength(WORD_MAX));
const MINUTES_MAX = 60;
/** Below this weight a minute the program could not even read the market; the exchange allows 2,400. */
const WEIGHT_MIN = 100;
const WEIGHT_MAX = 1_000_000;

/**
 * Contracts and rate limits, with only the fields that are read.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Exchange-Information
 */
export const wireExchangeInfo = z.object({ rateLimits: z.optional(z.unknown()), symbols: z.array(z.unknown()) });

/** The weight that an address may use in some minutes. */
export const wireWeightLimit = z.object({
  rateLimitType: z.literal('REQUEST_WEIGHT'),
  interval: z.literal('MINUTE'),
  intervalNum: z.int().check(z.gte(1), z.lte(MINUTES_MAX)),
  limit: z.int().check(z.gte(WEIGHT_MIN), z.lte(WEIGHT_MAX)),
});

/** Which contract a row is of, before anything else of it is read. */
export const wireKind = z.object({ contractType: z.string(), quoteAsset: z.string(), status: wireWord });

/** A USDT perpetual contract. */
export const wireContract = z.object({
  symbol: wireSymbol,
  status: wireWord,
  baseAsset: wireWord,
  onboardDate: wireTime,
  underlyingSubType: z.array(z.string().check(z.maxLength(WORD_MAX))),
  liquidationFee: wireDecimal,
  filters: z.array(z.looseObject({ filterType: z.string() })),
});
export type WireContract = z.output<typeof wireContract>;

/** Filters: https://developers.binance.com/docs/derivatives/usds-margined-futures/common-definition */
export const priceFilter = z.object({ tickSize: wireDecimal });
export const lotSize = z.object({ stepSize: wireDecimal, minQty: wireDecimal, maxQty: wireDecimal });
export const marketLotSize = z.object({ maxQty: wireDecimal });
export const minNotional = z.object({ notional: wireDecimal });
export const maxNumOrders = z.object({ limit: z.int().check(z.gte(1)) });

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Get-Funding-Rate-Info */
export const fundingInfo = z.object({ fundingIntervalHours: z.int().check(z.gte(1), z.lte(24)) });

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/account/rest-api/Notional-and-Leverage-Brackets */
export const symbolBrackets = z.object({
  symbol: wireSymbol,
  brackets: z
    .array(
      z.object({
        initialLeverage: z.int().check(z.gte(1), z.lte(1_000)),
        notionalCap: z.union([z.number(), z.string()]),
        notionalFloor: z.union([z.number(), z.string()]),
        maintMarginRatio: z.union([z.number(), z.string()]),
        cum: z.union([z.number(), z.string()]),
      }),
    )
    .check(z.minLength(1)),
});
export type SymbolBrackets = z.output<typeof symbolBrackets>;
