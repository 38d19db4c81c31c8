import type { HeldPosition } from '../../model/position.ts';
import { wholeStretch } from '../align.ts';
import type { JudgedRule } from '../compile-rule.ts';
import { barsIn, type RuleBars } from '../rule-bars.ts';
import { edgesOf, FALSE, TRUE, type Truths } from '../truth.ts';
import type { PastRule } from './past-rule.ts';

/** A rule over these bars, judged once for all who ask with the same rule. */
export function pastRule(rule: JudgedRule, bars: RuleBars): PastRule {
  const { rules } = barsIn(bars, rule.timeframe).kept;
  const known = rules.get(rule.key);
  if (known !== undefined) return known;
  const judged = judgeOver(rule, bars);
  rules.set(rule.key, judged);
  return judged;
}

/**
 * Judges what a rule says of the market once, at all bars. Where that leaves open whether it acts, because a part of it
 * depends on the position, that part is judged when it is asked for.
 */
function judgeOver(rule: JudgedRule, bars: RuleBars): PastRule {
  const base = rule.timeframe;
  const condition = rule.conditionIn({ bars, base, stretch: wholeStretch(bars, base), position: null });
  if (rule.isOfPosition) return positionRule(rule, bars, possibleIn(rule, condition));
  const acting = rule.trigger === 'edge' ? edgesOf(condition) : condition;
  return {
    bytes: acting.byteLength,
    acting,
    acts: (bar) => acting[bar] === TRUE,
    next(from, to) {
      const bar = acting.indexOf(TRUE, from);
      return bar < 0 || bar > to ? to : bar;
    },
  };
}

/** 1 at each bar at which the market does not rule out that the rule acts. */
function possibleIn({ trigger }: JudgedRule, condition: Truths): Uint8Array {
  const possible = new Uint8Array(condition.length);
  let before = FALSE;
  for (let bar = 0; bar < possible.length; bar += 1) {
    const now = condition[bar] ?? FALSE;
    if (now !== FALSE && !(trigger === 'edge' && before === TRUE)) possible[bar] = 1;
    before = now;
  }
  return possible;
}

/** Bars that are judged at once, where one is possible: few at first, because the next one often acts. */
const BARS_MIN = 16;
const BARS_MAX = 1_024;

function positionRule(rule: JudgedRule, bars: RuleBars, possible: Uint8Array): PastRule {
  const actsIn = (from: number, to: number, position: HeldPosition): Truths => {
    const begin = Math.max(0, from - rule.reach);
    const asked = { bars, base: rule.timeframe, stretch: { from: begin, to }, position };
    const condition = rule.conditionIn(asked);
    return (rule.trigger === 'edge' ? edgesOf(condition) : condition).subarray(from - begin);
  };
  return {
    bytes: possible.byteLength,
    acting: null,
    acts: (bar, position) => possible[bar] === 1 && actsIn(bar, bar + 1, position)[0] === TRUE,
    next(from, to, position) {
      let count = BARS_MIN;
      for (let bar = from; bar < to; count = Math.min(2 * count, BARS_MAX)) {
        const first = possible.indexOf(1, bar);
        if (first < 0 || first >= to) return to;
        const end = Math.min(to, first + count);
        const acting = actsIn(first, end, position).indexOf(TRUE);
        if (acting >= 0) return first + acting;
        bar = end;
      }
      return to;
    },
  };
}
