import { at } from '#base/assert.ts';
import type { CandleInterval } from '#base/candle-interval.ts';
import type { Instant } from '#base/time.ts';
import type { NamedRule } from '#engine/bots/rules/named-rule.ts';
import { type StoredPast, storedPast } from '#engine/bots/stored-past.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { placeOfFirst } from '#engine/rules/columns/steady-values.ts';
import { type CompiledRule, compileRule } from '#engine/rules/compile-rule.ts';
import { pastRule } from '#engine/rules/past/judge-past.ts';
import { barsIn, type RuleBars } from '#engine/rules/rule-bars.ts';
import { TRUE, type Truths, UNKNOWN } from '#engine/rules/truth.ts';
import { closeOf, lastClosed, wholeWindows } from '#engine/scan/bar-table.ts';

/** Bars of a timeframe by their places on its grid; `to` excluded. */
export interface GridSpan {
  readonly from: number;
  readonly to: number;
}

/** A rule over a stored past, judged at the closes of its own timeframe. */
export interface RuleSheet {
  readonly named: NamedRule;
  readonly compiled: CompiledRule;
  readonly timeframe: CandleInterval;
  /** The closes at which it is judged. */
  readonly span: GridSpan;
  /** All stored bars that it reads, the first one of its own timeframe at `first` on the grid. */
  readonly bars: RuleBars;
  readonly first: number;
  /** Whether it acts, in three-valued logic, at each close; what depends on a position is unknown. */
  readonly acts: Truths;
  /** The first close at which it knew its values; null: at none. */
  readonly knownSince: Instant | null;
}

/** A stored past that rules are judged on. */
export interface JudgedPast {
  readonly stored: SymbolHistory;
  readonly instrument: Instrument;
  /** The closes that are judged lie after `from` and not after `to`. */
  readonly from: Instant;
  readonly to: Instant;
}

/** Judges the rules of a strategy at every close of a past, by the same columns as an account that runs through it. */
export function ruleSheets(rules: readonly NamedRule[], judged: JudgedPast): readonly RuleSheet[] {
  const { stored, instrument } = judged;
  const past = storedPast(instrument, wholeWindows(stored));
  return rules.map((named) => ruleSheet(named, past, judged));
}

function ruleSheet(named: NamedRule, past: StoredPast, { from, to }: JudgedPast): RuleSheet {
  const compiled = compileRule(named.rule);
  const { timeframe } = named.rule;
  const bars = past.bars(compiled.reads);
  const first = placeOfFirst(timeframe, barsIn(bars, timeframe));
  const span = { from: lastClosed(timeframe, from) + 1, to: lastClosed(timeframe, to) + 1 };
  const judged = pastRule(compiled, bars).acting ?? compiled.truthsOf(bars);
  const acts = judged.subarray(span.from - first, span.to - first);
  const known = acts.findIndex((truth) => truth !== UNKNOWN);
  const knownSince = known < 0 ? null : closeOf(timeframe, span.from + known);
  return { named, compiled, timeframe, span, bars, first, acts, knownSince };
}

/** Whether a rule acts at a close of its own timeframe. */
export function actsAt({ acts, span, timeframe }: RuleSheet, close: Instant): boolean {
  return acts[lastClosed(timeframe, close) - span.from] === TRUE;
}

/** The closes at which a rule acts, oldest first. */
export function closesOf({ acts, span, timeframe }: RuleSheet): readonly Instant[] {
  const closes: Instant[] = [];
  for (let bar = 0; bar < acts.length; bar += 1)
    if (at(acts, bar) === TRUE) closes.push(closeOf(timeframe, span.from + bar));
  return closes;
}
