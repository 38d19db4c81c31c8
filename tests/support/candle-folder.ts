import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { at } from '#base/assert.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import { type CandlesImported, importCandles } from '#market/candle-files/import-candles.ts';

/** The units of the tests: a tick is 0.1, so 954677 is 95467.7, and a step is 0.001. */
export const GRIDS = { tick: '0.1', step: '0.001' } as const;

/** A folder for candles that is removed afterwards. */
export interface CandleFolder {
  /** Where candles are stored; created by the first import. */
  readonly folder: string;
  /** Writes a file beside it and returns its path. */
  file(name: string, content: string | Uint8Array): string;
  /** Imports the minutes of columns for which `has` returns true, as from a source without the others. */
  fill(symbol: string, columns: CandleColumns, has?: (minute: number) => boolean): Promise<CandlesImported>;
  remove(): void;
}

export function candleFolder(): CandleFolder {
  const place = mkdtempSync(path.join(tmpdir(), 'botyard-candles-'));
  const folder = path.join(place, 'candles');
  const file = (name: string, content: string | Uint8Array): string => {
    const full = path.join(place, name);
    writeFileSync(full, content);
    return full;
  };
  return {
    folder,
    file,
    fill: (symbol, columns, has = () => true) =>
      importFiles(folder, symbol, [file(`${symbol}.csv`, csvOf(columns, has))]),
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** Imports files with the default options. */
export function importFiles(folder: string, symbol: string, files: readonly string[]): Promise<CandlesImported> {
  return importCandles({
    ...GRIDS,
    ...{ folder, symbol, files, existing: 'refuse', offTick: 'refuse', offStep: 'refuse' },
    tell: () => {},
  });
}

/** The canonical text of columns, as export writes it. */
export function csvOf(columns: CandleColumns, has: (minute: number) => boolean = () => true): string {
  const lines = ['open_time,open,high,low,close,volume'];
  const price = (column: Int32Array, index: number) => decimal(at(column, index), 1);
  for (let index = 0; index < columns.low.length; index += 1) {
    if (!has(index)) continue;
    const prices = [columns.open, columns.high, columns.low, columns.close].map((column) => price(column, index));
    lines.push(`${columns.start + index * MINUTE_MS},${prices.join(',')},${decimal(at(columns.volume, index), 3)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Formats a decimal without the arithmetic of the product. */
function decimal(count: number, places: number): string {
  return (count / 10 ** places).toFixed(places);
}

/** UTC text such as "2025-05-04T15:37" as an instant. */
export function utc(text: string): Instant {
  return instantOf(Date.parse(`${text}Z`));
}
