import { formatDecimal, isDecimal, parseDecimal, trimDecimal } from '#base/decimal.ts';
import { accepted, type Outcome, type Reason, refused } from '#base/errors.ts';
import { familyOf } from '#engine/bots/families.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { AskedAxis } from '#storage/tests/asked-test.ts';
import { withValueAt } from '#storage/tests/point-params.ts';
import type { AxisValue, PlannedAxis } from '#storage/tests/test-plan.ts';

/** Axes, and the strategy that they vary. */
export interface AxesQuestion {
  readonly kind: BotKind;
  readonly params: BotParams;
  readonly axes: readonly AskedAxis[];
  /** The most values of one axis. */
  readonly valuesMax: number;
}

/** The axes with all their values, each once and in the type that the strategy takes; GRID_REFUSED names each that does not fit. */
export function planAxes(question: AxesQuestion): Outcome<readonly PlannedAxis[]> {
  const outcomes = question.axes.map((axis, index) => planAxis(question, axis, index));
  const reasons = outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.reasons));
  const paths = question.axes.map(({ path }) => path);
  const repeated = paths.findIndex((path, index) => paths.indexOf(path) !== index);
  if (repeated >= 0) reasons.push(gridRefused('is named twice', ['axes', repeated, 'path']));
  if (reasons.length > 0) return refused(...reasons);
  return accepted(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])));
}

function planAxis({ kind, params, valuesMax }: AxesQuestion, axis: AskedAxis, index: number): Outcome<PlannedAxis> {
  const { path } = axis;
  if (withValueAt(params, path, null) === null) {
    return refused(gridRefused('is no parameter of the strategy', ['axes', index, 'path']));
  }
  const given = axis.range === undefined ? accepted(axis.values ?? []) : rangeValues(axis.range, index, valuesMax);
  if (!given.ok) return given;
  const read = given.value.map((value) => readValue({ kind, params, path }, value));
  const wrong = read.indexOf(undefined);
  if (wrong >= 0) {
    const place = axis.range === undefined ? ['axes', index, 'values', wrong] : ['axes', index, 'range'];
    return refused(gridRefused(`cannot be ${JSON.stringify(given.value[wrong])}`, place));
  }
  return accepted({ path, values: distinct(read.filter((value) => value !== undefined)) });
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
