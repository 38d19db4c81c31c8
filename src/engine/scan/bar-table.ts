import { assert } from '#base/assert.ts';
import { CANDLE_LENGTH_MS, type CandleInterval, gridBegin } from '#base/candle-interval.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { SymbolHistory } from '../model/history.ts';
import type { CandleColumn, MarketWindow } from '../model/window.ts';
import { thawAt } from './market-minutes.ts';

/** The bars of one timeframe that have closed by the end of a stored past. Prices in ticks, volume in steps; NaN where no minute has a candle. */
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
  const length = Math.max(0, Math.floor((opened + close.length) / minutes) - first);
  const column = () => new Float64Array(length).fill(Number.NaN);
  const table = {
    ...{ timeframe, first, length },
    columns: { open: column(), high: column(), low: column(), close: column(), volume: column() },
  };
  for (let bar = 0; bar < length; bar += 1) {
    const from = (first + bar) * minutes - opened;
    readBar(stored, table, { bar, from, to: from + minutes });
  }
  return table;
}

/** Joins minutes into a bar of the table. Without an object for each, because there are as many as half a million. */
function readBar(
  { columns, frozen }: SymbolHistory,
  { columns: into }: BarTable,
  { bar, from, to }: { readonly bar: number; readonly from: number; readonly to: number },
): void {
  const first = thawAt(frozen, Math.max(0, from));
  if (first >= to) return;
  let [high, low, close, volume] = [0, Number.POSITIVE_INFINITY, 0, 0];
  for (let minute = first; minute < to; minute = frozen.length === 0 ? minute + 1 : thawAt(frozen, minute + 1)) {
    high = Math.max(high, columns.high[minute] as number); // A bar of the table ends before the stored minutes do.
    low = Math.min(low, columns.low[minute] as number);
    close = columns.close[minute] as number;
    volume += columns.volume[minute] as number;
  }
  into.open[bar] = columns.open[first] as number;
  into.high[bar] = high;
  into.low[bar] = low;
  into.close[bar] = close;
  into.volume[bar] = volume;
}

/** Place on the grid of the last bar that has closed by an instant. */
export function lastClosed(timeframe: CandleInterval, at: Instant): number {
  return Math.floor((at - gridBegin(timeframe)) / CANDLE_LENGTH_MS[timeframe]) - 1;
}

/** When the bar at a place on the grid closes. */
export function closeOf(timeframe: CandleInterval, place: number): Instant {
  return instantOf(gridBegin(timeframe) + (place + 1) * CANDLE_LENGTH_MS[timeframe]);
}

/** All bars of a table behind one without a market. */
export function wholeWindow(
  { timeframe, first, length, columns }: BarTable,
  names: readonly CandleColumn[],
): MarketWindow {
  const padded = new Map(
    names.map((name) => {
      const column = new Float64Array(length + 1).fill(Number.NaN, 0, 1);
      column.set(columns[name], 1);
      return [name, column] as const;
    }),
  );
  return {
    ...{ timeframe, columns: names, length: length + 1 },
    end: closeOf(timeframe, first + length - 1),
    column(name) {
      const column = padded.get(name);
      assert(column !== undefined, `the window declares the column ${name}`);
      return column;
    },
  };
}
