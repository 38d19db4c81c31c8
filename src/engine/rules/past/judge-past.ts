import type { HeldPosition } from '../../model/position.ts';
import { wholeStretch } from '../align.ts';
import type { JudgedRule } from '../compile-rule.ts';
import { barsIn, type RuleBars } from '../rule-bars.ts';
import { edgesOf, FALSE, openBars, TRUE, type Truths } from '../truth.ts';
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
 * Judges what a rule says of the market once. Where that leaves open whether it acts, because a part of it depends on the
 * position, that part is judged when it is asked for.
 */
function judgeOver(rule: JudgedRule, bars: RuleBars): PastRule {
  const base = rule.timeframe;
  if (!rule.isOfPosition) return marketRule(rule, bars);
  const condition = rule.conditionIn({ bars, base, stretch: wholeStretch(bars, base), position: null });
  const possible = possibleIn(rule, condition);
  for (const { from, to } of barsIn(bars, base).closedWithoutCandle ?? []) possible.fill(0, from, to);
  return positionRule(rule, bars, possible);
}

/** A rule that reads the market alone acts at the same bars for all who ask. */
function marketRule(rule: JudgedRule, bars: RuleBars): PastRule {
  const { memory, closedWithoutCandle = [] } = barsIn(bars, rule.timeframe);
  const base = rule.timeframe;
  const condition = rule.conditionIn({ bars, base, stretch: wholeStretch(bars, base), position: null, memory });
  const acting = rule.trigger === 'edge' ? edgesOf(condition) : condition;
  for (const { from, to } of closedWithoutCandle)
    for (let bar = from; bar < to; bar += 1) if (acting[bar] === TRUE) acting[bar] = FALSE;
  const { length } = acting;
  const open = openBars(acting);
  const firstActing = (from: number): number => {
    let bar = open(from, length);
    while (bar < length && acting[bar] !== TRUE) bar = open(bar + 1, length);
    return bar;
  };
  // A run asks at each of its wake-ups: no bar from `asked` up to `found` acts.
  let [asked, found] = [0, -1];
  return {
    bytes: acting.byteLength,
    acting,
    acts: (bar) => acting[bar] === TRUE,
    next(from, to) {
      if (from < asked || from > found) [asked, found] = [from, firstActing(from)];
      return Math.min(found, to);
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
