import { readdirSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#base/errors.ts';
import { monthPath, storedMonths, storedSymbols, symbolFolder } from './folder.ts';
import { hasFunding, readFunding } from './funding/funding-file.ts';
import { openMonth, readMonth } from './month/month-file.ts';
import { UNFINISHED } from './staging.ts';

export interface CandleCheck {
  readonly files: number;
  /** Problems, a sentence each; empty when all is well. */
  readonly complaints: readonly string[];
}

/** Reads every stored file and verifies every checksum. */
export async function checkCandles(folder: string): Promise<CandleCheck> {
  const complaints: string[] = [];
  let files = 0;
  const check = async (read: () => Promise<unknown>): Promise<void> => {
    files += 1;
    try {
      await read();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      complaints.push(error.message);
    }
  };
  for (const symbol of storedSymbols(folder)) {
    for (const month of storedMonths(folder, symbol)) await check(() => readWhole(monthPath(folder, symbol, month)));
    if (hasFunding(folder, symbol)) await check(() => readFunding(folder, symbol));
    complaints.push(...leftovers(symbolFolder(folder, symbol)));
  }
  return { files, complaints };
}

async function readWhole(file: string): Promise<void> {
  const month = openMonth(file);
  try {
    await readMonth(month);
  } finally {
    month.close();
  }
}

function leftovers(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(UNFINISHED))
    .map(
      (name) =>
        `${path.join(folder, name)} belongs to an import that is still running or was killed; the next import of the symbol removes what was left.`,
    );
}
