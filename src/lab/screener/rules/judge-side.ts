import type { Instant } from '#base/time.ts';
import type { StoredPast } from '#engine/bots/stored-past.ts';
import type { Stretch } from '#engine/model/history.ts';
import type { Direction } from '#engine/model/order.ts';
import { placeOfFirst } from '#engine/rules/columns/steady-values.ts';
import type { CompiledRule } from '#engine/rules/compile-rule.ts';
import { pastRule } from '#engine/rules/past/judge-past.ts';
import { barsIn, type RuleBars } from '#engine/rules/rule-bars.ts';
import { FALSE, openBars, TRUE, type Truths, UNKNOWN } from '#engine/rules/truth.ts';
import { closeOf, lastClosed } from '#engine/scan/bar-table.ts';
import type { RuleSide } from '#ports/screener/rule-screens.ts';
import type { SideTally } from './cycle-tally.ts';

/** One direction of a strategy over the stored past. */
interface JudgedSide {
  readonly direction: Direction;
  /** Its entry rule. */
  readonly rule: CompiledRule;
  readonly past: StoredPast;
  /** The closes after `from` and not after `to` count. */
  readonly span: { readonly from: Instant; readonly to: Instant };
  /** The end of the last closed minute of the market. */
  readonly now: Instant;
  readonly tally: SideTally;
}

/** What an entry rule says now, and at which closes it acted; and the share of the closes at which it knows its values. */
export function judgeSide({ direction, rule, past, span, now, tally }: JudgedSide): { side: RuleSide; known: number } {
  const bars = past.bars(rule.reads);
  const { timeframe } = rule;
  const first = placeOfFirst(timeframe, barsIn(bars, timeframe));
  const placeOf = (instant: Instant) => lastClosed(timeframe, instant) + 1 - first;
  const stretch = { from: Math.max(0, placeOf(span.from)), to: placeOf(span.to) };
  const closeAt = (bar: number | null) => (bar === null ? null : closeOf(timeframe, first + bar));
  const { isTrue, since } = truthAtEnd(rule, bars, stretch);
  const said = { direction, isTrue, trueSince: closeAt(since), cycles: tally.cycles };
  const { acting } = pastRule(rule, bars);
  // What reads the position is known only where a bot runs: the cycles that it opens are the triggers.
  if (acting === null) return { side: { ...said, triggers: tally.opened, triggeredAt: tally.openedAt }, known: 1 };
  const acts = actsIn(acting, stretch);
  const side = { ...said, triggers: acts.count, triggeredAt: closeAt(acts.last) };
  return { side, known: acts.known / (placeOf(now) - placeOf(span.from)) };
}

interface Acts {
  readonly count: number;
  /** The last bar at which it acted. */
  readonly last: number | null;
  /** Bars at which it knows its values. */
  readonly known: number;
}

function actsIn(acting: Truths, { from, to }: Stretch): Acts {
  let [count, unknown, last] = [0, 0, -1];
  const next = openBars(acting);
  for (let bar = next(from, to); bar < to; bar = next(bar + 1, to)) {
    if (acting[bar] === UNKNOWN) unknown += 1;
    else {
      count += 1;
      last = bar;
    }
  }
  return { count, known: Math.max(0, to - from) - unknown, last: last < 0 ? null : last };
}

/** Bars that are looked at first: most conditions have not been true for long. */
const BARS_MIN = 32;

/** Whether the condition of a rule is true at the last bar, and since which one. What reads the position is not known. */
function truthAtEnd(
  { conditionIn, reach, timeframe: base }: CompiledRule,
  bars: RuleBars,
  { from: earliest, to }: Stretch,
): { readonly isTrue: boolean | null; readonly since: number | null } {
  for (let count = BARS_MIN; ; count *= 4) {
    const from = Math.max(earliest, to - count);
    if (from >= to) return { isTrue: null, since: null };
    const begin = Math.max(0, from - reach);
    const truths = conditionIn({ bars, base, stretch: { from: begin, to }, position: null }).subarray(from - begin);
    const last = truths.at(-1);
    if (last !== TRUE) return { isTrue: last === FALSE ? false : null, since: null };
    const other = truths.findLastIndex((truth) => truth !== TRUE);
    if (other >= 0) return { isTrue: true, since: from + other + 1 };
    if (from === earliest) return { isTrue: true, since: null };
  }
}
