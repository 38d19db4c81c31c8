import { at } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import type { Allocate } from '#engine/scan/skip-index.ts';
import { marketFacts } from '../../store/market-facts.ts';
import { minuteText } from '../csv/csv-time.ts';
import { monthPath, storedMonths } from '../folder.ts';
import { readFunding } from '../funding/funding-file.ts';
import { monthEnd, monthOf } from '../month/calendar-month.ts';
import { type Grids, isSameGrid, type OpenMonth, openMonth, plain } from '../month/month-file.ts';
import { readWindow } from './read-window.ts';

/** The stored minutes to load. */
export interface HistoryQuery {
  /** The folder of all candles. */
  readonly folder: string;
  readonly symbol: string;
  /** Open of the first minute; null for the oldest stored. */
  readonly from: Instant | null;
  /** Open of the minute after the last; null for the end of what is stored. */
  readonly to: Instant | null;
  /** The caller's tick and step; null for those of the files. */
  readonly grids: Grids | null;
  /**
   * Memory of a history that no thread reads any more: it is overwritten if it is large enough. This bounds the memory
   * of a sweep over many symbols, because the garbage collector is slow to notice the size of shared memory.
   */
  readonly memory?: SharedArrayBuffer;
  /** Gives memory for months that reach over an end, free again when the history is loaded; omitted, each gets its own. */
  readonly scratch?: Allocate;
  /** The thread has nothing else to do and reads the files itself, which takes less of the processor; omitted, one of the system's does. */
  readonly isReading?: boolean;
}

/**
 * Loads the stored minutes of one symbol into one block of shared memory and verifies every checksum. It can be posted
 * to a worker, which then shares the memory. The history begins and ends with a minute that the source had; missing
 * minutes in between are flat with volume 0, and frozen.
 *
 * A history that begins on a multiple of sixteen minutes reads the first level of its index from the files; otherwise
 * the level is computed, which costs a few milliseconds a year.
 * @throws AppError CANDLES_MISSING, CANDLE_FILE_FOREIGN, CANDLE_FILE_VERSION, CANDLE_FILE_DAMAGED, CANDLE_FILE_DIFFERS
 */
export async function loadHistory(query: HistoryQuery): Promise<SymbolHistory> {
  return withMonths(query, (months) => readStored(query, months, reach(query, months)));
}

/** A stretch of time, `to` excluded. */
export interface Window {
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * The stored part of the requested minutes: from the first minute that the source had to the last.
 * @throws AppError CANDLES_MISSING when the source had none of them
 */
export function reach(query: HistoryQuery, months: readonly OpenMonth[]): Window {
  const [first, last] = [at(months, 0), at(months, months.length - 1)];
  const [begin, end] = [Math.max(query.from ?? first.start, first.start), Math.min(query.to ?? last.end, last.end)];
  const from = gapsOf(first).find((gap) => gap.from <= begin && begin < gap.to)?.to ?? instantOf(begin);
  const to = gapsOf(last).find((gap) => gap.from < end && end <= gap.to)?.from ?? instantOf(end);
  if (from >= to) throw missing(query);
  return { from, to };
}

function gapsOf({ start, gaps }: OpenMonth): readonly Window[] {
  return gaps.map(([from, minutes]) => ({
    from: later(start, from * MINUTE_MS),
    to: later(start, (from + minutes) * MINUTE_MS),
  }));
}

/** The candles and the funding of a window, which may be wider than the stored data. */
export async function readStored(
  { folder, symbol, memory, scratch = plain, isReading = false }: HistoryQuery,
  months: readonly OpenMonth[],
  window: Window,
): Promise<SymbolHistory> {
  const settlements = await readFunding(folder, symbol);
  const facts = marketFacts(folder, symbol);
  return readWindow(months, window, { settlements, memory: memory ?? null, scratch, isReading, facts });
}

/** Opens the months that contain minutes of the query, oldest first, and always closes them. */
export async function withMonths<T>(
  query: HistoryQuery,
  use: (months: readonly OpenMonth[]) => Promise<T>,
): Promise<T> {
  const months: OpenMonth[] = [];
  try {
    for (const file of wantedMonths(query)) months.push(openMonth(file));
    const inside = months.filter(({ start, end }) => start < (query.to ?? end) && end > (query.from ?? start));
    if (inside.length === 0) throw missing(query);
    checkGrids(query.grids, inside);
    return await use(inside);
  } finally {
    for (const month of months) month.close();
  }
}

function wantedMonths({ folder, symbol, from, to }: HistoryQuery): readonly string[] {
  return storedMonths(folder, symbol)
    .filter((month) => (from === null || monthEnd(month) > from) && (to === null || month <= monthOf(to)))
    .map((month) => monthPath(folder, symbol, month));
}

function missing({ folder, symbol, from, to }: HistoryQuery): AppError {
  const months = storedMonths(folder, symbol);
  const stored = months.length === 0 ? 'nothing is stored' : `stored are ${months[0]} to ${months.at(-1)}`;
  const text = (time: Instant | null, otherwise: string) => (time === null ? otherwise : minuteText(time));
  return new AppError(
    'CANDLES_MISSING',
    `No candles of ${symbol} from ${text(from, 'the beginning')} to ${text(to, 'the end')} are stored; ${stored}.`,
  );
}

/** All months of a history must have the same tick and step, because their whole numbers are joined. */
function checkGrids(wanted: Grids | null, months: readonly OpenMonth[]): void {
  const { tick, step } = wanted ?? months[0] ?? { tick: '1', step: '1' };
  for (const month of months) {
    if (isSameGrid(month.tick, tick) && isSameGrid(month.step, step)) continue;
    throw new AppError(
      'CANDLE_FILE_DIFFERS',
      `${month.file} has ticks of ${month.tick} and steps of ${month.step}; ${tick} and ${step} were requested.`,
    );
  }
}
