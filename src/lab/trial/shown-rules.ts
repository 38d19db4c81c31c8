import type { CandleInterval } from '#base/candle-interval.ts';
import { alignedValues } from '#engine/rules/align.ts';
import { operandColumn } from '#engine/rules/operand-column.ts';
import { operandsOf } from '#engine/rules/operands-of.ts';
import { type Comparison, type Operand, partsOf } from '#engine/rules/rule.ts';
import { UNKNOWN } from '#engine/rules/truth.ts';
import { closeOf, lastClosed } from '#engine/scan/bar-table.ts';
import type { TrialNode, TrialRule, TrialSeries } from '#ports/strategy-trials.ts';
import type { GridSpan, RuleSheet } from './rule-sheet.ts';

/** The bars that are told one by one: those of one timeframe. */
export interface ShownSpan extends GridSpan {
  readonly timeframe: CandleInterval;
}

export interface ShownRules {
  readonly rules: readonly TrialRule[];
  readonly series: readonly TrialSeries[];
}

/** What every condition said at each of the bars, and the numbers that it compared; a value that several compare is told once. */
export function shownRules(sheets: readonly RuleSheet[], shown: ShownSpan): ShownRules {
  const list: SeriesList = { series: [], places: new Map() };
  return { rules: sheets.map((sheet) => shownRule(sheet, shown, list)), series: list.series };
}

/** How many series the rules compare. */
export function seriesCount(sheets: readonly RuleSheet[]): number {
  const keys = sheets.flatMap(({ compiled, timeframe }) =>
    compiled.nodes.flatMap(({ condition }) =>
      comparedIn(condition).map(([, operand]) => seriesKey(operand, timeframe)),
    ),
  );
  return new Set(keys).size;
}

interface SeriesList {
  readonly series: TrialSeries[];
  readonly places: Map<string, number>;
}

function shownRule(sheet: RuleSheet, shown: ShownSpan, list: SeriesList): TrialRule {
  const { compiled, timeframe, bars, first, knownSince } = sheet;
  const { field, purpose, direction } = sheet.named;
  const own = ownSpan(sheet, shown);
  const stretch = { from: own.from - first, to: own.to - first };
  const onShown = stretcher(timeframe, own, shown);
  const seriesOf = (operand: Operand): number => {
    const key = seriesKey(operand, timeframe);
    const known = list.places.get(key);
    if (known !== undefined) return known;
    const column = operandColumn(operand, timeframe);
    const values = alignedValues(column, { bars, base: timeframe, stretch, position: null });
    list.places.set(key, list.series.length);
    return list.series.push({ operand, timeframe, values: Float64Array.from(onShown(values, Number.NaN)) }) - 1;
  };
  const nodes = compiled.nodes.map(({ path, condition, truthsOf }): TrialNode => {
    const truths = truthsOf(bars).subarray(stretch.from, stretch.to);
    const values = comparedIn(condition).map(([name, operand]) => ({ name, series: seriesOf(operand) }));
    return { path, truths: Uint8Array.from(onShown(truths, UNKNOWN)), values };
  });
  return { field, purpose, direction, knownSince, nodes };
}

/** What a condition compares, without the constants. */
function comparedIn(condition: Parameters<typeof partsOf>[0]): readonly (readonly [name: string, operand: Operand])[] {
  if (partsOf(condition) !== null) return [];
  return operandsOf(condition as Comparison).filter(([, operand]) => !('const' in operand)); // Only a comparison has no parts.
}

const seriesKey = (operand: Operand, timeframe: CandleInterval): string => `${timeframe} ${JSON.stringify(operand)}`;

/** The bars of a rule's own timeframe that are the last ones closed at the shown closes; none before the first stored one. */
function ownSpan({ timeframe, first }: RuleSheet, shown: ShownSpan): GridSpan {
  const lastAt = (bar: number): number => lastClosed(timeframe, closeOf(shown.timeframe, bar));
  return { from: Math.max(first, lastAt(shown.from)), to: Math.max(first, lastAt(shown.to - 1) + 1) };
}

/** Spreads a column over the bars of a rule's own timeframe to the shown bars. */
function stretcher(timeframe: CandleInterval, own: GridSpan, shown: ShownSpan) {
  return (column: ArrayLike<number>, otherwise: number): number[] =>
    Array.from({ length: shown.to - shown.from }, (_unused, bar) => {
      const place = lastClosed(timeframe, closeOf(shown.timeframe, shown.from + bar));
      return column[place - own.from] ?? otherwise;
    });
}
