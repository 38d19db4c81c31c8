import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#base/errors.ts';
import { typedSymbol } from '../candle-files/typed-symbol.ts';
import { type ArchiveFile, matchArchive } from './archive-path.ts';

/** Far more files than five hundred symbols have in ten years. */
const FILES_MAX = 500_000;

/** The archive files below a folder. */
export interface FoundArchives {
  /** By symbol, in alphabetical order; each oldest first, a month before its days. */
  readonly symbols: ReadonlyMap<string, readonly ArchiveFile[]>;
  /** Zip files that are not imported: their number by reason. */
  readonly passedOver: ReadonlyMap<string, number>;
}

/** What to search for. */
export interface WantedArchives {
  /** The folder of all candles. */
  readonly folder: string;
  readonly market: ArchiveFile['market'];
  /** As typed; null for all. */
  readonly symbols: readonly string[] | null;
}

/**
 * Searches a folder and everything below it for files of the archive.
 * @throws AppError ARCHIVE_NOT_FOUND when the folder cannot be read or contains none
 */
export function findArchives(folder: string, wanted: WantedArchives): FoundArchives {
  const passedOver = new Map<string, number>();
  const matches: ArchiveFile[] = [];
  const passOver = (why: string): unknown => passedOver.set(why, (passedOver.get(why) ?? 0) + 1);
  for (const file of zipFiles(folder)) {
    const match = matchArchive(file);
    if ('file' in match) matches.push(match);
    else passOver(match.passedOver);
  }
  const symbolsWanted = wantedSymbols(matches, wanted);
  const found: ArchiveFile[] = [];
  for (const match of matches) {
    if (match.market !== wanted.market) passOver(`of the ${match.market} market; asked for is ${wanted.market}`);
    else if (symbolsWanted !== null && !symbolsWanted.includes(match.symbol)) passOver('of other symbols');
    else found.push(match);
  }
  if (found.length === 0) {
    const reasons = [...passedOver].map(([why, count]) => ` ${count} files were passed over: ${why}.`).join('');
    throw new AppError(
      'ARCHIVE_NOT_FOUND',
      `There is nothing to import in ${folder}. Expected are files such as futures/um/monthly/klines/BTCUSDT/1m/BTCUSDT-1m-2025-05.zip.${reasons}`,
    );
  }
  found.sort((one, other) => order(one, other));
  const symbols = new Map<string, ArchiveFile[]>();
  for (const archive of found) symbols.set(archive.symbol, [...(symbols.get(archive.symbol) ?? []), archive]);
  return { symbols, passedOver };
}

function wantedSymbols(
  matches: readonly ArchiveFile[],
  { folder, market, symbols }: WantedArchives,
): readonly string[] | null {
  if (symbols === null) return null;
  const archived = new Set(matches.filter((match) => match.market === market).map(({ symbol }) => symbol));
  return symbols.map((symbol) => typedSymbol(folder, symbol, (name) => archived.has(name)));
}

function order(one: ArchiveFile, other: ArchiveFile): number {
  if (one.symbol !== other.symbol) return one.symbol < other.symbol ? -1 : 1;
  return one.from - other.from || other.to - one.to;
}

function* zipFiles(folder: string): Generator<string> {
  const waiting = [folder];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of entriesOf(next)) {
      seen += 1;
      if (seen > FILES_MAX) throw new AppError('ARCHIVE_NOT_FOUND', `${folder} holds more than ${FILES_MAX} files.`);
      const full = path.join(next, entry.name);
      // Links are not followed: a link to a parent folder would never end.
      if (entry.isDirectory()) waiting.push(full);
      else if (entry.isFile() && entry.name.endsWith('.zip')) yield full;
    }
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError('ARCHIVE_NOT_FOUND', `${folder} cannot be read: ${why}.`, { cause: error });
  }
}
