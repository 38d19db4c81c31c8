import { CANDLE_LENGTH_MS, type CandleInterval } from '#base/candle-interval.ts';
import { valueAt } from '../indicators/lines/frame.ts';
import type { Stretch } from '../model/history.ts';
import type { HeldPosition } from '../model/position.ts';
import type { ColumnMemory } from '../model/window.ts';
import type { Runs } from './columns/runs.ts';
import { steadyValues } from './columns/steady-values.ts';
import type { OperandColumn } from './operand-column.ts';
import { barsIn, type RuleBars } from './rule-bars.ts';

/** The bars of a rule at which values are asked for, and the position that they may be values of. */
export interface AskedBars {
  readonly bars: RuleBars;
  /** The timeframe of the rule. */
  readonly base: CandleInterval;
  /** By index, among the bars of `base`. */
  readonly stretch: Stretch;
  /** Null: everything about the position is unknown. */
  readonly position: HeldPosition | null;
  /** The bars of the stretch at which the truth matters, in order: at others any may be told. Omitted, it matters at every bar. */
  readonly where?: readonly number[];
  /** For truths that are kept as long as the bars are; omitted, they get memory of their own. */
  readonly memory?: ColumnMemory;
}

/**
 * The values of an operand at the bars that are asked for: those of its own last bar that had closed by then.
 * @param runs - the bars of the stretch at which they are read; omitted, all
 */
export function alignedValues(
  column: OperandColumn,
  asked: AskedBars,
  runs: Runs = [0, asked.stretch.to - asked.stretch.from],
): Float64Array {
  const { bars, base, stretch, position } = asked;
  const { from, to } = stretch;
  const { ofPosition, timeframe } = column;
  if (timeframe === null) return new Float64Array(to - from).fill(column.valuesOf(bars)[0] ?? Number.NaN);
  if (ofPosition === null) return marketValues(column, timeframe, { ...asked, runs }).subarray(from, to);
  if (position === null) return new Float64Array(to - from).fill(Number.NaN);
  return ofPosition({ bars: barsIn(bars, base), timeframe: base, stretch }, position);
}

/** The same for a comparison, to which one value tells all bars of a constant: a column of them would cost more than comparing. */
export function comparedValues(column: OperandColumn, asked: AskedBars, runs: Runs): Float64Array {
  return column.timeframe === null ? column.valuesOf(asked.bars) : alignedValues(column, asked, runs);
}

/** At the bars of the rule that are read, and at all of them where the value is one of another timeframe. */
function marketValues(
  column: OperandColumn,
  timeframe: CandleInterval,
  { bars, base, stretch, runs }: AskedBars & { readonly runs: Runs },
): Float64Array {
  if (timeframe === base) return steadyValues(column, { bars, timeframe, runs, from: stretch.from });
  const { kept, memory, length } = barsIn(bars, base);
  const known = kept.values.get(column.key);
  if (known !== undefined) return known;
  const values = steadyValues(column, { bars, timeframe, runs: [0, barsIn(bars, timeframe).length], from: 0 });
  const aligned = valuesAt(values, indexesOf(timeframe, bars, base), memory.numbers(length));
  kept.values.set(column.key, aligned);
  return aligned;
}

/** The values at places; NaN where there is none. A loop, because a whole past of minutes is read so. */
function valuesAt(values: Float64Array, places: Int32Array, found: Float64Array): Float64Array {
  for (let bar = 0; bar < found.length; bar += 1) {
    const place = places[bar] ?? -1;
    found[bar] = place < 0 ? Number.NaN : valueAt(values, place);
  }
  return found;
}

/** All bars of a rule. */
export function wholeStretch(bars: RuleBars, base: CandleInterval): Stretch {
  return { from: 0, to: barsIn(bars, base).length };
}

/** For each bar of the rule, the index of the last bar of a timeframe that had closed by then; below 0 where it is not there. */
export function indexesOf(timeframe: CandleInterval, bars: RuleBars, base: CandleInterval): Int32Array {
  const [own, rule] = [barsIn(bars, timeframe), barsIn(bars, base)];
  const [ownLength, ruleLength] = [CANDLE_LENGTH_MS[timeframe], CANDLE_LENGTH_MS[base]];
  const indexes = new Int32Array(rule.length);
  for (let bar = 0; bar < indexes.length; bar += 1) {
    const closed = rule.end - (rule.length - 1 - bar) * ruleLength;
    indexes[bar] = own.length - 1 - Math.ceil(Math.max(0, own.end - closed) / ownLength);
  }
  return indexes;
}
