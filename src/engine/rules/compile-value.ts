import type { CandleInterval } from '#base/candle-interval.ts';
import type { WindowSpec } from '../model/window.ts';
import { alignedValues } from './align.ts';
import { addNeed, needsOf, windowsOf } from './needs.ts';
import { operandColumn } from './operand-column.ts';
import type { Operand } from './rule.ts';
import type { RuleBars } from './rule-bars.ts';

/** A value of closed bars that is ready to be read. */
export interface CompiledValue {
  /** Those of `base` first. */
  readonly reads: readonly WindowSpec[];
  /** At each bar of `base`; NaN where it is unknown. */
  valuesOf(bars: RuleBars): Float64Array;
}

/** @param base - at the closes of whose bars the value is asked for, and the timeframe of a value without one */
export function compileValue(operand: Operand, base: CandleInterval): CompiledValue {
  const needs = needsOf(base);
  const column = operandColumn(operand, base);
  addNeed(needs, column, { base, back: 0, own: 0 });
  return { reads: windowsOf(needs), valuesOf: (bars) => alignedValues(column, bars, base) };
}
