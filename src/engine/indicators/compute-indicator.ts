import { assert } from '#base/assert.ts';
import type { BarColumns } from './bar-input.ts';
import { firstHole, firstKnown } from './holes.ts';
import { type Indicator, lookbackOf, offsetOf } from './indicator.ts';
import type { IndicatorParams } from './params.ts';
import { reusedMemory, ringOf } from './ring.ts';

/** Powers of two. A line of so many bars takes 8 KiB; the rings hold those that are looked back at, too. */
const BARS_AT_ONCE = 1_024;
const BARS_AT_ONCE_MIN = 32;

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
    const to = computeRun(indicator, params, { inputs, written, from, length });
    from = firstKnown(inputs, to, length);
    for (const column of written) column.fill(Number.NaN, to, from);
  }
}

/** Runs follow each other, and none leaves anything behind in its rings. */
const shared = reusedMemory();

interface Run {
  readonly inputs: readonly Float64Array[];
  readonly written: readonly Float64Array[];
  readonly from: number;
  readonly length: number;
}

/**
 * Computes the bars up to the next hole, some at a time, so that every line stays in the processor's cache.
 * @returns the hole, or the length
 */
function computeRun(indicator: Indicator, params: IndicatorParams, { inputs, written, from, length }: Run): number {
  const barsAtOnce = barsAtOnceOver(length - from);
  shared.restart();
  const ring = ringOf(indicator, params, { barsAtOnce, memory: shared.memory });
  const offset = offsetOf(params);
  let [first, isWhole] = [from, true];
  while (first < length && isWhole) {
    const end = Math.min(length, first + barsAtOnce);
    const known = firstHole(inputs, first, end);
    const at = (first - from) & ring.mask; // Rings are multiples of the bars at once, so no piece wraps around.
    for (const [place, input] of inputs.entries()) ring.inputs[place]?.set(input.subarray(first, known), at);
    ring.run(first - from, known - from);
    for (const [place, column] of written.entries()) {
      // An offset can reach behind a hole; there the next run has no value yet and writes that over it.
      const count = Math.min(known, length - offset) - first;
      const values = ring.outputs[place];
      if (count > 0 && values !== undefined) column.set(values.subarray(at, at + count), first + offset);
    }
    first = known;
    isWhole = known === end;
  }
  for (const [place, name] of Object.keys(indicator.outputs).entries()) {
    written[place]?.fill(Number.NaN, from, Math.min(first, from + lookbackOf(indicator, params, name)));
  }
  return first;
}

/** Rules compute a past in thousands of short blocks: there the memory of long rings would cost more than the work. */
export function barsAtOnceOver(length: number): number {
  let bars = BARS_AT_ONCE_MIN;
  while (bars < length && bars < BARS_AT_ONCE) bars *= 2;
  return bars;
}

function outputOf(outputs: Readonly<Record<string, Float64Array>>, name: string): Float64Array {
  const column = outputs[name];
  assert(column !== undefined, `there is a column for the output ${name}`);
  return column;
}
