import { assert, at } from '#base/assert.ts';
import type { BarColumns } from './bar-input.ts';
import { firstHole, firstKnown } from './holes.ts';
import { type Indicator, lookbackOf, offsetOf } from './indicator.ts';
import type { BarStep } from './lines/frame.ts';
import type { IndicatorParams } from './params.ts';
import { hasLinesBetween, reusedMemory, ringOf, ringOverColumns } from './ring.ts';

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
 * Computes the bars up to the next hole.
 * @returns the hole, or the length
 */
function computeRun(indicator: Indicator, params: IndicatorParams, run: Run): number {
  const end = isWholeUnsearched(indicator, params, run) ? run.length : computeSearched(indicator, params, run);
  for (const [place, name] of Object.keys(indicator.outputs).entries()) {
    run.written[place]?.fill(Number.NaN, run.from, Math.min(end, run.from + lookbackOf(indicator, params, name)));
  }
  return end;
}

/**
 * Computes all bars without a look for holes, where an unknown bar would make all later values unknown. Reading the columns twice
 * would take most of the time.
 * @returns whether there was no hole; else what it wrote means nothing
 */
function isWholeUnsearched(indicator: Indicator, params: IndicatorParams, run: Run): boolean {
  if (indicator.carriesUnknown !== true || hasLinesBetween(indicator, params) || offsetOf(params) > 0) return false;
  const { written, from, length } = run;
  const compute = overColumns(indicator, params, run);
  const lookback = Math.max(...Object.keys(indicator.outputs).map((name) => lookbackOf(indicator, params, name)));
  let first = from;
  // In pieces, so that a hole ends it soon; the first one reaches as far as to a value.
  for (let end = from + Math.max(lookback + 1, BARS_AT_ONCE); first < length; end += BARS_AT_ONCE) {
    const last = Math.min(end, length);
    if (last - from <= lookback) return false;
    compute(first, last);
    if (written.some((column) => Number.isNaN(at(column, last - 1)))) return false;
    first = last;
  }
  return true;
}

/** Looks for holes some bars ahead, so that what the search has read is still in the processor's cache. */
function computeSearched(indicator: Indicator, params: IndicatorParams, run: Run): number {
  const { inputs, from, length } = run;
  const barsAtOnce = barsAtOnceOver(length - from);
  const compute = hasLinesBetween(indicator, params)
    ? throughRings(indicator, params, { ...run, barsAtOnce })
    : overColumns(indicator, params, run);
  let [first, isWhole] = [from, true];
  while (first < length && isWhole) {
    const end = Math.min(length, first + barsAtOnce);
    const known = firstHole(inputs, first, end);
    compute(first, known);
    first = known;
    isWhole = known === end;
  }
  return first;
}

/**
 * Where nothing lies between inputs and outputs, the columns themselves are the rings. An offset can reach behind a hole; there
 * the next run has no value yet and writes that over it.
 */
function overColumns(indicator: Indicator, params: IndicatorParams, { inputs, written, from, length }: Run): BarStep {
  const offset = offsetOf(params);
  const ring = ringOverColumns(indicator, params, {
    inputs: inputs.map((input) => input.subarray(from)),
    outputs: written.map((column) => column.subarray(from + offset)),
  });
  return (first, known) => {
    const end = Math.min(known, length - offset);
    if (first < end) ring.run(first - from, end - from);
  };
}

/** The lines in between lie in rings, with copies of the inputs and outputs beside them. */
function throughRings(
  indicator: Indicator,
  params: IndicatorParams,
  { inputs, written, from, length, barsAtOnce }: Run & { readonly barsAtOnce: number },
): BarStep {
  shared.restart();
  const ring = ringOf(indicator, params, { barsAtOnce, memory: shared.memory });
  const offset = offsetOf(params);
  return (first, known) => {
    const begin = (first - from) & ring.mask; // Rings are multiples of the bars at once, so no piece wraps around.
    for (const [place, input] of inputs.entries()) ring.inputs[place]?.set(input.subarray(first, known), begin);
    ring.run(first - from, known - from);
    for (const [place, column] of written.entries()) {
      const count = Math.min(known, length - offset) - first;
      const values = ring.outputs[place];
      if (count > 0 && values !== undefined) column.set(values.subarray(begin, begin + count), first + offset);
    }
  };
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
