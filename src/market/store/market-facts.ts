import { statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#base/errors.ts';
import type { MarketFacts } from '../unstored-minutes.ts';
import { COVERAGE_NAME, readCoverage } from './coverage-file.ts';
import { LISTINGS_NAME, loadListings } from './listing-file.ts';

/** Facts about all contracts of a folder, read from its files. */
interface FolderFacts {
  readonly stamp: string;
  readonly bySymbol: ReadonlyMap<string, MarketFacts>;
}

const FOLDERS_CACHED = 8;
const cached = new Map<string, FolderFacts>();
const NOTHING: MarketFacts = { listedAt: null, absent: [] };

/**
 * The listing of a contract and the minutes that its exchange does not have, by the files of a market's folder, which are parsed again
 * only when they have changed.
 * @throws AppError MARKET_FILE_DAMAGED for the listings
 */
export function marketFacts(folder: string, symbol: string): MarketFacts {
  const stamp = [LISTINGS_NAME, COVERAGE_NAME].map((name) => stampOf(path.join(folder, name))).join(' ');
  const known = cached.get(folder);
  const facts = known?.stamp === stamp ? known : { stamp, bySymbol: readFacts(folder) };
  cached.delete(folder);
  cached.set(folder, facts);
  for (const oldest of cached.keys()) if (cached.size > FOLDERS_CACHED) cached.delete(oldest);
  return facts.bySymbol.get(symbol) ?? NOTHING;
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.size}/${found.mtimeMs}/${found.ino}`;
}

function readFacts(folder: string): ReadonlyMap<string, MarketFacts> {
  const listed = new Map((loadListings(folder) ?? []).map((one) => [one.instrument.symbol, one.onboardDate]));
  const absent = absentIn(folder);
  return new Map(
    [...new Set([...listed.keys(), ...absent.keys()])].map((symbol) => [
      symbol,
      { listedAt: listed.get(symbol) ?? null, absent: absent.get(symbol)?.absent ?? [] },
    ]),
  );
}

/** A damaged file confirms nothing. */
function absentIn(folder: string): ReturnType<typeof readCoverage> {
  try {
    return readCoverage(folder);
  } catch (error) {
    if (error instanceof AppError && error.code === 'MARKET_FILE_DAMAGED') return new Map();
    throw error;
  }
}
