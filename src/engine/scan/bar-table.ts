import { assert } from '#base/assert.ts';
import { CANDLE_LENGTH_MS, type CandleInterval, gridBegin } from '#base/candle-interval.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { SymbolHistory } from '../model/history.ts';
import type { CandleColumn, MarketWindow, WindowSpec } from '../model/window.ts';
import { barBetween } from './market-minutes.ts';

/** The bars of one timeframe that have closed by the end of a stored past. Prices in ticks, volume in steps; NaN where no minute has a candle. */
export interface BarTable {
  readonly timeframe: CandleInterval;
  /** Place on the timeframe's grid of the bar that holds the first stored minute. */
  readonly first: number;
  readonly length: number;
  readonly columns: Readonly<Record<CandleColumn, Float64Array>>;
}

const NAMES = ['open', 'high', 'low', 'close', 'volume'] as const satisfies readonly CandleColumn[];

/** Reads every stored minute once. */
export function barTable(stored: SymbolHistory, timeframe: CandleInterval): BarTable {
  const { start, close } = stored.columns;
  const minutes = CANDLE_LENGTH_MS[timeframe] / MINUTE_MS;
  const opened = (start - gridBegin(timeframe)) / MINUTE_MS;
  const first = Math.floor(opened / minutes);
  const length = Math.max(0, Math.floor((opened + close.length) / minutes) - first);
  const column = () => new Float64Array(length).fill(Number.NaN);
  const columns = { open: column(), high: column(), low: column(), close: column(), volume: column() };
  for (let bar = 0; bar < length; bar += 1) {
    const from = (first + bar) * minutes - opened;
    const read = barBetween(stored, from, from + minutes);
    if (read !== null) for (const name of NAMES) columns[name][bar] = read[name];
  }
  return { timeframe, first, length, columns };
}

/** Place on the grid of the last bar that has closed by an instant. */
export function lastClosed(timeframe: CandleInterval, at: Instant): number {
  return Math.floor((at - gridBegin(timeframe)) / CANDLE_LENGTH_MS[timeframe]) - 1;
}

/** When the bar at a place on the grid closes. */
export function closeOf(timeframe: CandleInterval, place: number): Instant {
  return instantOf(gridBegin(timeframe) + (place + 1) * CANDLE_LENGTH_MS[timeframe]);
}

/** The bars of a table at the places [from, to) of the grid; NaN where nothing is stored. */
export function tableWindow(table: BarTable, spec: WindowSpec, from: number, to: number): MarketWindow {
  const { timeframe, columns } = spec;
  const length = to - from;
  const cut = new Map(columns.map((name) => [name, cutColumn(table, name, { from, length })]));
  return {
    ...{ timeframe, columns, length },
    end: closeOf(timeframe, to - 1),
    column(name) {
      const column = cut.get(name);
      assert(column !== undefined, `the window declares the column ${name}`);
      return column;
    },
  };
}

function cutColumn(
  { first, length: stored, columns }: BarTable,
  name: CandleColumn,
  { from, length }: { readonly from: number; readonly length: number },
): Float64Array {
  const [begin, end] = [from - first, from - first + length];
  if (begin >= 0 && end <= stored) return columns[name].slice(begin, end);
  const cut = new Float64Array(length).fill(Number.NaN);
  const [present, past] = [Math.max(begin, 0), Math.min(end, stored)];
  if (present < past) cut.set(columns[name].subarray(present, past), present - begin);
  return cut;
}
