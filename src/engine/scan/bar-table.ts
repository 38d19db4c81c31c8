import { assert } from '#base/assert.ts';
import { CANDLE_LENGTH_MS, type CandleInterval, gridBegin } from '#base/candle-interval.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { SymbolHistory } from '../model/history.ts';
import type { CandleColumn, MarketWindow, WindowSpec } from '../model/window.ts';
import { thawAt } from './market-minutes.ts';

/** The bars of one timeframe over a stored past. Prices in ticks, volume in steps; NaN where no minute has a candle. */
export interface BarTable {
  readonly timeframe: CandleInterval;
  /** Place on the timeframe's grid of the bar that holds the first stored minute. */
  readonly first: number;
  readonly length: number;
  readonly columns: Readonly<Record<CandleColumn, Float64Array>>;
}

/** Reads every stored minute once. */
export function barTable(stored: SymbolHistory, timeframe: CandleInterval): BarTable {
  const { start, close } = stored.columns;
  const minutes = CANDLE_LENGTH_MS[timeframe] / MINUTE_MS;
  const opened = (start - gridBegin(timeframe)) / MINUTE_MS;
  const first = Math.floor(opened / minutes);
  const length = Math.ceil((opened + close.length) / minutes) - first;
  const column = () => new Float64Array(length).fill(Number.NaN);
  const columns = { open: column(), high: column(), low: column(), close: column(), volume: column() };
  for (let bar = 0; bar < length; bar += 1) {
    const from = (first + bar) * minutes - opened;
    const to = Math.min(from + minutes, close.length);
    fillBar(stored, columns, bar, Math.max(0, from), to);
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

/** Fills in a bar from the minutes [from, to); positional, because it runs for every bar of years. */
function fillBar(
  { columns: minutes, frozen }: SymbolHistory,
  bars: BarTable['columns'],
  bar: number,
  from: number,
  to: number,
): void {
  let minute = thawAt(frozen, from);
  if (minute >= to) return;
  let [high, low, close, volume] = [0, Number.POSITIVE_INFINITY, 0, 0];
  bars.open[bar] = minutes.open[minute] ?? Number.NaN;
  for (; minute < to; minute = thawAt(frozen, minute + 1)) {
    high = Math.max(high, minutes.high[minute] ?? 0);
    low = Math.min(low, minutes.low[minute] ?? 0);
    close = minutes.close[minute] ?? 0;
    volume += minutes.volume[minute] ?? 0;
  }
  bars.high[bar] = high;
  bars.low[bar] = low;
  bars.close[bar] = close;
  bars.volume[bar] = volume;
}
