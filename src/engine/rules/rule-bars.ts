import { assert } from '#base/assert.ts';
import { CANDLE_LENGTH_MS, type CandleInterval } from '#base/candle-interval.ts';
import type { Instant } from '#base/time.ts';
import type { BarColumns } from '../indicators/bar-input.ts';
import type { Unit } from '../indicators/indicator.ts';
import { valueAt } from '../indicators/lines/frame.ts';
import type { Stretch } from '../model/history.ts';
import type { Grid, Instrument } from '../model/instrument.ts';
import { type ColumnMemory, type MarketWindow, newColumns, type WindowSpec } from '../model/window.ts';
import type { BlockColumn } from './columns/block-column.ts';
import type { PastRule } from './past/past-rule.ts';
import type { Truths } from './truth.ts';

/** The closed bars of one timeframe that a rule is judged on. */
export interface TimeframeBars {
  /** Prices in ticks, volumes in steps; all columns of one length. NaN where there was no market. */
  readonly columns: BarColumns;
  /** What a tick and a step are. */
  readonly grids: UnitGrids;
  readonly length: number;
  /** When the last bar closed. */
  readonly end: Instant;
  /** Index of the first bar at which values are asked for; those before are the past that they need. */
  readonly first: number;
  /** Bars whose last minute has no candle, by index, ascending: no rule triggers at their closes. Omitted, none. */
  readonly closedWithoutCandle?: readonly Stretch[];
  /** What rules have computed of these bars, so that those which ask for the same value share it. */
  readonly kept: KeptColumns;
  /** Of columns that are as long as these bars. */
  readonly memory: ColumnMemory;
}

export type UnitGrids = Readonly<Record<Exclude<Unit, 'number'>, Grid>>;

/** Bars whose prices and volumes are the numbers themselves. */
export const PLAIN_GRIDS: UnitGrids = { price: { units: 1, decimals: 0 }, volume: { units: 1, decimals: 0 } };

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

/** The bars of the windows, in ticks and steps: what is added and subtracted before it is divided is exact. */
export function barsFrom(
  windows: readonly MarketWindow[],
  { tick, step }: Instrument,
  { asked = [], memory = newColumns }: AskedWindows = {},
): RuleBars {
  const grids = { price: tick, volume: step };
  return new Map(
    windows.map((window, place) => {
      const { timeframe, length, end, closedWithoutCandle = [] } = window;
      const named = window.columns.map((name) => {
        const values = memory.numbers(length);
        values.set(window.column(name));
        return [name, values] as const;
      });
      const columns = { time: opensOf(window, memory.numbers(length)), ...Object.fromEntries(named) };
      const first = Math.max(0, length - (asked[place]?.asked ?? length));
      const bars = { columns, grids, length, end, first, closedWithoutCandle, kept: nothingKept(), memory };
      return [timeframe, bars] as const;
    }),
  );
}

/**
 * Turns values at the bars [from, to) from ticks into USDT, or from steps into the base asset, in place. A price is then its decimal
 * text as a number, rounded once, so comparing it with a constant is exact.
 * @param count - how many prices each value is the sum of: their mean comes out
 */
export function scale(values: Float64Array, { units, decimals }: Grid, { from, to, count = 1 }: Scaled): Float64Array {
  const divisor = count * 10 ** decimals;
  for (let bar = from; bar < to; bar += 1) values[bar] = (valueAt(values, bar) * units) / divisor;
  return values;
}

interface Scaled extends Stretch {
  readonly count?: number;
}

function opensOf({ timeframe, length, end }: MarketWindow, opens: Float64Array): Float64Array {
  const span = CANDLE_LENGTH_MS[timeframe];
  for (let bar = 0; bar < length; bar += 1) opens[bar] = end - (length - bar) * span;
  return opens;
}
