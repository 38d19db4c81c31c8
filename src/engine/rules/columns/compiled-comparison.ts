import { at } from '#base/assert.ts';
import type { CandleInterval } from '#base/candle-interval.ts';
import { type AskedBars, alignedValues, comparedValues, indexesOf } from '../align.ts';
import { isArbitrary } from '../arbitrary-levels.ts';
import { compare } from '../compare.ts';
import { addNeed, type Needs } from '../needs.ts';
import { type OperandColumn, operandColumn } from '../operand-column.ts';
import { operandsOf } from '../operands-of.ts';
import type { Comparison } from '../rule.ts';
import { barsIn, type RuleBars } from '../rule-bars.ts';
import { type Truths, UNKNOWN } from '../truth.ts';
import { truthsInBlocks } from './arbitrary-truths.ts';
import { runsWhere } from './runs.ts';

/** A comparison of a rule that is ready to be judged. */
export interface CompiledComparison {
  /** How many bars of the rule before a bar its truth there reads. */
  readonly reach: number;
  readonly isOfPosition: boolean;
  /** In memory of its own. */
  truthsOf(asked: AskedBars): Truths;
}

/** @param back - how many bars of the rule before the last one it is judged at too */
export function compileComparison(
  comparison: Comparison,
  { base, needs, back }: { readonly base: CandleInterval; readonly needs: Needs; readonly back: number },
): CompiledComparison {
  const operands = operandsOf(comparison).map(([, operand]) => operand);
  const columns = operands.map((operand) => operandColumn(operand, base));
  const { op } = comparison;
  const n = 'n' in comparison ? comparison.n : 0;
  const crossed = op === 'crosses_above' || op === 'crosses_below' ? 1 : 0;
  const isCounted = operands.some((operand) => 'ind' in operand && isArbitrary(operand));
  const reached = { base, back: back + crossed, own: isCounted ? n + 2 : n, isCounted };
  for (const column of columns) addNeed(needs, column, reached);
  const isOfPosition = columns.some(({ ofPosition }) => ofPosition !== null);
  const { timeframe } = at(columns, 0);
  // A shape looks at the bars of its operand's own timeframe: an average of four hours cannot rise every minute.
  const isOwnShape = n > 0 && timeframe !== null && timeframe !== base;
  const reach = isOwnShape ? 0 : crossed + n;
  const key = JSON.stringify(comparison);
  if (isCounted) {
    const judged = { columns, op, n, base, crossed };
    return { reach, isOfPosition, truthsOf: keptTruths(key, base, (bars) => truthsInBlocks(judged, bars)) };
  }
  if (isOwnShape) {
    const judge = (bars: RuleBars) => ownShape({ columns, op, n, base }, timeframe, bars);
    return { reach, isOfPosition, truthsOf: keptTruths(key, base, judge) };
  }
  const truthsOf = (asked: AskedBars) => {
    const { stretch, where, memory } = asked;
    const length = stretch.to - stretch.from;
    const runs = runsWhere(where, length, reach);
    const values = columns.map((column) => comparedValues(column, asked, runs));
    const truths = memory?.bytes(length) ?? new Uint8Array(length);
    return compare(op, values, { n, runs, truths });
  };
  return { reach, isOfPosition, truthsOf };
}

/** Judges all bars at once, because a stretch of the rule's bars is no stretch of the others. */
function keptTruths(key: string, base: CandleInterval, judge: (bars: RuleBars) => Truths) {
  return ({ bars, stretch }: AskedBars): Truths => {
    const { truths } = barsIn(bars, base).kept;
    const whole = truths.get(key) ?? judge(bars);
    truths.set(key, whole);
    return whole.slice(stretch.from, stretch.to); // Whoever asks may write over it.
  };
}

interface OwnShape {
  readonly columns: readonly OperandColumn[];
  readonly op: Comparison['op'];
  readonly n: number;
  readonly base: CandleInterval;
}

function ownShape({ columns, op, n, base }: OwnShape, timeframe: CandleInterval, bars: RuleBars): Truths {
  const { length } = barsIn(bars, timeframe);
  const asked = { bars, base: timeframe, stretch: { from: 0, to: length }, position: null };
  const truths = compare(op, [alignedValues(at(columns, 0), asked)], {
    ...{ n, runs: [0, length], truths: new Uint8Array(length) },
  });
  return Uint8Array.from(indexesOf(timeframe, bars, base), (index) => truths[index] ?? UNKNOWN);
}
