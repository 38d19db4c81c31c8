import path from 'node:path';
import * as z from 'zod';
import { cash, rate, steps } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import { summedJson } from '#files/summed-json.ts';
import type { Listing } from '#ports/market-source.ts';
import { readOrSetAside, readWhole, writeWhole } from './write-whole.ts';

/** The name of the file in the folder of a market. */
export const LISTINGS_NAME = 'listings.json';
const count = z.int().nonnegative();
const grid = z.object({ units: count.positive(), decimals: count.max(18) });
const bracket = z.object({
  floor: count.transform(cash),
  cap: count.transform(cash),
  maintenanceRate: count.transform(rate),
  cumulative: count.transform(cash),
  leverageMax: count.positive(),
});
const listing = z.object({
  instrument: z.object({
    symbol: z.string().min(1),
    baseAsset: z.string(),
    tick: grid,
    step: grid,
    cashPerTickStep: count.positive(),
    quantityMin: count.transform(steps),
    quantityMax: count.transform(steps),
    marketQuantityMax: count.transform(steps),
    notionalMin: count.transform(cash),
    brackets: z.array(bracket),
    makerFee: z.int().transform(rate),
    takerFee: z.int().transform(rate),
    liquidationFee: z.int().transform(rate),
    ordersMax: count,
  }),
  status: z.enum(['TRADING', 'HALTED', 'DELISTED']),
  onboardDate: z.int().transform(instantOf),
  sector: z.string(),
  fundingHours: z.number().positive(),
  hasBrackets: z.boolean(),
});
const file = z.object({ listings: z.array(listing) });

/**
 * The contracts as last listed by the exchange; null if they were never requested.
 * @throws AppError MARKET_FILE_DAMAGED
 */
export function loadListings(folder: string): readonly Listing[] | null {
  return readWhole(path.join(folder, LISTINGS_NAME), file)?.listings ?? null;
}

/** The same at the start of the program, which sets a damaged file aside. @param tell - receives a sentence about it */
export function listingsAtStart(folder: string, tell: (line: string) => void): readonly Listing[] {
  return readOrSetAside(path.join(folder, LISTINGS_NAME), file, tell)?.listings ?? [];
}

/** Stores the contracts, so that the program can start while the exchange is unreachable. */
export async function writeListings(folder: string, listings: readonly Listing[]): Promise<void> {
  await writeWhole(path.join(folder, LISTINGS_NAME), summedJson({ listings }));
}
