import type { BarColumns, BarInput } from '../../indicators/bar-input.ts';
import { computeIndicator } from '../../indicators/compute-indicator.ts';
import { stretchComputer } from '../../indicators/compute-stretches.ts';
import { firstHole } from '../../indicators/holes.ts';
import type { Stretch } from '../../model/history.ts';
import type { AskedIndicator } from '../indicator-complaints.ts';
import type { FillBlock } from './block-column.ts';

/** An output of an indicator whose value is told once so many bars have settled it. */
export interface SettledIndicator extends Pick<AskedIndicator, 'indicator' | 'params' | 'out'> {
  /** Those of its inputs that make a value unknown until it has settled anew. */
  readonly reads: readonly BarInput[];
  readonly settling: number;
}

/** The value at each of so many bars, computed from the first one on; NaN where it is unknown or has not settled. */
export function settledIndicator(
  { indicator, params, out, reads, settling }: SettledIndicator,
  columns: BarColumns,
  length: number,
): Float64Array {
  const outputs = Object.fromEntries(
    Object.keys(indicator.outputs).map((name) => [name, new Float64Array(length)] as const),
  );
  computeIndicator(indicator, params, columns, outputs);
  return settled(
    outputs[out] ?? new Float64Array(length),
    reads.map((name) => columns[name] ?? EMPTY),
    settling,
  );
}

const EMPTY = new Float64Array(0);

/** Blanks what lies within `settling` bars of the beginning, or of a bar that an input does not know. */
function settled(values: Float64Array, inputs: readonly Float64Array[], settling: number): Float64Array {
  if (firstHole(inputs, 0, values.length) === values.length) return values.fill(Number.NaN, 0, settling);
  let from = settling;
  for (let bar = 0; bar < values.length; bar += 1) {
    for (const input of inputs) if (Number.isNaN(input[bar])) from = bar + 1 + settling;
    if (bar < from) values[bar] = Number.NaN;
  }
  return values;
}

/**
 * The same a block at a time, each from a past of `settling` bars.
 * @param longest - bars of the longest block
 */
export function indicatorInBlocks(asked: SettledIndicator, columns: BarColumns, longest: number): FillBlock {
  const { indicator, params, out, settling } = asked;
  const names = indicator.inputs(params);
  const inputs = names.map((name) => columns[name]).filter((column) => column !== undefined);
  if (inputs.length < names.length) return (from, to, into) => into.fill(Number.NaN, from, to);
  const compute = stretchComputer(indicator, params, { output: out, longest: settling + longest });
  const isWhole = holeless(inputs);
  return (from, to, into) => {
    const begin = Math.max(0, from - settling);
    if (isWhole(begin, to)) {
      compute(inputs, { begin, from, to }, into);
      if (begin + settling > from) into.fill(Number.NaN, from, Math.min(to, begin + settling));
    } else {
      const part = settledIndicator(asked, cut(columns, { from: begin, to }), to - begin);
      into.set(part.subarray(from - begin), from);
    }
  };
}

/** Whether all inputs are known at the bars [from, to). What is known of the stretch asked last is not looked at again. */
function holeless(inputs: readonly Float64Array[]): (from: number, to: number) => boolean {
  let [begin, end] = [0, 0];
  return (from, to) => {
    if (from < begin || from > end) [begin, end] = [from, from];
    if (end < to) end = firstHole(inputs, end, to);
    return end >= to;
  };
}

function cut(columns: BarColumns, { from, to }: Stretch): BarColumns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, column.subarray(from, to)] as const),
  );
}
