import { at } from '#base/assert.ts';
import type { CandleInterval } from '#base/candle-interval.ts';
import type { WindowSpec } from '../model/window.ts';
import { alignedValues, indexesOf } from './align.ts';
import { compare } from './compare.ts';
import { addNeed, type Needs, needsOf, windowsOf } from './needs.ts';
import { operandColumn } from './operand-column.ts';
import { operandsOf } from './operands-of.ts';
import type { Comparison, Condition, Rule } from './rule.ts';
import type { RuleBars } from './rule-bars.ts';
import { allOf, anyOf, edgesOf, heldFor, notOf, type Truths, trueWithin, UNKNOWN } from './truth.ts';

/** A rule that is ready to be judged. */
export interface CompiledRule {
  /** Its own timeframe first. */
  readonly reads: readonly WindowSpec[];
  /** Whether the rule acts at each bar of its own timeframe: its condition, or where that becomes true. */
  truthsOf(bars: RuleBars): Truths;
}

type Judge = (bars: RuleBars) => Truths;

/** What the parts of a rule share while it is compiled. */
interface Compiling {
  readonly base: CandleInterval;
  readonly needs: Needs;
}

/** @param rule - as `ruleSchema` returns it */
export function compileRule(rule: Rule): CompiledRule {
  const compiling = { base: rule.timeframe, needs: needsOf(rule.timeframe) };
  const isEdge = rule.trigger === 'edge';
  const judge = conditionOf(compiling, rule, isEdge ? 1 : 0);
  return {
    reads: windowsOf(compiling.needs),
    truthsOf: (bars) => (isEdge ? edgesOf(judge(bars)) : judge(bars)),
  };
}

/** @param back - how many bars before the last one the condition is judged at too */
function conditionOf(compiling: Compiling, condition: Condition, back: number): Judge {
  if ('all' in condition) {
    const parts = condition.all.map((part) => conditionOf(compiling, part, back));
    return (bars) => allOf(parts.map((judge) => judge(bars)));
  }
  if ('any' in condition) {
    const parts = condition.any.map((part) => conditionOf(compiling, part, back));
    return (bars) => anyOf(parts.map((judge) => judge(bars)));
  }
  if ('not' in condition) {
    const judge = conditionOf(compiling, condition.not, back);
    return (bars) => notOf(judge(bars));
  }
  if (!('cond' in condition)) return comparisonOf(compiling, condition, back);
  const { n, op } = condition;
  const judge = conditionOf(compiling, condition.cond, back + n - 1);
  return (bars) => (op === 'within' ? trueWithin(judge(bars), n) : heldFor(judge(bars), n));
}

function comparisonOf({ base, needs }: Compiling, comparison: Comparison, back: number): Judge {
  const columns = operandsOf(comparison).map(([, operand]) => operandColumn(operand, base));
  const { op } = comparison;
  const isCross = op === 'crosses_above' || op === 'crosses_below';
  const reach = { base, back: back + (isCross ? 1 : 0), own: 'n' in comparison ? comparison.n : 0 };
  for (const column of columns) addNeed(needs, column, reach);
  if (!('n' in comparison)) {
    return (bars) =>
      compare(
        op,
        columns.map((column) => alignedValues(column, bars, base)),
        0,
      );
  }
  // A shape looks at the bars of its operand's own timeframe: an average of four hours cannot rise every minute.
  const column = at(columns, 0);
  const { timeframe } = column;
  return (bars) => {
    if (timeframe === null || timeframe === base) return compare(op, [alignedValues(column, bars, base)], comparison.n);
    const truths = compare(op, [column.valuesOf(bars)], comparison.n);
    return Uint8Array.from(indexesOf(timeframe, bars, base), (index) => truths[index] ?? UNKNOWN);
  };
}
