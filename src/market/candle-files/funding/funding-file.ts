import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { at } from '#base/assert.ts';
import { type Rate, rate } from '#base/exact.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import { FUNDING_NAME, symbolFolder } from '../folder.ts';
import { type ColumnFile, columnFileBytes, damaged, openColumnFile, writeColumnFile } from '../month/column-file.ts';

/**
 * Settled funding of a symbol, oldest first, at most one a minute. A settlement may come some milliseconds after the
 * hour; `hours` are those since the previous one, where the source has them.
 */
export type Settlements = readonly { readonly time: Instant; readonly rate: Rate; readonly hours?: number }[];

const KIND = 'funding';
const COLUMNS = ['minute', 'millisecond', 'rate'] as const;
/** A fourth column, of files that have it for a settlement; 0 where it is unknown. */
const HOURS = 'hours';
const factsSchema = z.object({ symbol: z.string() });

/** Writes the funding of a symbol: minute since 1970, millisecond in it, rate in 1e-8, and hours where some are known. */
export function writeFunding(file: string, symbol: string, settlements: Settlements): void {
  writeColumnFile(file, contentOf(symbol, settlements));
}

/** The bytes that `writeFunding` writes. */
export function fundingBytes(symbol: string, settlements: Settlements): Buffer {
  return columnFileBytes(contentOf(symbol, settlements));
}

function contentOf(symbol: string, settlements: Settlements): ColumnFile {
  const column = (value: (settlement: Settlements[number]) => number) => Int32Array.from(settlements, value);
  return {
    kind: KIND,
    facts: { symbol },
    columns: [
      ['minute', column(({ time }) => Math.floor(time / MINUTE_MS))],
      ['millisecond', column(({ time }) => time % MINUTE_MS)],
      ['rate', column((settlement) => settlement.rate)],
      ...(settlements.some(({ hours }) => hours !== undefined)
        ? [[HOURS, column(({ hours = 0 }) => hours)] as const]
        : []),
    ],
  };
}

/** Whether funding of a symbol is stored. */
export function hasFunding(folder: string, symbol: string): boolean {
  return existsSync(fundingPath(folder, symbol));
}

/**
 * The stored funding of a symbol; none when none was imported.
 * @throws AppError CANDLE_FILE_FOREIGN, CANDLE_FILE_VERSION, CANDLE_FILE_DAMAGED
 */
export async function readFunding(folder: string, symbol: string): Promise<Settlements> {
  if (!hasFunding(folder, symbol)) return [];
  const file = fundingPath(folder, symbol);
  const opened = openColumnFile(file, KIND);
  try {
    if (factsSchema.safeParse(opened.facts).data?.symbol !== symbol) throw damaged(file, `it is not that of ${symbol}`);
    const length = opened.columns[0]?.length ?? 0;
    const names = opened.columns.map(({ name }) => name);
    const isWhole = opened.columns.every((column) => column.length === length);
    if (!isWhole || (String(names) !== String(COLUMNS) && String(names) !== String([...COLUMNS, HOURS])))
      throw damaged(file, 'its columns are not those of funding');
    const column = () => new Int32Array(length);
    const [minutes, milliseconds, rates, hours] = [column(), column(), column(), column()];
    await opened.readInto([minutes, milliseconds, rates, hours].slice(0, names.length));
    return Array.from(rates, (value, index) => ({
      time: instantOf(at(minutes, index) * MINUTE_MS + at(milliseconds, index)),
      rate: rate(value),
      ...(at(hours, index) === 0 ? {} : { hours: at(hours, index) }),
    }));
  } finally {
    opened.close();
  }
}

function fundingPath(folder: string, symbol: string): string {
  return path.join(symbolFolder(folder, symbol), FUNDING_NAME);
}
