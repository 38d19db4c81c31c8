import { CANDLE_LENGTH_MS, type CandleInterval, gridBegin } from '#base/candle-interval.ts';
import { HOUR_MS, instantOf } from '#base/time.ts';
import type { Stretch } from '../../model/history.ts';
import { newColumns } from '../../model/window.ts';
import type { OperandColumn } from '../operand-column.ts';
import { barsIn, nothingKept, type RuleBars, type TimeframeBars } from '../rule-bars.ts';
import { type BlockColumn, blockColumn } from './block-column.ts';
import type { Runs } from './runs.ts';

/** A past begins anew at every so many-th bar at the least. */
const BLOCK_MIN = 32;
/** The share of the settled past that a block is long: more bars are computed for each where it is smaller. */
const BLOCK_SHARE = { least: 1 / 4, most: 1.5 };
/** A block of short bars is longer, up to the greater share, because a window of some hours more costs little. */
const BLOCK_MS = 8 * HOUR_MS;

/** Every so many bars of the grid the value of a column is computed from a past that begins anew. */
export function steadyBlock({ inBlocks, settling }: OperandColumn, timeframe: CandleInterval): number {
  if (inBlocks === null) return 1;
  const hours = Math.min(settling * BLOCK_SHARE.most, BLOCK_MS / CANDLE_LENGTH_MS[timeframe]);
  return 2 ** Math.ceil(Math.log2(Math.max(settling * BLOCK_SHARE.least, hours, BLOCK_MIN)));
}

/** The bars of a column's timeframe at which its values are read. */
export interface ReadBars {
  readonly bars: RuleBars;
  readonly timeframe: CandleInterval;
  /** Counted from the bar `from`. */
  readonly runs: Runs;
  readonly from: number;
}

/**
 * The values of a column of the market at each bar of its timeframe that is read. A smoothed value depends a little on where its
 * past begins; here that follows from the place of its block on the grid, so the value is the same whatever other bars are known.
 * Those before the first bar that is asked for may stay unknown.
 */
export function steadyValues(column: OperandColumn, { bars, timeframe, runs, from }: ReadBars): Float64Array {
  const own = barsIn(bars, timeframe);
  const { kept, first } = own;
  if (column.inBlocks !== null) {
    const blocks = kept.blocks.get(column.key) ?? blocksOf(column, column.inBlocks, { own, timeframe });
    for (let place = 0; place < runs.length; place += 2)
      blocks.read(Math.max(first, from + (runs[place] ?? 0)), from + (runs[place + 1] ?? 0));
    return blocks.values;
  }
  const values = kept.values.get(column.key) ?? column.valuesOf(bars);
  kept.values.set(column.key, values);
  return values;
}

function blocksOf(
  column: OperandColumn,
  inBlocks: NonNullable<OperandColumn['inBlocks']>,
  { own, timeframe }: { readonly own: TimeframeBars; readonly timeframe: CandleInterval },
): BlockColumn {
  const block = steadyBlock(column, timeframe);
  const grid = { length: own.length, block, place: placeOfFirst(timeframe, own) };
  const blocks = blockColumn(inBlocks(own, block), grid, own.memory.numbers(own.length));
  own.kept.blocks.set(column.key, blocks);
  return blocks;
}

/** Place on the grid of the first bar. */
export function placeOfFirst(timeframe: CandleInterval, { end, length }: TimeframeBars): number {
  return Math.floor((end - gridBegin(timeframe)) / CANDLE_LENGTH_MS[timeframe]) - length;
}

/** The stretches of bars, by index, that lie in one block of the grid each. */
export function* blocksIn(length: number, first: number, block: number): Generator<Stretch> {
  for (let from = 0; from < length; ) {
    const to = Math.min(length, (Math.floor((first + from) / block) + 1) * block - first);
    yield { from, to };
    from = to;
  }
}

/** A stretch of the bars as if no others were known. */
export function barsCut(bars: TimeframeBars, timeframe: CandleInterval, { from, to }: Stretch): TimeframeBars {
  const cut = Object.entries(bars.columns).map(([name, column]) => [name, column.subarray(from, to)] as const);
  return {
    columns: Object.fromEntries(cut),
    grids: bars.grids,
    length: to - from,
    end: instantOf(bars.end - (bars.length - to) * CANDLE_LENGTH_MS[timeframe]),
    first: 0,
    kept: nothingKept(),
    memory: newColumns,
  };
}
