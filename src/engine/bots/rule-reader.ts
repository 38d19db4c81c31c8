import { at } from '#base/assert.ts';
import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { NodeReading, RuleReading, RuleTruth } from '../model/atom.ts';
import type { WindowSpec } from '../model/window.ts';
import { alignedValues } from '../rules/align.ts';
import type { CompiledNode, CompiledRule } from '../rules/compile-rule.ts';
import { operandColumn } from '../rules/operand-column.ts';
import { operandsOf } from '../rules/operands-of.ts';
import { type Comparison, partsOf } from '../rules/rule.ts';
import { barsFrom, barsIn, type RuleBars } from '../rules/rule-bars.ts';
import { TRUE, UNKNOWN } from '../rules/truth.ts';
import type { RuleReader } from './signal.ts';

/** Explains a compiled rule to those who ask; the engine does not. */
export function ruleReader(rule: CompiledRule): RuleReader {
  return {
    reads: rule.reads,
    past: pastOf(rule),
    reading: (windows, past, instrument) => readingOf(rule, barsFrom(windows, instrument), barsFrom(past, instrument)),
  };
}

/** How many more bars of the rule are looked at for its last trigger. */
const PAST_BARS = 100;

/**
 * Explains a rule at the last close of its bars.
 * @param bars - of the windows that the rule reads: what it says there is what a bot decides on
 * @param past - of the windows of `pastOf`, in which its last trigger is looked for
 */
function readingOf(rule: CompiledRule, bars: RuleBars, past: RuleBars): RuleReading {
  const { timeframe } = at(rule.reads, 0);
  const { length, end } = barsIn(past, timeframe);
  const acts = rule.truthsOf(past);
  const closeOf = (bar: number): Instant | null =>
    bar < 0 ? null : instantOf(end - (length - 1 - bar) * CANDLE_LENGTH_MS[timeframe]);
  return {
    closedAt: barsIn(bars, timeframe).end,
    isActing: rule.truthsOf(bars).at(-1) === TRUE,
    nodes: rule.nodes.map((node) => nodeReading(rule, node, bars)),
    lastTriggerAt: closeOf(acts.lastIndexOf(TRUE)),
    knownSince: closeOf(acts.findIndex((truth) => truth !== UNKNOWN)),
  };
}

/** The windows of a rule with a longer past. They begin on their grids as well, so an earlier close sees what its bot saw. */
function pastOf({ reads }: Pick<CompiledRule, 'reads'>): readonly WindowSpec[] {
  const span = PAST_BARS * CANDLE_LENGTH_MS[at(reads, 0).timeframe];
  return reads.map((spec) => {
    const { block = 1 } = spec;
    const more = Math.ceil(span / CANDLE_LENGTH_MS[spec.timeframe] / block) * block;
    return { ...spec, bars: spec.bars + more };
  });
}

function nodeReading(
  { reads }: CompiledRule,
  { path, condition, truthsOf }: CompiledNode,
  bars: RuleBars,
): NodeReading {
  const base = at(reads, 0).timeframe;
  const operands = partsOf(condition) === null ? operandsOf(condition as Comparison) : []; // Only a comparison has no parts.
  return {
    path,
    truth: truthText(truthsOf(bars).at(-1) ?? UNKNOWN),
    values: operands.map(([name, operand]) => {
      const value = alignedValues(operandColumn(operand, base), bars, base).at(-1) ?? Number.NaN;
      return { name, value: Number.isNaN(value) ? null : value };
    }),
  };
}

function truthText(truth: number): RuleTruth {
  if (truth === UNKNOWN) return 'unknown';
  return truth === TRUE ? 'true' : 'false';
}
