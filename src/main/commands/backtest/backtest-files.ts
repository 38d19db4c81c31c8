import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importFunding } from '#market/candle-files/funding/funding-csv.ts';
import { importCandles } from '#market/candle-files/import-candles.ts';
import { loadListings, writeListings } from '#market/store/listing-file.ts';
import { candleGrids } from '../candles/candle-grids.ts';
import { cappedSentence } from '../candles/candle-sentences.ts';

/** Candles of one symbol from a file, instead of those that were imported. */
export interface BacktestFiles {
  readonly candles: string;
  /** Null: none are known, so a rate must be given. */
  readonly funding: string | null;
  /** Omitted: those of the contract. */
  readonly tick?: string;
  readonly step?: string;
}

/**
 * Runs with the folder whose candles a backtest reads, and what is to be noted of them, a sentence each. Files of its own are read into a folder that is deleted afterwards, so
 * nothing that was imported changes.
 * @throws AppError OPTION_NOT_ALLOWED, and whatever reading the files throws, with file, line and column
 */
export async function withCandles<T>(
  imported: string,
  { files, symbol }: { readonly files: BacktestFiles | null; readonly symbol: string },
  run: (folder: string, notes: readonly string[]) => Promise<T>,
): Promise<T> {
  if (files === null) return run(imported, []);
  const folder = await mkdtemp(path.join(tmpdir(), 'botyard-backtest-'));
  try {
    const listings = loadListings(imported);
    if (listings !== null) await writeListings(folder, listings); // For the terms of the contract.
    const grids = candleGrids(imported, symbol, files);
    const { capped } = await importCandles({
      ...{ ...grids, folder, symbol, files: [files.candles], existing: 'refuse' },
      ...{ offTick: 'refuse', offStep: 'refuse', tell: () => {} },
    });
    if (files.funding !== null) {
      await importFunding({ folder, symbol, files: [files.funding], existing: 'refuse' });
    }
    return await run(folder, capped === 0 ? [] : [`${symbol}: ${cappedSentence(capped)}.`]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
