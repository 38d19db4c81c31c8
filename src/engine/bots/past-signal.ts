import type { Direction } from '../model/order.ts';
import type { HeldPosition } from '../model/position.ts';
import { placeOfFirst } from '../rules/columns/steady-values.ts';
import { compileRule, type JudgedRule } from '../rules/compile-rule.ts';
import { pastRule } from '../rules/past/judge-past.ts';
import type { Rule } from '../rules/rule.ts';
import { barsFrom, barsIn, type RuleBars } from '../rules/rule-bars.ts';
import { TRUE } from '../rules/truth.ts';
import type { HeldPositions, PastSignal, Signal } from './signal.ts';

/** Whether a rule acts at the last of its bars. */
export function actsAtLast(rule: JudgedRule, bars: RuleBars, position: HeldPosition): boolean {
  const { length } = barsIn(bars, rule.timeframe);
  const from = Math.max(0, length - 1 - rule.reach);
  const condition = rule.conditionIn({ bars, base: rule.timeframe, stretch: { from, to: length }, position });
  return condition.at(-1) === TRUE && !(rule.trigger === 'edge' && condition.at(-2) === TRUE);
}

/** A signal that acts where a rule does. */
export function ruleSignal(rule: Rule): Signal {
  const compiled = compileRule(rule);
  return {
    reads: compiled.reads,
    acts: ({ windows, instrument, direction, positions }) =>
      actsAtLast(compiled, barsFrom(windows, instrument, { asked: compiled.reads }), positions[direction]),
    overPast: (past, direction) => pastSignal(compiled, { bars: past.bars(compiled.reads), direction }),
  };
}

/** What may keep a rule from acting at a bar, by its index. */
export type Veto = (bar: number, positions: HeldPositions) => boolean;

/**
 * A rule over a stored past, for the atom of a direction.
 * @param isVetoed - asked only where the rule acts; omitted, nothing keeps it from acting
 */
export function pastSignal(
  rule: JudgedRule,
  { bars, direction }: { readonly bars: RuleBars; readonly direction: Direction },
  isVetoed: Veto = () => false,
): PastSignal {
  const judged = pastRule(rule, bars);
  const first = placeOfFirst(rule.timeframe, barsIn(bars, rule.timeframe));
  return {
    acts: (place, positions) => judged.acts(place - first, positions[direction]) && !isVetoed(place - first, positions),
    next(from, to, positions) {
      const end = to - first;
      for (let bar = Math.max(0, from - first); bar < end; bar += 1) {
        bar = judged.next(bar, end, positions[direction]);
        if (bar < end && !isVetoed(bar, positions)) return first + bar;
      }
      return to;
    },
  };
}
