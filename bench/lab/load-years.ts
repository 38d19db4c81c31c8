import { cpSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from '#base/assert.ts';
import { loadHistory } from '#market/candle-files/history/load-history.ts';
import { importCandles } from '#market/candle-files/import-candles.ts';
import { csvOf, GRIDS } from '../../tests/support/candle-folder.ts';
import { generatedYear } from '../ladder/generated-year.ts';
import { median } from '../median.ts';

const ROUNDS = 3;
const SYMBOL = 'YEARUSDT';

/** How long so many symbol-years take to load from their files, each into the memory of the one before. */
export async function loadSeconds(symbols: number, tell: (line: string) => void): Promise<number> {
  const place = await mkdtemp(join(tmpdir(), 'botyard-bench-'));
  try {
    // A file names its symbol, so the copies of a year lie in folders of their own.
    const folders = Array.from({ length: symbols }, (_unused, number) => join(place, `candles-${number}`));
    const folder = at(folders, 0);
    const file = join(place, 'year.csv');
    writeFileSync(file, csvOf(generatedYear(1).columns));
    const rules = { existing: 'refuse', offTick: 'refuse', offStep: 'refuse' } as const;
    await importCandles({ ...GRIDS, ...rules, folder, symbol: SYMBOL, files: [file], tell: () => {} });
    for (const copy of folders.slice(1)) cpSync(folder, copy, { recursive: true });
    const times: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const seconds = await loadOnce(folders);
      times.push(seconds);
      tell(`${symbols} symbol-years loaded in ${seconds.toFixed(2)} s`);
    }
    return median(times);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function loadOnce(folders: readonly string[]): Promise<number> {
  const begin = performance.now();
  let memory: SharedArrayBuffer | null = null;
  for (const folder of folders) {
    const query = { folder, symbol: SYMBOL, from: null, to: null, grids: null };
    const { columns } = await loadHistory(memory === null ? query : { ...query, memory });
    memory = columns.close.buffer instanceof SharedArrayBuffer ? columns.close.buffer : null;
  }
  return (performance.now() - begin) / 1_000;
}
