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
  /** Last price and its market time; null while neither a closed minute nor the exchange tells one. */
  lastPrice: maybeDecimal,
  lastPriceAt: z.nullable(instantText),
  /** `MARK_FROM_LAST`: the exchange tells no mark of the contract, so the last price stands for it. */
  markFlag: z.nullable(z.enum(['MARK_FROM_LAST'])),
  tradeCategoryId: z.nullable(id),
  comment: z.string(),
  score: z.nullable(count),
});

/** Every instrument of the market, with filters and fees, so that a form can validate before it sends. */
export const getAssets = call({
  name: 'getAssets',
  method: 'GET',
  path: '/api/get-assets',
  summary: 'List all futures assets by ticker.',
  access: 'user',
  reply: listOf(asset),
  status: 200,
  refusals: [],
});
