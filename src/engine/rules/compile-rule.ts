import { at } from '#base/assert.ts';
import type { CandleInterval } from '#base/candle-interval.ts';
import type { WindowSpec } from '../model/window.ts';
import { alignedValues, indexesOf } from './align.ts';
import { compare } from './compare.ts';
import { addNeed, type Needs, needsOf, windowsOf } from './needs.ts';
import { operandColumn } from './operand-column.ts';
import { operandsOf, type Path, pathToPart } from './operands-of.ts';
import { type Comparison, type Condition, partsOf, type Rule } from './rule.ts';
import type { RuleBars } from './rule-bars.ts';
import { allOf, anyOf, edgesOf, heldFor, notOf, type Truths, trueWithin, UNKNOWN } from './truth.ts';

/** A condition of a compiled rule. */
export interface CompiledNode {
  /** Where it stands in the rule. */
  readonly path: Path;
  readonly condition: Condition;
  /** Whether it holds at each bar of the rule. */
  truthsOf(bars: RuleBars): Truths;
}

/** A rule that is ready to be judged. */
export interface CompiledRule {
  /** Its own timeframe first. */
  readonly reads: readonly WindowSpec[];
  /** Its conditions, each before its parts. */
  readonly nodes: readonly CompiledNode[];
  /** Whether the rule acts at each bar of its own timeframe: its condition, or where that becomes true. */
  truthsOf(bars: RuleBars): Truths;
}

type Judge = (bars: RuleBars) => Truths;

/** What the parts of a rule share while it is compiled. */
interface Compiling {
  readonly base: CandleInterval;
  readonly needs: Needs;
  readonly nodes: CompiledNode[];
}

interface Place {
  readonly path: Path;
  /** How many bars before the last one the condition is judged at too. */
  readonly back: number;
}

/** @param rule - as `ruleSchema` returns it */
export function compileRule(rule: Rule): CompiledRule {
  const compiling: Compiling = { base: rule.timeframe, needs: needsOf(rule.timeframe), nodes: [] };
  const isEdge = rule.trigger === 'edge';
  const judge = conditionOf(compiling, rule, { path: [], back: isEdge ? 1 : 0 });
  return {
    reads: windowsOf(compiling.needs),
    nodes: compiling.nodes.toSorted((a, b) => a.path.length - b.path.length),
    truthsOf: (bars) => (isEdge ? edgesOf(judge(bars)) : judge(bars)),
  };
}

function conditionOf(compiling: Compiling, condition: Condition, place: Place): Judge {
  const truthsOf = judgeOf(compiling, condition, place);
  compiling.nodes.push({ path: place.path, condition, truthsOf });
  return truthsOf;
}

function judgeOf(compiling: Compiling, condition: Condition, { path, back }: Place): Judge {
  const parts = (partsOf(condition) ?? []).map((part, index) => {
    const more = 'cond' in condition ? condition.n - 1 : 0;
    return conditionOf(compiling, part, { path: [...path, ...pathToPart(condition, index)], back: back + more });
  });
  if ('all' in condition) return (bars) => allOf(parts.map((judge) => judge(bars)));
  if ('any' in condition) return (bars) => anyOf(parts.map((judge) => judge(bars)));
  if (!('not' in condition || 'cond' in condition)) return comparisonOf(compiling, condition, back);
  const judge = at(parts, 0);
  if ('not' in condition) return (bars) => notOf(judge(bars));
  const { n, op } = condition;
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
