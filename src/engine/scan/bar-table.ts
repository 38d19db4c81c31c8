import { assert, at } from '#base/assert.ts';
import { CANDLE_LENGTH_MS, type CandleInterval, gridBegin } from '#base/candle-interval.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import { longHoles, type Stretch, type SymbolHistory } from '../model/history.ts';
import { type CandleColumn, type ColumnMemory, type MarketWindow, newColumns } from '../model/window.ts';
import { isUnstored, nextFrozen, thawAt } from './market-minutes.ts';

/**
 * The bars of one timeframe that have closed by the end of a stored past. Prices in ticks, volume in steps; NaN where no minute has a
 * market, and where minutes that the market may have had are not stored.
 */
export interface BarTable {
  readonly timeframe: CandleInterval;
  /** Place on the timeframe's grid of the bar that holds the first stored minute. */
  readonly first: number;
  readonly length: number;
  readonly columns: Readonly<Record<CandleColumn, Float64Array>>;
}

/** All bars of a stored past. */
export function barTable(stored: SymbolHistory, timeframe: CandleInterval): BarTable {
  const grid = gridOver(stored, timeframe);
  const column = (name: CandleColumn) => paddedColumn(stored, name, { grid, memory: newColumns }).subarray(1);
  return {
    ...{ timeframe, first: grid.first, length: grid.length },
    columns: {
      ...{ open: column('open'), high: column('high'), low: column('low') },
      ...{ close: column('close'), volume: column('volume') },
    },
  };
}

/** Where the bars of a timeframe lie over a stored past. */
interface BarGrid extends Pick<BarTable, 'first' | 'length'> {
  /** Minutes of a bar. */
  readonly minutes: number;
  /** Minutes on the grid before the first stored one. */
  readonly opened: number;
}

function gridOver({ columns: { start, close } }: SymbolHistory, timeframe: CandleInterval): BarGrid {
  const minutes = CANDLE_LENGTH_MS[timeframe] / MINUTE_MS;
  const opened = (start - gridBegin(timeframe)) / MINUTE_MS;
  const first = Math.floor(opened / minutes);
  const length = Math.max(0, Math.floor((opened + close.length) / minutes) - first);
  return { first, length, minutes, opened };
}

/** A column of all bars, behind one without a market. */
function paddedColumn(
  stored: SymbolHistory,
  name: CandleColumn,
  { grid, memory }: { readonly grid: BarGrid; readonly memory: ColumnMemory },
): Float64Array {
  const { columns, unstored = [] } = stored;
  const holes = longHoles(stored);
  const { first, length, minutes, opened } = grid;
  const source = columns[name];
  const bars = memory.numbers(length + 1).fill(Number.NaN, 0, 1);
  if (minutes === 1) {
    bars.set(source, 1);
    for (const { from, to } of holes) bars.fill(Number.NaN, 1 + from, 1 + to);
    return bars;
  }
  const joining = { join: JOINED[name], holes };
  for (let bar = 0; bar < length; bar += 1) {
    const begin = (first + bar) * minutes - opened;
    const [from, to] = [thawAt(holes, Math.max(0, begin)), begin + minutes];
    const isUnknown = from >= to || (unstored.length > 0 && isUnstored(unstored, { from: begin, to }));
    bars[bar + 1] = isUnknown ? Number.NaN : joinedMinutes(source, { from, to }, joining);
  }
  return bars;
}

/** The bars whose last minute lies in one of the stretches, by their index behind one more bar. */
function barsClosedIn(stretches: readonly Stretch[], { first, length, minutes, opened }: BarGrid): readonly Stretch[] {
  const firstClosedFrom = (minute: number) => Math.min(length, Math.ceil((opened + minute + 1) / minutes) - 1 - first);
  return stretches
    .map(({ from, to }) => ({ from: 1 + firstClosedFrom(from), to: 1 + firstClosedFrom(to) }))
    .filter(({ from, to }) => from < to);
}

/** Joins minutes of a column, the first of which is in no hole. */
function joinedMinutes(source: Int32Array, { from, to }: Stretch, { join, holes }: Joining): number {
  let value = at(source, from);
  if (holes.length === 0) return join(value, source, from + 1, to);
  for (let minute = from + 1; minute < to; ) {
    const end = Math.min(to, nextFrozen(holes, minute - 1));
    value = join(value, source, minute, end);
    minute = thawAt(holes, end);
  }
  return value;
}

interface Joining {
  readonly join: Join;
  readonly holes: readonly Stretch[];
}

/** Continues a column over more minutes of a bar, none of them in a hole. Each column has a separate loop: a year has half a million minutes. */
type Join = (before: number, source: Int32Array, from: number, to: number) => number;

const JOINED: Readonly<Record<CandleColumn, Join>> = {
  open: (first) => first,
  high(before, source, from, to) {
    let high = before;
    for (let minute = from; minute < to; minute += 1) high = Math.max(high, minuteOf(source, minute));
    return high;
  },
  low(before, source, from, to) {
    let low = before;
    for (let minute = from; minute < to; minute += 1) low = Math.min(low, minuteOf(source, minute));
    return low;
  },
  close: (before, source, from, to) => (from < to ? minuteOf(source, to - 1) : before),
  volume(before, source, from, to) {
    let sum = before;
    for (let minute = from; minute < to; minute += 1) sum += minuteOf(source, minute);
    return sum;
  },
};

function minuteOf(source: Int32Array, minute: number): number {
  return source[minute] as number; // A bar of the table ends before the stored minutes do.
}

/** Place on the grid of the last bar that has closed by an instant. */
export function lastClosed(timeframe: CandleInterval, at: Instant): number {
  return Math.floor((at - gridBegin(timeframe)) / CANDLE_LENGTH_MS[timeframe]) - 1;
}

/** When the bar at a place on the grid closes. */
export function closeOf(timeframe: CandleInterval, place: number): Instant {
  return instantOf(gridBegin(timeframe) + (place + 1) * CANDLE_LENGTH_MS[timeframe]);
}

/** All bars of a stored past behind one without a market, with only the columns that are named: each reads all stored minutes. */
export function wholeWindows(
  stored: SymbolHistory,
  memory: ColumnMemory = newColumns,
): (timeframe: CandleInterval, names: readonly CandleColumn[]) => MarketWindow {
  return (timeframe, names) => {
    const grid = gridOver(stored, timeframe);
    const padded = new Map(names.map((name) => [name, paddedColumn(stored, name, { grid, memory })] as const));
    return {
      ...{ timeframe, columns: names, length: grid.length + 1 },
      end: closeOf(timeframe, grid.first + grid.length - 1),
      closedWithoutCandle: barsClosedIn(stored.frozen, grid),
      column(name) {
        const column = padded.get(name);
        assert(column !== undefined, `the window declares the column ${name}`);
        return column;
      },
    };
  };
}
