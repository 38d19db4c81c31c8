import { at } from '#base/assert.ts';
import type { CandleInterval } from '#base/candle-interval.ts';
import { indexesOf } from '../align.ts';
import { compare } from '../compare.ts';
import { COUNTED_BLOCK, spanIn } from '../needs.ts';
import type { OperandColumn } from '../operand-column.ts';
import type { Comparison } from '../rule.ts';
import { barsIn, type RuleBars } from '../rule-bars.ts';
import { type Truths, UNKNOWN } from '../truth.ts';
import { barsCut, blocksIn, placeOfFirst } from './steady-values.ts';

/** A comparison of values that count from their first bar, all of one timeframe. */
export interface CountedComparison {
  readonly columns: readonly OperandColumn[];
  readonly op: Comparison['op'];
  readonly n: number;
  /** The timeframe of the rule. */
  readonly base: CandleInterval;
  /** 1 for one that also reads the bar before. */
  readonly crossed: number;
}

/**
 * The truth of such a comparison at every bar of the rule: for each block of bars, all its values are counted from one
 * first bar, because only their differences mean something.
 */
export function truthsInBlocks(comparison: CountedComparison, bars: RuleBars): Truths {
  const { columns, base, crossed, n } = comparison;
  const timeframe = at(columns, 0).timeframe ?? base;
  const rule = barsIn(bars, base);
  const truths = new Uint8Array(rule.length).fill(UNKNOWN);
  const indexes = indexesOf(timeframe, bars, base);
  const lead = Math.max(...columns.map(({ settling }) => settling)) + n + spanIn(timeframe, crossed, base);
  for (const { from, to } of blocksIn(rule.length, placeOfFirst(base, rule), COUNTED_BLOCK)) {
    const [first, last] = [at(indexes, from), at(indexes, to - 1)];
    if (last < 0 || to <= rule.first) continue;
    const own = barsCut(barsIn(bars, timeframe), timeframe, { from: Math.max(0, first - lead), to: last + 1 });
    const begin = Math.max(0, from - crossed - n);
    const part = new Map([
      [base, barsCut(rule, base, { from: begin, to })],
      [timeframe, own],
    ]);
    truths.set(plainTruths(comparison, timeframe, part).slice(from - to), from);
  }
  return truths;
}

function plainTruths({ columns, op, n, base }: CountedComparison, timeframe: CandleInterval, bars: RuleBars): Truths {
  const indexes = indexesOf(timeframe, bars, base);
  const values = columns.map((column) => column.valuesOf(bars));
  if (n > 0) {
    const { length } = barsIn(bars, timeframe);
    const truths = compare(op, values, { n, runs: [0, length], truths: new Uint8Array(length) });
    return Uint8Array.from(indexes, (index) => truths[index] ?? UNKNOWN);
  }
  const aligned = values.map((column) => Float64Array.from(indexes, (index) => column[index] ?? Number.NaN));
  const { length } = indexes;
  return compare(op, aligned, { n, runs: [0, length], truths: new Uint8Array(length) });
}
