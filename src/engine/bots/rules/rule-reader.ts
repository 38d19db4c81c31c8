import { at } from '#base/assert.ts';
import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { NodeReading, RuleReading, RuleTruth } from '../../model/atom.ts';
import type { HeldPosition } from '../../model/position.ts';
import type { WindowSpec } from '../../model/window.ts';
import { type AskedBars, alignedValues, wholeStretch } from '../../rules/align.ts';
import type { CompiledNode, CompiledRule } from '../../rules/compile-rule.ts';
import { operandColumn } from '../../rules/operand-column.ts';
import { isOfPrices, operandsOf } from '../../rules/operands-of.ts';
import { type Comparison, partsOf } from '../../rules/rule.ts';
import { barsFrom, barsIn, type RuleBars } from '../../rules/rule-bars.ts';
import { TRUE, UNKNOWN } from '../../rules/truth.ts';
import type { RuleReader } from '../signal.ts';

/** Explains a compiled rule to those who ask; the engine does not. */
export function ruleReader(rule: CompiledRule): RuleReader {
  return {
    reads: rule.reads,
    past: pastOf(rule),
    reading: (windows, past, { instrument, direction, positions }) => {
      const read = { bars: barsFrom(windows, instrument), past: barsFrom(past, instrument) };
      return readingOf(rule, read, positions[direction]);
    },
  };
}

/** How many more bars of the rule are looked at for its last trigger. */
const PAST_BARS = 100;

interface ReadBars {
  /** Of the windows that the rule reads: what it says there is what a bot decides on. */
  readonly bars: RuleBars;
  /** Of the windows of `pastOf`, in which its last trigger is looked for. */
  readonly past: RuleBars;
}

/** Explains a rule at the last close of its bars, for the position as it stands. */
function readingOf(rule: CompiledRule, { bars, past }: ReadBars, position: HeldPosition): RuleReading {
  const { timeframe } = at(rule.reads, 0);
  const { length, end } = barsIn(past, timeframe);
  const acts = rule.truthsOf(past, position);
  const closeOf = (bar: number): Instant | null =>
    bar < 0 ? null : instantOf(end - (length - 1 - bar) * CANDLE_LENGTH_MS[timeframe]);
  const closedAt = barsIn(bars, timeframe).end;
  return {
    openedAt: instantOf(closedAt - CANDLE_LENGTH_MS[timeframe]),
    closedAt,
    isActing: rule.truthsOf(bars, position).at(-1) === TRUE,
    nodes: rule.nodes.map((node) => nodeReading(rule, node, { bars, position })),
    lastTriggerAt: closeOf(acts.lastIndexOf(TRUE)),
    knownSince: closeOf(acts.findIndex((truth) => truth !== UNKNOWN)),
  };
}

/** The windows of a rule with a longer past. Their values are those of the shorter ones, so an earlier close sees what its bot saw. */
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
  { bars, position }: Pick<AskedBars, 'bars' | 'position'>,
): NodeReading {
  const base = at(reads, 0).timeframe;
  const comparison = partsOf(condition) === null ? (condition as Comparison) : null; // Only a comparison has no parts.
  const operands = comparison === null ? [] : operandsOf(comparison);
  return {
    path,
    truth: truthText(truthsOf(bars, position).at(-1) ?? UNKNOWN),
    isOfPrices: comparison !== null && isOfPrices(comparison),
    values: operands.map(([name, operand]) => {
      const asked = { bars, base, stretch: wholeStretch(bars, base), position };
      const value = alignedValues(operandColumn(operand, base), asked).at(-1) ?? Number.NaN;
      return { name, value: Number.isNaN(value) ? null : value };
    }),
  };
}

function truthText(truth: number): RuleTruth {
  if (truth === UNKNOWN) return 'unknown';
  return truth === TRUE ? 'true' : 'false';
}
