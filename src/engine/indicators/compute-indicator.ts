import { assert } from '#base/assert.ts';
import type { BarColumns } from './bar-input.ts';
import { type Indicator, lookbackOf, offsetOf } from './indicator.ts';
import { valueAt } from './lines/frame.ts';
import type { IndicatorParams } from './params.ts';
import { ringOf } from './ring.ts';

/** A power of two. A line of so many bars takes 8 KiB; the rings hold those that are looked back at, too. */
const BARS_AT_ONCE = 1_024;

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
    computeRun(indicator, params, { inputs, written, from, to });
    from = firstKnown(inputs, to, length);
    for (const column of written) column.fill(Number.NaN, to, from);
  }
}

interface Run {
  readonly inputs: readonly Float64Array[];
  readonly written: readonly Float64Array[];
  readonly from: number;
  readonly to: number;
}

/** Bars without a hole, some at a time, so that every line stays in the processor's cache. */
function computeRun(indicator: Indicator, params: IndicatorParams, { inputs, written, from, to }: Run): void {
  const ring = ringOf(indicator, params, BARS_AT_ONCE);
  const offset = offsetOf(params);
  for (let first = from; first < to; first += BARS_AT_ONCE) {
    const end = Math.min(to, first + BARS_AT_ONCE);
    const at = (first - from) & ring.mask; // Rings are multiples of the bars at once, so no piece wraps around.
    for (const [place, input] of inputs.entries()) ring.inputs[place]?.set(input.subarray(first, end), at);
    ring.run(first - from, end - from);
    for (const [place, column] of written.entries()) {
      const count = Math.min(end, to - offset) - first;
      const values = ring.outputs[place];
      if (count > 0 && values !== undefined) column.set(values.subarray(at, at + count), first + offset);
    }
  }
  for (const [place, name] of Object.keys(indicator.outputs).entries()) {
    written[place]?.fill(Number.NaN, from, Math.min(to, from + lookbackOf(indicator, params, name)));
  }
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
