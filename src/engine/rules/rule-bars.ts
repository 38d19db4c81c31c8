import { assert } from '#base/assert.ts';
import { CANDLE_LENGTH_MS, type CandleInterval } from '#base/candle-interval.ts';
import type { Instant } from '#base/time.ts';
import type { BarColumns } from '../indicators/bar-input.ts';
import type { Grid, Instrument } from '../model/instrument.ts';
import { type ColumnMemory, type MarketWindow, newColumns, type WindowSpec } from '../model/window.ts';
import type { BlockColumn } from './columns/block-column.ts';
import type { PastRule } from './past/past-rule.ts';
import type { Truths } from './truth.ts';

/** The closed bars of one timeframe that a rule is judged on. */
export interface TimeframeBars {
  /** Prices in USDT, volumes in the base asset; all columns of one length. NaN where there was no market. */
  readonly columns: BarColumns;
  readonly length: number;
  /** When the last bar closed. */
  readonly end: Instant;
  /** Index of the first bar at which values are asked for; those before are the past that they need. */
  readonly first: number;
  /** What rules have computed of these bars, so that those which ask for the same value share it. */
  readonly kept: KeptColumns;
  /** Of columns that are as long as these bars. */
  readonly memory: ColumnMemory;
}

/** Columns by what they are: `OperandColumn.key` for values. */
export interface KeptColumns {
  readonly values: Map<string, Float64Array>;
  readonly blocks: Map<string, BlockColumn>;
  readonly truths: Map<string, Truths>;
  /** By `JudgedRule.key`. */
  readonly rules: Map<string, PastRule>;
}

export function nothingKept(): KeptColumns {
  return { values: new Map(), blocks: new Map(), truths: new Map(), rules: new Map() };
}

/** Who asks for bars. */
interface AskedWindows {
  /** Of how many of the last bars of each window values are asked for; omitted, of all. */
  readonly asked?: readonly Pick<WindowSpec, 'asked'>[];
  readonly memory?: ColumnMemory;
}

/** The bars of every timeframe that a rule reads. */
export type RuleBars = ReadonlyMap<CandleInterval, TimeframeBars>;

/** The bars of a timeframe that the rule has declared. */
export function barsIn(bars: RuleBars, timeframe: CandleInterval): TimeframeBars {
  const found = bars.get(timeframe);
  assert(found !== undefined, `the rule declares a window of ${timeframe}`);
  return found;
}

/**
 * The bars of the windows as numbers. A price is its decimal text as a number, rounded once, so comparing it with a
 * constant is exact; what rules compute from it is an estimate, and no money is computed from that.
 */
export function barsFrom(
  windows: readonly MarketWindow[],
  { tick, step }: Instrument,
  { asked = [], memory = newColumns }: AskedWindows = {},
): RuleBars {
  return new Map(
    windows.map((window, place) => {
      const { timeframe, length, end } = window;
      const named = window.columns.map((name) => {
        return [name, scaled(window.column(name), name === 'volume' ? step : tick, memory.numbers(length))] as const;
      });
      const columns = { time: opensOf(window, memory.numbers(length)), ...Object.fromEntries(named) };
      const first = Math.max(0, length - (asked[place]?.asked ?? length));
      return [timeframe, { columns, length, end, first, kept: nothingKept(), memory }] as const;
    }),
  );
}

function scaled(column: Float64Array, { units, decimals }: Grid, values: Float64Array): Float64Array {
  const one = 10 ** decimals;
  for (let bar = 0; bar < values.length; bar += 1) values[bar] = ((column[bar] ?? Number.NaN) * units) / one;
  return values;
}

function opensOf({ timeframe, length, end }: MarketWindow, opens: Float64Array): Float64Array {
  const span = CANDLE_LENGTH_MS[timeframe];
  for (let bar = 0; bar < length; bar += 1) opens[bar] = end - (length - bar) * span;
  return opens;
}
