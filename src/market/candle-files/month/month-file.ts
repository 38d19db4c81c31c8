import path from 'node:path';
import * as z from 'zod';
import { AppError } from '#base/errors.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import { gridOf, isSymbol } from '#engine/model/instrument.ts';
import { type Allocate, BLOCK, firstLevel, type SkipLevel } from '#engine/scan/skip-index.ts';
import { folderName, monthName } from '../folder.ts';
import { monthEnd, monthOf } from './calendar-month.ts';
import { type ColumnFile, columnFileBytes, damaged, openColumnFile, writeColumnFile } from './column-file.ts';

/** The size of one tick and one step as decimal text: the units of the whole numbers. */
export interface Grids {
  readonly tick: string;
  readonly step: string;
}

/**
 * Minutes that the source did not have, filled flat at the previous close with volume 0; counted from the file's first.
 */
export type Gap = readonly [from: number, minutes: number];

/** What a month's file says about its columns. */
export interface MonthFacts extends Grids {
  readonly symbol: string;
  /** Open of the first minute that the source had. */
  readonly start: Instant;
  /**
   * From there to the last minute that the source had; fewer than the whole month when the source begins or ends in it.
   */
  readonly minutes: number;
  /** Ascending, not adjacent. */
  readonly gaps: readonly Gap[];
}

/** The candles of one symbol and month. */
export interface Month extends MonthFacts {
  readonly columns: CandleColumns;
}

/** A month's file with a valid header. */
export interface OpenMonth extends MonthFacts {
  readonly file: string;
  readonly bytes: number;
  /** Open of the minute after the last. */
  readonly end: Instant;
  /** @throws AppError CANDLE_FILE_DAMAGED naming the column */
  readInto(columns: Omit<CandleColumns, 'start'>, blocks: SkipLevel): Promise<void>;
  /** The same, synchronously. */
  readIntoNow(columns: Omit<CandleColumns, 'start'>, blocks: SkipLevel): void;
  close(): void;
}

const KIND = 'candles';
const count = z.int().nonnegative();
const grid = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,12})?$/)
  .refine((text) => Number(text) > 0);
const factsSchema = z.object({
  symbol: z.string().refine(isSymbol),
  tick: grid,
  step: grid,
  start: count.multipleOf(MINUTE_MS).transform(instantOf),
  minutes: count.positive(),
  gaps: z.array(z.tuple([count, count.positive()])),
});

/**
 * How many blocks of the skip index the minutes touch. Blocks are counted from 1970, so those of two months do not
 * overlap.
 */
export function blockCount(start: Instant, minutes: number): number {
  const first = start / MINUTE_MS;
  return minutes === 0 ? 0 : blockOf(first + minutes - 1) - blockOf(first) + 1;
}

/** The block that contains a minute. */
export function blockOf(minute: number): number {
  return Math.floor(minute / BLOCK);
}

/** Writes one month: its candles and the first level of their skip index. */
export function writeMonth(file: string, month: Month): void {
  writeColumnFile(file, contentOf(month));
}

/** The bytes that `writeMonth` writes. */
export function monthBytes(month: Month): Buffer {
  return columnFileBytes(contentOf(month));
}

function contentOf({ columns, ...facts }: Month): ColumnFile {
  const blocks = blocksOf(columns);
  return {
    kind: KIND,
    facts,
    columns: [
      ['open', columns.open],
      ['high', columns.high],
      ['low', columns.low],
      ['close', columns.close],
      ['volume', columns.volume],
      ['block low', blocks.low],
      ['block high', blocks.high],
      ['block closeLow', blocks.closeLow],
      ['block closeHigh', blocks.closeHigh],
      ['block fall', blocks.fall],
      ['block rise', blocks.rise],
    ],
  };
}

/**
 * Opens the file of one symbol and month, named `SYMBOL/2025-05.candles`.
 * @throws AppError CANDLE_FILE_FOREIGN, CANDLE_FILE_VERSION, CANDLE_FILE_DAMAGED, CANDLE_FILE_DIFFERS
 */
export function openMonth(file: string): OpenMonth {
  const opened = openColumnFile(file, KIND);
  try {
    const facts = soundFacts(file, opened.facts);
    const blocks = blockCount(facts.start, facts.minutes);
    const lengths = opened.columns.map(({ length }) => length);
    if (String(lengths) !== String([...Array(5).fill(facts.minutes), ...Array(6).fill(blocks)])) {
      throw damaged(file, `its columns do not have the length of ${facts.minutes} minutes`);
    }
    return {
      ...facts,
      file,
      bytes: opened.bytes,
      end: endOf(facts),
      readInto: (columns, blocks) => opened.readInto(arraysOf(columns, blocks)),
      readIntoNow: (columns, blocks) => opened.readIntoNow(arraysOf(columns, blocks)),
      close: opened.close,
    };
  } catch (error) {
    opened.close();
    throw error;
  }
}

function arraysOf({ open, high, low, close, volume }: Omit<CandleColumns, 'start'>, blocks: SkipLevel) {
  const { closeLow, closeHigh, fall, rise } = blocks;
  return [open, high, low, close, volume, blocks.low, blocks.high, closeLow, closeHigh, fall, rise];
}

/**
 * Reads the candles of an opened month into new memory.
 * @throws AppError CANDLE_FILE_DAMAGED naming the column
 */
export async function readMonth({ symbol, tick, step, start, minutes, gaps, readInto }: OpenMonth): Promise<Month> {
  const columns = emptyColumns(start, minutes, plain);
  await readInto(columns, emptyBlocks(start, minutes, plain));
  return { symbol, tick, step, start, minutes, gaps, columns };
}

/** Empty columns for some minutes. */
export function emptyColumns(start: Instant, minutes: number, allocate: Allocate): CandleColumns {
  const column = () => allocate(minutes);
  return { start, open: column(), high: column(), low: column(), close: column(), volume: column() };
}

/** Empty blocks for some minutes. */
export function emptyBlocks(start: Instant, minutes: number, allocate: Allocate): SkipLevel {
  const count = blockCount(start, minutes);
  const column = () => allocate(count);
  return { low: column(), high: column(), closeLow: column(), closeHigh: column(), fall: column(), rise: column() };
}

/** Memory of this thread alone. */
export const plain: Allocate = (length) => new Int32Array(length);

/** Whether two grids are equal, however they are written. */
export function isSameGrid(one: string, other: string): boolean {
  const [a, b] = [gridOf(one), gridOf(other)];
  return a.units === b.units && a.decimals === b.decimals;
}

/** Blocks of sixteen minutes, counted from 1970; the first and the last may be short. */
function blocksOf(columns: CandleColumns): SkipLevel {
  const head = Math.min(columns.low.length, (BLOCK - ((columns.start / MINUTE_MS) % BLOCK)) % BLOCK);
  if (head === 0) return firstLevel(columns);
  const [short, rest] = [firstLevel(slice(columns, 0, head)), firstLevel(slice(columns, head, columns.low.length))];
  const joined = (name: keyof SkipLevel) => Int32Array.of(...short[name], ...rest[name]);
  return {
    low: joined('low'),
    high: joined('high'),
    closeLow: joined('closeLow'),
    closeHigh: joined('closeHigh'),
    fall: joined('fall'),
    rise: joined('rise'),
  };
}

/** The columns of the minutes [from, to), as views. */
export function slice(
  { start, open, high, low, close, volume }: CandleColumns,
  from: number,
  to: number,
): CandleColumns {
  return {
    start: instantOf(start + from * MINUTE_MS),
    open: open.subarray(from, to),
    high: high.subarray(from, to),
    low: low.subarray(from, to),
    close: close.subarray(from, to),
    volume: volume.subarray(from, to),
  };
}

function soundFacts(file: string, given: unknown): MonthFacts {
  const { data: facts, error } = factsSchema.safeParse(given);
  if (facts === undefined) {
    const issue = error.issues[0];
    throw damaged(file, `its header says something wrong about "${issue?.path.join('.')}" (${issue?.message})`);
  }
  if (endOf(facts) > monthEnd(monthOf(facts.start))) throw damaged(file, 'its minutes reach into the next month');
  if (!areApart(facts)) throw damaged(file, 'its gaps overlap or lie at an end of its minutes');
  const [folder, name] = [path.basename(path.dirname(file)), path.basename(file)];
  const own = `${folderName(facts.symbol)}/${monthName(monthOf(facts.start))}`;
  if (`${folder}/${name}` !== own) {
    throw new AppError('CANDLE_FILE_DIFFERS', `${file} contains the data of ${own}.`);
  }
  return facts;
}

/** The source had the first and the last minute, and a minute between two gaps. */
function areApart({ gaps, minutes }: MonthFacts): boolean {
  let end = 0;
  for (const [from, length] of gaps) {
    if (from <= end) return false;
    end = from + length;
  }
  return end < minutes;
}

function endOf({ start, minutes }: MonthFacts): Instant {
  return instantOf(start + minutes * MINUTE_MS);
}
