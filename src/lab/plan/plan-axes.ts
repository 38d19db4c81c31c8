import { at } from '#base/assert.ts';
import { formatDecimal, isDecimal, parseDecimal, trimDecimal } from '#base/decimal.ts';
import { accepted, type Outcome, type Reason, refused } from '#base/errors.ts';
import { familyOf } from '#engine/bots/families.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { AskedAxis } from '#storage/tests/asked-test.ts';
import { withValueAt } from '#storage/tests/point-params.ts';
import type { AxisValue, PlannedAxis } from '#storage/tests/test-plan.ts';

/** Axes with their values as given, each once, and the strategy that they vary. */
export interface AxesQuestion {
  readonly kind: BotKind;
  readonly params: BotParams;
  readonly axes: readonly PlannedAxis[];
}

/**
 * The values of each axis as given, each once: their number is the one that the axis will have, and the strategy has not been
 * read for any of them. GRID_REFUSED names each range that has too many or is none.
 * @param valuesMax - values of one axis
 */
export function givenAxes(axes: readonly AskedAxis[], valuesMax: number): Outcome<readonly PlannedAxis[]> {
  const outcomes = axes.map(({ range, values }, index) =>
    range === undefined ? accepted(values ?? []) : rangeValues(range, index, valuesMax),
  );
  const reasons = outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.reasons));
  if (reasons.length > 0) return refused(...reasons);
  return accepted(
    axes.map(({ path }, index) => {
      const outcome = at(outcomes, index);
      return { path, values: outcome.ok ? distinct(outcome.value) : [] };
    }),
  );
}

/**
 * The axes with their values in the type that the strategy takes; GRID_REFUSED names each that does not fit. Each value costs a
 * reading of the whole strategy.
 * @param asked - the axes as they were sent, for the places of what is refused
 */
export function planAxes(question: AxesQuestion, asked: readonly AskedAxis[]): Outcome<readonly PlannedAxis[]> {
  const outcomes = question.axes.map((axis, index) => planAxis(question, axis, { asked: asked[index], index }));
  const reasons = outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.reasons));
  const paths = question.axes.map(({ path }) => path);
  const repeated = paths.findIndex((path, index) => paths.indexOf(path) !== index);
  if (repeated >= 0) reasons.push(gridRefused('is named twice', ['axes', repeated, 'path']));
  if (reasons.length > 0) return refused(...reasons);
  return accepted(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])));
}

function planAxis(
  { kind, params }: AxesQuestion,
  { path, values }: PlannedAxis,
  { asked, index }: { readonly asked: AskedAxis | undefined; readonly index: number },
): Outcome<PlannedAxis> {
  if (withValueAt(params, path, null) === null) {
    return refused(gridRefused('is no parameter of the strategy', ['axes', index, 'path']));
  }
  const read: AxisValue[] = [];
  for (const value of values) {
    const fitting = readValue({ kind, params, path }, value);
    if (fitting === undefined) {
      const place = asked?.values === undefined ? ['range'] : ['values', asked.values.indexOf(value)];
      return refused(gridRefused(`cannot be ${JSON.stringify(value)}`, ['axes', index, ...place]));
    }
    read.push(fitting);
  }
  return accepted({ path, values: distinct(read) });
}

/** The value in the type that the strategy takes there: as given, else as a number; undefined where it takes neither. */
function readValue(
  { kind, params, path }: { readonly kind: BotKind; readonly params: BotParams; readonly path: string },
  value: AxisValue,
): AxisValue | undefined {
  const readings: AxisValue[] = typeof value === 'string' && isDecimal(value) ? [value, Number(value)] : [value];
  return readings.find((reading) => {
    const changed = withValueAt(params, path, reading);
    return changed !== null && familyOf(kind).params.safeParse(changed).success;
  });
}

/** Decimals that are written differently are the same value. */
function distinct(values: readonly AxisValue[]): readonly AxisValue[] {
  const keyOf = (value: AxisValue): string =>
    typeof value === 'string' && isDecimal(value) ? trimDecimal(value) : JSON.stringify(value);
  return [...new Map(values.toReversed().map((value) => [keyOf(value), value])).values()].reverse();
}

const DECIMALS = 8;

function rangeValues(
  range: NonNullable<AskedAxis['range']>,
  index: number,
  valuesMax: number,
): Outcome<readonly AxisValue[]> {
  const names = ['from', 'to', 'step'] as const;
  const wrong = names.find((name) => !isDecimal(range[name]) || parseDecimal(range[name], DECIMALS) === null);
  if (wrong !== undefined) {
    return refused(
      gridRefused(`must be a decimal number with at most ${DECIMALS} decimals`, ['axes', index, 'range', wrong]),
    );
  }
  const [from = 0, to = 0, step = 0] = names.map((name) => parseDecimal(range[name], DECIMALS) ?? 0);
  if (step <= 0) return refused(gridRefused('must be above zero', ['axes', index, 'range', 'step']));
  if (to < from) return refused(gridRefused('must not lie below from', ['axes', index, 'range', 'to']));
  const count = Math.floor((to - from) / step) + 1;
  if (count > valuesMax) {
    return refused(gridRefused(`has more than ${valuesMax} values`, ['axes', index, 'range']));
  }
  return accepted(
    Array.from({ length: count }, (_, place) => trimDecimal(formatDecimal(from + place * step, DECIMALS))),
  );
}

function gridRefused(detail: string, path: NonNullable<Reason['path']>): Reason {
  return { code: 'GRID_REFUSED', detail, path };
}
