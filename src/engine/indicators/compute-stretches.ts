import { assert } from '#base/assert.ts';
import { barsAtOnceOver } from './compute-indicator.ts';
import { type Indicator, lookbackOf, offsetOf } from './indicator.ts';
import type { IndicatorParams } from './params.ts';
import { renewableRing } from './ring.ts';

/** The bars of a stretch whose values are wanted, and where its past begins. By index. */
export interface PastStretch {
  readonly begin: number;
  readonly from: number;
  readonly to: number;
}

/** @param inputs - columns without a hole in the stretch; @param into - where the values at [from, to) are written */
export type StretchComputer = (inputs: readonly Float64Array[], stretch: PastStretch, into: Float64Array) => void;

/**
 * Computes one output of an indicator over thousands of short stretches, each as if the bars before it were not known:
 * the bits of `computeIndicator` over the stretch alone, but what is the same for all stretches is prepared once.
 * @param longest - bars of the longest stretch, its past included
 */
export function stretchComputer(
  indicator: Indicator,
  params: IndicatorParams,
  { output, longest }: { readonly output: string; readonly longest: number },
): StretchComputer {
  const barsAtOnce = barsAtOnceOver(longest);
  const ring = renewableRing(indicator, params, barsAtOnce);
  const offset = offsetOf(params);
  const lookback = lookbackOf(indicator, params, output);
  const written = ring.outputs[Object.keys(indicator.outputs).indexOf(output)];
  assert(written !== undefined, `the indicator has the output ${output}`);
  return (inputs, { begin, from, to }, into) => {
    ring.renew();
    for (let first = begin; first < to; first += barsAtOnce) {
      const end = Math.min(to, first + barsAtOnce);
      const at = (first - begin) & ring.mask; // Rings are multiples of the bars at once, so no piece wraps around.
      for (let place = 0; place < inputs.length; place += 1)
        copy(inputs[place], { from: first, to: end }, { into: ring.inputs[place], at });
      ring.run(first - begin, end - begin);
      const wanted = Math.max(first, from - offset);
      const piece = { from: at + wanted - first, to: at + Math.min(end, to - offset) - first };
      copy(written, piece, { into, at: wanted + offset });
    }
    if (begin + lookback > from) into.fill(Number.NaN, from, Math.min(to, begin + lookback));
  };
}

interface Target {
  readonly into: Float64Array | undefined;
  readonly at: number;
}

/** A view of a short piece would cost more than its bars. */
const LOOP_MAX = 96;

function copy(
  source: Float64Array | undefined,
  { from, to }: { readonly from: number; readonly to: number },
  { into, at }: Target,
): void {
  if (source === undefined || into === undefined) return;
  if (to - from > LOOP_MAX) into.set(source.subarray(from, to), at);
  else for (let index = from; index < to; index += 1) into[at + index - from] = source[index] as number; // Inside, as the caller knows.
}
