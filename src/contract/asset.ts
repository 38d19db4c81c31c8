import * as z from 'zod/mini';
import { call } from './call.ts';
import { commentText, count, decimalText, id, instantText, listOf, maybeDecimal, maybeInstant } from './fields.ts';
import { ASSET_SCORE_MAX } from './limits.ts';

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

/** The user's own fields of an asset. */
const assetFields = z.object({
  assetId: id,
  tradeCategoryId: z.nullable(id),
  comment: z.string(),
  score: z.nullable(count),
  /** Wall time of the last change; null before the first. */
  updatedAt: maybeInstant,
});

const SCORE = { error: `must be a whole number from 0 to ${ASSET_SCORE_MAX}` };

/** A field left out stays as it is. In the category `excluded` an asset gets no new cycles; open ones go on. */
export const updateAssetFields = call({
  name: 'updateAssetFields',
  method: 'POST',
  path: '/api/asset/:id/update-fields',
  summary: `Set the user's own fields of an asset: trade category, comment, score from 0 to ${ASSET_SCORE_MAX}.`,
  access: 'user',
  params: z.strictObject({ id }),
  body: z.strictObject({
    tradeCategoryId: z.optional(z.nullable(id)),
    comment: z.optional(commentText),
    score: z.optional(z.nullable(z.int().check(z.gte(0, SCORE), z.lte(ASSET_SCORE_MAX, SCORE)))),
  }),
  reply: assetFields,
  status: 200,
  refusals: ['ASSET_NOT_FOUND', 'TRADE_CATEGORY_NOT_FOUND'],
});
