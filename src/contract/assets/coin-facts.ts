import * as z from 'zod/mini';
import { call } from '../call.ts';
import { count, id, instantText, maybeDecimal, maybeInstant } from '../fields.ts';

const assetParams = z.strictObject({ id });

/**
 * Why nothing is told of a coin: no CoinMarketCap API key is set, the settings name no id for the coin, or nothing has been
 * read of it yet.
 */
const unknownBecause = z.enum(['NO_API_KEY', 'NOT_MAPPED', 'NOT_READ_YET']);

/** What a contract is on. One unit of `1000PEPE` holds 1,000 `PEPE`. */
export const getAssetDescription = call({
  name: 'getAssetDescription',
  method: 'GET',
  path: '/api/assets/:id/description',
  summary: 'Get the coin of a contract with its multiplier, and what the coin is in a few sentences.',
  access: 'user',
  params: assetParams,
  reply: z.object({
    assetId: id,
    futuresTicker: z.string(),
    baseAsset: z.string(),
    coin: z.string(),
    /** Coins in one unit of the contract. */
    multiplier: count,
    /** The exchange's name for its sector; empty if it has none. */
    sector: z.string(),
    listedAt: maybeInstant,
    description: z.nullable(z.string()),
    /** Why there is no description; null where there is one. */
    reason: z.nullable(unknownBecause),
  }),
  status: 200,
  refusals: ['ASSET_NOT_FOUND'],
});

const told = z.object({
  available: z.literal(true),
  /** `simulated`: figures of the simulated exchange, which are made up. */
  source: z.enum(['coinmarketcap', 'simulated']),
  coin: z.string(),
  name: z.string(),
  /** At CoinMarketCap; null for a simulated coin. */
  cmcId: z.nullable(count),
  slug: z.nullable(z.string()),
  /** By market capitalisation, from 1. */
  rank: z.nullable(count),
  price: maybeDecimal,
  marketCap: maybeDecimal,
  fullyDilutedCap: maybeDecimal,
  dayVolume: maybeDecimal,
  circulatingSupply: maybeDecimal,
  totalSupply: maybeDecimal,
  maxSupply: maybeDecimal,
  tags: z.array(z.string()),
  addedAt: maybeInstant,
  /** When the figures were read. */
  takenAt: instantText,
});

/** Figures are in US dollars and coins. */
export const getAssetCmcData = call({
  name: 'getAssetCmcData',
  method: 'GET',
  path: '/api/assets/:id/cmc-data',
  summary: "Get rank, market cap and supply of a contract's coin, as CoinMarketCap told them last.",
  access: 'user',
  params: assetParams,
  reply: z.union([z.object({ available: z.literal(false), reason: unknownBecause }), told]),
  status: 200,
  refusals: ['ASSET_NOT_FOUND', 'EXCHANGE_UNAVAILABLE', 'EXCHANGE_BUSY'],
});
