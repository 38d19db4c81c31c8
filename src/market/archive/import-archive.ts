import path from 'node:path';
import { AppError } from '#base/errors.ts';
import { type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { OffGrid } from '../candle-files/csv/candle-row.ts';
import { FUNDING_NAME, symbolFolder } from '../candle-files/folder.ts';
import { fundingBytes, readFunding, type Settlements } from '../candle-files/funding/funding-file.ts';
import { unsettledTimes } from '../candle-files/funding/unsettled-times.ts';
import type { Grids } from '../candle-files/month/month-file.ts';
import { storedGrids } from '../candle-files/stored-grids.ts';
import { readCoverage, writeCoverage } from '../store/coverage-file.ts';
import { type MinuteSpan, spanSet } from '../store/span-set.ts';
import { writeWhole } from '../store/write-whole.ts';
import type { ArchiveFile } from './archive-path.ts';
import { findArchives } from './find-archives.ts';
import { type MergeCounts, mergeCandles } from './merge-archive.ts';
import { type ChecksumRule, openArchive } from './open-archive.ts';
import { readFundingRates } from './read-funding-rates.ts';
import { inferredGrids, readKlines } from './read-klines.ts';

/** What to import. */
export interface ArchiveImport {
  /** The folder of all candles. */
  readonly folder: string;
  /** Folder of the archive: its layout may begin here or anywhere below. */
  readonly archive: string;
  /** Spot candles have different prices, so they are stored under separate names: `BTCUSDT_SPOT`. */
  readonly market: ArchiveFile['market'];
  /** As typed; null for all. */
  readonly symbols: readonly string[] | null;
  /** The tick and step of a contract; null if unknown: then those of the stored months, or those that fit the file. */
  readonly gridsOf: (symbol: string) => Grids | null;
  readonly offTick: OffGrid;
  readonly offStep: OffGrid;
  readonly checksums: ChecksumRule;
  /** Called with progress, a line at a time. */
  readonly tell: (line: string) => void;
}

/** What was imported of one symbol. */
export interface SymbolImported extends MergeCounts {
  /** The name under which it is stored. */
  readonly symbol: string;
  files: number;
  moved: number;
  /** Volumes that were more than can be stored. */
  capped: number;
  settlements: number;
  /** Minutes between two imported settlements in which another one must have been. */
  unsettled: readonly Instant[];
}

export interface ArchiveImported {
  readonly symbols: readonly SymbolImported[];
  /** Refused files, a sentence each. */
  readonly refused: readonly string[];
  /** Files that are not imported: their number by reason. */
  readonly passedOver: ReadonlyMap<string, number>;
}

/**
 * Imports one-minute candles and settled funding from a local copy of the exchange's public archive. All of an invalid
 * file is refused, and the others are imported. Stored minutes are replaced, and counted if they differed; imported
 * minutes are marked as verified, so that back-filling requests only the rest.
 * @throws AppError ARCHIVE_NOT_FOUND, and errors of a damaged folder of candles
 */
export async function importArchive(request: ArchiveImport): Promise<ArchiveImported> {
  const { symbols, passedOver } = findArchives(request.archive, request);
  const refused: string[] = [];
  const imported: SymbolImported[] = [];
  const whole = new Map(passedOver);
  for (const [symbol, archives] of symbols) {
    const name = request.market === 'spot' ? `${symbol}_SPOT` : symbol;
    const run: SymbolRun = {
      request,
      symbol,
      name,
      refused,
      done: emptyResult(name),
      known: { minutes: [], funding: [] },
    };
    for (const archive of archives) {
      if (isCovered(archive, run.known.minutes)) {
        whole.set(COVERED, (whole.get(COVERED) ?? 0) + 1);
        continue;
      }
      await importFile(run, archive);
    }
    await keepCoverage(run);
    imported.push(run.done);
    request.tell(`${name}: ${run.done.files} files`);
  }
  return { symbols: imported, refused, passedOver: whole };
}

const COVERED = 'days of a month that was imported whole';

interface SymbolRun {
  readonly request: ArchiveImport;
  /** The symbol's name in the archive, and the name under which it is stored. */
  readonly symbol: string;
  readonly name: string;
  readonly refused: string[];
  readonly done: SymbolImported;
  readonly known: { readonly minutes: MinuteSpan[]; readonly funding: MinuteSpan[] };
}

function emptyResult(symbol: string): SymbolImported {
  return {
    symbol,
    files: 0,
    added: 0,
    same: 0,
    changed: 0,
    firstChanged: null,
    moved: 0,
    capped: 0,
    settlements: 0,
    unsettled: [],
  };
}

function isCovered({ kind, from, to }: ArchiveFile, imported: readonly MinuteSpan[]): boolean {
  return kind === 'klines' && imported.some((span) => span.from <= from && to <= span.to);
}

async function importFile(run: SymbolRun, archive: ArchiveFile): Promise<void> {
  try {
    const lines = openArchive(archive.file, run.request.checksums);
    if (archive.kind === 'klines') await importKlines(run, archive, lines);
    else await importRates(run, archive, lines);
    run.done.files += 1;
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error;
    run.refused.push(error.message);
  }
}

/** Errors that concern one file of the archive only. */
const REFUSALS = new Set(['ARCHIVE_CHECKSUM', 'ARCHIVE_INVALID', 'CSV_INVALID']);

async function importKlines(run: SymbolRun, archive: ArchiveFile, lines: readonly string[]): Promise<void> {
  const { request, symbol, name, done, known } = run;
  const { folder, offTick, offStep } = request;
  const grids = storedGrids(folder, name) ?? request.gridsOf(symbol) ?? inferredGrids(lines);
  const { candles, moved, capped } = readKlines(archive, lines, { ...grids, offTick, offStep });
  const counts = await mergeCandles({ folder, symbol: name, ...grids }, archive.month, candles);
  done.added += counts.added;
  done.same += counts.same;
  done.changed += counts.changed;
  done.firstChanged = earlier(done.firstChanged, counts.firstChanged);
  done.moved += moved.prices + moved.volumes;
  done.capped += capped;
  known.minutes.push({ from: archive.from, to: archive.to });
}

async function importRates(run: SymbolRun, archive: ArchiveFile, lines: readonly string[]): Promise<void> {
  const { request, name, done, known } = run;
  const told = readFundingRates(archive, lines);
  const stored = await readFunding(request.folder, name);
  // By time, so that a settlement between two months, which both files may contain, is kept once.
  const settled = new Map([...stored, ...told].map((one) => [startOf(one.time, MINUTE_MS), one]));
  const all: Settlements = [...settled.values()].sort((one, other) => one.time - other.time);
  await writeWhole(path.join(symbolFolder(request.folder, name), FUNDING_NAME), fundingBytes(name, all));
  done.settlements += told.length;
  known.funding.push({ from: archive.from, to: archive.to });
}

function earlier(one: Instant | null, other: Instant | null): Instant | null {
  if (one === null || other === null) return one ?? other;
  return instantOf(Math.min(one, other));
}

/** What is covered claims every settlement, so minutes in which one is missing are left out: they are back-filled. */
async function keepCoverage({ request, name, known, done }: SymbolRun): Promise<void> {
  const coverage = new Map(readCoverage(request.folder));
  const before = coverage.get(name) ?? { absent: [], verified: [], funding: [] };
  const settlements = known.funding.length === 0 ? [] : await readFunding(request.folder, name);
  done.unsettled = spanSet(known.funding)
    .list()
    .flatMap(({ from, to }) => unsettledTimes(settlements.filter(({ time }) => time >= from && time <= to)));
  const funding = spanSet([...before.funding, ...known.funding]);
  for (const time of done.unsettled) funding.remove({ from: time, to: later(time, MINUTE_MS) });
  coverage.set(name, {
    absent: before.absent,
    verified: spanSet([...before.verified, ...known.minutes]).list(),
    funding: funding.list(),
  });
  await writeCoverage(request.folder, coverage);
}
