import { assert } from '#base/assert.ts';
import type { BarColumns, BarInput } from './bar-input.ts';
import { type Indicator, lookbackOf, offsetOf } from './indicator.ts';
import { type BarFrame, type BarStep, valueAt } from './lines/frame.ts';
import type { IndicatorParams } from './params.ts';

/** Every bit is kept: a line is a whole column. */
const NO_RING = -1;

/**
 * Computes an indicator over a whole past. Where an input is not known (NaN) it begins anew behind the hole, as
 * `followIndicator` does, so a hole costs its lookback again.
 * @param params - as `parseIndicatorParams` returns them
 * @param columns - consecutive bars, all columns of one length; without an input that it reads nothing is known
 * @param outputs - a column of the same length per output of the indicator; NaN is written where there is no value
 */
export function computeIndicator(
  indicator: Indicator,
  params: IndicatorParams,
  columns: BarColumns,
  outputs: Readonly<Record<string, Float64Array>>,
): void {
  const names = indicator.inputs(params);
  const inputs = names.map((name) => columns[name]).filter((column) => column !== undefined);
  const written = Object.keys(indicator.outputs).map((name) => outputOf(outputs, name));
  const length = written[0]?.length ?? 0;
  assert(
    [...inputs, ...written].every((column) => column.length === length),
    'all columns of an indicator have one length',
  );
  let from = inputs.length < names.length ? length : firstKnown(inputs, 0, length);
  for (const column of written) column.fill(Number.NaN, 0, from);
  while (from < length) {
    const to = firstHole(inputs, from, length);
    computeRun(indicator, params, { columns, outputs, from, to });
    from = firstKnown(inputs, to, length);
    for (const column of written) column.fill(Number.NaN, to, from);
  }
}

interface Run {
  readonly columns: BarColumns;
  readonly outputs: Readonly<Record<string, Float64Array>>;
  readonly from: number;
  readonly to: number;
}

/** Bars without a hole. */
function computeRun(indicator: Indicator, params: IndicatorParams, { columns, outputs, from, to }: Run): void {
  const length = to - from;
  const part = (column: Float64Array): Float64Array => column.subarray(from, to);
  const steps: BarStep[] = [];
  const frame: BarFrame = {
    mask: NO_RING,
    input: (name) => ({ values: part(inputOf(columns, name)), first: 0 }),
    output: (name) => part(outputOf(outputs, name)),
    column: () => new Float64Array(length),
    step: (step) => steps.push(step),
    looksBack: () => undefined,
  };
  indicator.build(params, frame);
  for (const step of steps) step(0, length);
  const offset = offsetOf(params);
  for (const name of Object.keys(indicator.outputs)) {
    const values = part(outputOf(outputs, name));
    if (offset > 0) values.copyWithin(offset, 0);
    values.fill(Number.NaN, 0, lookbackOf(indicator, params, name));
  }
}

function inputOf(columns: BarColumns, name: BarInput): Float64Array {
  const column = columns[name];
  assert(column !== undefined, `the column ${name} is declared as an input`);
  return column;
}

function outputOf(outputs: Readonly<Record<string, Float64Array>>, name: string): Float64Array {
  const column = outputs[name];
  assert(column !== undefined, `there is a column for the output ${name}`);
  return column;
}

function firstHole(inputs: readonly Float64Array[], from: number, length: number): number {
  return inputs.reduce((end, input) => holeIn(input, from, end), length);
}

function holeIn(input: Float64Array, from: number, end: number): number {
  let bar = from;
  while (bar < end && !Number.isNaN(valueAt(input, bar))) bar += 1;
  return bar;
}

function firstKnown(inputs: readonly Float64Array[], from: number, length: number): number {
  let bar = from;
  while (bar < length && inputs.some((input) => Number.isNaN(valueAt(input, bar)))) bar += 1;
  return bar;
}
