import * as z from 'zod/mini';
import { wireDecimal, wireSymbol, wireTime } from './read-shape.ts';

/**
 * Contracts and rate limits, with only the fields that are read.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Exchange-Information
 */
export const wireExchangeInfo = z.object({
  rateLimits: z.array(
    z.object({ rateLimitType: z.string(), interval: z.string(), intervalNum: z.int(), limit: z.int() }),
  ),
  symbols: z.array(z.looseObject({ symbol: wireSymbol, contractType: z.string(), quoteAsset: z.string() })),
});

/** A USDT perpetual contract. */
export const wireContract = z.object({
  symbol: wireSymbol,
  status: z.string(),
  baseAsset: z.string(),
  onboardDate: wireTime,
  underlyingSubType: z.array(z.string()),
  liquidationFee: wireDecimal,
  filters: z.array(z.looseObject({ filterType: z.string() })),
});
export type WireContract = z.output<typeof wireContract>;

/** Filters: https://developers.binance.com/docs/derivatives/usds-margined-futures/common-definition */
export const priceFilter = z.object({ tickSize: wireDecimal });
export const lotSize = z.object({ stepSize: wireDecimal, minQty: wireDecimal, maxQty: wireDecimal });
export const marketLotSize = z.object({ maxQty: wireDecimal });
export const minNotional = z.object({ notional: wireDecimal });
export const maxNumOrders = z.object({ limit: z.int() });

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Get-Funding-Rate-Info */
export const fundingInfo = z.array(
  z.object({ symbol: wireSymbol, fundingIntervalHours: z.int().check(z.gte(1), z.lte(24)) }),
);

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/account/rest-api/Notional-and-Leverage-Brackets */
const symbolBrackets = z.object({
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
/** The documentation shows a bare object for one symbol, the exchange a list: both are accepted. */
export const leverageBrackets = z.union([z.array(symbolBrackets), symbolBrackets]);
export type SymbolBrackets = z.output<typeof symbolBrackets>;
