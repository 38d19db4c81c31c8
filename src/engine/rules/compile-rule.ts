import { assert, at } from '#base/assert.ts';
import type { CandleInterval } from '#base/candle-interval.ts';
import type { HeldPosition } from '../model/position.ts';
import type { WindowSpec } from '../model/window.ts';
import { type AskedBars, wholeStretch } from './align.ts';
import { type CompiledComparison, compileComparison } from './columns/compiled-comparison.ts';
import { type Needs, needsOf, windowsOf } from './needs.ts';
import { type Path, pathToPart } from './operands-of.ts';
import { type Condition, partsOf, type Rule } from './rule.ts';
import type { RuleBars } from './rule-bars.ts';
import { anyOf, edgesOf, heldFor, lessen, notOf, openBarsOf, type Truths, trueWithin } from './truth.ts';

/** A condition of a compiled rule. */
export interface CompiledNode {
  /** Where it stands in the rule. */
  readonly path: Path;
  readonly condition: Condition;
  /** Whether it holds at each bar of the rule; without a position, what depends on one is unknown. */
  truthsOf(bars: RuleBars, position?: HeldPosition | null): Truths;
}

/** A rule that is ready to be judged, among others that share its windows. */
export interface JudgedRule {
  /** Equal for rules that say the same. */
  readonly key: string;
  readonly timeframe: CandleInterval;
  readonly trigger: Rule['trigger'];
  /** How many bars before a bar it reads at the most, to say whether it acts there. */
  readonly reach: number;
  readonly isOfPosition: boolean;
  /** Whether its condition holds at each bar that is asked for; the first `reach` of them may be unknown. */
  conditionIn(asked: AskedBars): Truths;
}

/** A rule that is ready to be judged. */
export interface CompiledRule extends JudgedRule {
  /** Its own timeframe first. */
  readonly reads: readonly WindowSpec[];
  /** Its conditions, each before its parts. */
  readonly nodes: readonly CompiledNode[];
  /** Whether the rule acts at each bar of its own timeframe: its condition, or where that becomes true. */
  truthsOf(bars: RuleBars, position?: HeldPosition | null): Truths;
}

type Judge = (asked: AskedBars) => Truths;

/** What the parts of a rule share while it is compiled. */
interface Compiling {
  readonly base: CandleInterval;
  readonly needs: Needs;
  readonly nodes: CompiledNode[];
  readonly comparisons: (CompiledComparison & { readonly back: number })[];
}

interface Place {
  readonly path: Path;
  /** How many bars before the last one the condition is judged at too. */
  readonly back: number;
}

/** @param rule - as `ruleSchema` returns it */
export function compileRule(rule: Rule): CompiledRule {
  const needs = needsOf(rule.timeframe);
  const judged = judgedRule(rule, needs);
  return { ...judged, reads: windowsOf(needs) };
}

/** A rule whose windows are noted among the needs of others of its timeframe. */
export function judgedRule(rule: Rule, needs: Needs): Omit<CompiledRule, 'reads'> {
  const { timeframe, trigger } = rule;
  const compiling: Compiling = { base: timeframe, needs, nodes: [], comparisons: [] };
  const edge = trigger === 'edge' ? 1 : 0;
  const conditionIn = conditionOf(compiling, rule, { path: [], back: edge });
  const { nodes, comparisons } = compiling;
  const root = (bars: RuleBars, position: HeldPosition | null = null) =>
    conditionIn({ bars, base: timeframe, stretch: wholeStretch(bars, timeframe), position });
  return {
    key: JSON.stringify(rule),
    timeframe,
    trigger,
    reach: Math.max(...comparisons.map(({ back, reach }) => back + reach)),
    isOfPosition: comparisons.some(({ isOfPosition }) => isOfPosition),
    conditionIn,
    nodes: nodes.toSorted((a, b) => a.path.length - b.path.length),
    truthsOf: (bars, position) => (edge === 1 ? edgesOf(root(bars, position)) : root(bars, position)),
  };
}

function conditionOf(compiling: Compiling, condition: Condition, place: Place): Judge {
  const { base, nodes } = compiling;
  const judge = judgeOf(compiling, condition, place);
  const truthsOf: CompiledNode['truthsOf'] = (bars, position = null) =>
    judge({ bars, base, stretch: wholeStretch(bars, base), position });
  nodes.push({ path: place.path, condition, truthsOf });
  return judge;
}

function judgeOf(compiling: Compiling, condition: Condition, { path, back }: Place): Judge {
  const conditions = partsOf(condition) ?? [];
  const parts = conditions.map((part, index) => {
    const more = 'cond' in condition ? condition.n - 1 : 0;
    return conditionOf(compiling, part, { path: [...path, ...pathToPart(condition, index)], back: back + more });
  });
  if ('all' in condition) return allInTurn(seldomFirst(conditions, parts));
  if ('any' in condition) return (asked) => anyOf(parts.map((judge) => judge(asked)));
  if (!('not' in condition || 'cond' in condition)) {
    const { base, needs, comparisons } = compiling;
    const comparison = compileComparison(condition, { base, needs, back });
    comparisons.push({ ...comparison, back });
    return comparison.truthsOf;
  }
  const judge = at(parts, 0);
  if ('not' in condition) return (asked) => notOf(judge(asked));
  const { n, op } = condition;
  return (asked) => {
    const { where: _, ...everywhere } = asked; // Bars matter that lie before those that do.
    return op === 'within' ? trueWithin(judge(everywhere), n) : heldFor(judge(everywhere), n);
  };
}

/** Crossings hold at few bars, and so leave few to the others. */
function seldomFirst(conditions: readonly Condition[], parts: readonly Judge[]): readonly Judge[] {
  const isCrossing = (place: number) => isOfCrossing(at(conditions, place));
  return [...parts.filter((_, place) => isCrossing(place)), ...parts.filter((_, place) => !isCrossing(place))];
}

function isOfCrossing(condition: Condition): boolean {
  return 'op' in condition && (condition.op === 'crosses_above' || condition.op === 'crosses_below');
}

/** Each part is judged only where those before it leave the truth open. */
function allInTurn([first, ...rest]: readonly Judge[]): Judge {
  assert(first !== undefined, 'a group has parts');
  return (asked) => {
    const least = first(asked);
    let where = openBarsOf(least);
    for (const judge of rest) where = lessen(least, judge({ ...asked, where }), where);
    return least;
  };
}
