import type { CandleInterval } from '#base/candle-interval.ts';
import { alignedValues, wholeStretch } from './align.ts';
import { addNeed, type Needs } from './needs.ts';
import { operandColumn } from './operand-column.ts';
import type { Operand } from './rule.ts';
import type { RuleBars } from './rule-bars.ts';

/** A value of closed bars that is ready to be read. */
export interface CompiledValue {
  /** At each bar of `base`; NaN where it is unknown. */
  valuesOf(bars: RuleBars): Float64Array;
}

/**
 * A value of the market, whose windows are noted among the needs of others.
 * @param base - at the closes of whose bars the value is asked for, and the timeframe of a value without one
 */
export function compileValue(operand: Operand, base: CandleInterval, needs: Needs): CompiledValue {
  const column = operandColumn(operand, base);
  addNeed(needs, column, { base, back: 0, own: 0 });
  return {
    valuesOf: (bars) => alignedValues(column, { bars, base, stretch: wholeStretch(bars, base), position: null }),
  };
}
