import { CANDLE_LENGTH_MS, type CandleInterval } from '#base/candle-interval.ts';
import type { OperandColumn } from './operand-column.ts';
import { barsIn, type RuleBars } from './rule-bars.ts';

/** The values of an operand at each bar of the rule: those of its own last bar that had closed by then. */
export function alignedValues(column: OperandColumn, bars: RuleBars, base: CandleInterval): Float64Array {
  const values = column.valuesOf(bars);
  if (column.timeframe === base) return values;
  const { length } = barsIn(bars, base);
  if (column.timeframe === null) return new Float64Array(length).fill(values[0] ?? Number.NaN);
  const indexes = indexesOf(column.timeframe, bars, base);
  return Float64Array.from(indexes, (index) => values[index] ?? Number.NaN);
}

/** For each bar of the rule, the index of the last bar of a timeframe that had closed by then; below 0 where it is not there. */
export function indexesOf(timeframe: CandleInterval, bars: RuleBars, base: CandleInterval): Int32Array {
  const [own, rule] = [barsIn(bars, timeframe), barsIn(bars, base)];
  const [ownLength, ruleLength] = [CANDLE_LENGTH_MS[timeframe], CANDLE_LENGTH_MS[base]];
  return Int32Array.from({ length: rule.length }, (_unused, bar) => {
    const closed = rule.end - (rule.length - 1 - bar) * ruleLength;
    return own.length - 1 - Math.ceil(Math.max(0, own.end - closed) / ownLength);
  });
}
