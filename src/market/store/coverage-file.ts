import path from 'node:path';
import * as z from 'zod';
import { instantOf } from '#base/time.ts';
import { summedJson } from '#files/summed-json.ts';
import type { MinuteSpan } from './span-set.ts';
import { readOrSetAside, readWhole, writeWhole } from './write-whole.ts';

/** The name of the file in the folder of a market. */
export const COVERAGE_NAME = 'coverage.json';
const instant = z.int().nonnegative().transform(instantOf);
const spans = z.array(z.tuple([instant, instant]).transform(([from, to]): MinuteSpan => ({ from, to })));
const file = z.object({
  symbols: z.record(z.string(), z.object({ absent: spans, verified: spans, funding: spans })),
});

/** What is known about a symbol beyond the minutes in its files. */
export interface SymbolCoverage {
  /** Minutes that were requested and do not exist at the exchange. */
  readonly absent: readonly MinuteSpan[];
  /** Minutes that came from a REST answer, not only from the stream. */
  readonly verified: readonly MinuteSpan[];
  /** Where every settlement of funding is known. */
  readonly funding: readonly MinuteSpan[];
}

/** @throws AppError MARKET_FILE_DAMAGED */
export function readCoverage(folder: string): ReadonlyMap<string, SymbolCoverage> {
  return new Map(Object.entries(readWhole(path.join(folder, COVERAGE_NAME), file)?.symbols ?? {}));
}

/** The same at the start of the program, which sets a damaged file aside. @param tell - receives a sentence about it */
export function coverageAtStart(folder: string, tell: (line: string) => void): ReadonlyMap<string, SymbolCoverage> {
  return new Map(Object.entries(readOrSetAside(path.join(folder, COVERAGE_NAME), file, tell)?.symbols ?? {}));
}

/** Must be written after the files it describes: it may claim less than they contain, never more. */
export async function writeCoverage(folder: string, symbols: ReadonlyMap<string, SymbolCoverage>): Promise<void> {
  const pairs = (list: readonly MinuteSpan[]) => list.map(({ from, to }) => [from, to]);
  const rows = [...symbols].map(([symbol, { absent, verified, funding }]) => [
    symbol,
    { absent: pairs(absent), verified: pairs(verified), funding: pairs(funding) },
  ]);
  await writeWhole(path.join(folder, COVERAGE_NAME), summedJson({ symbols: Object.fromEntries(rows) }));
}
