import { at } from '#base/assert.ts';
import type { ClosedBar } from './bar-input.ts';
import { type Indicator, lookbackOf, offsetOf } from './indicator.ts';
import { valueAt } from './lines/frame.ts';
import type { IndicatorParams } from './params.ts';
import { newMemory, ringOf } from './ring.ts';

const ONE_BAR = { barsAtOnce: 1, memory: newMemory } as const;

/** An indicator that is told one closed bar at a time. */
export interface FollowedIndicator {
  /**
   * Takes the next closed bar.
   * @param bar - at least the inputs of the indicator; one that is missing or NaN begins a hole, as in `computeIndicator`
   * @returns the outputs in the order of the indicator, NaN where there is no value; the same array every time
   */
  push(bar: ClosedBar): Float64Array;
}

/**
 * The form of an indicator for live bots: the steps of `computeIndicator` over rings that hold no more bars than the steps
 * read, so both give the same numbers, and no later bar exists that could be read.
 * @param params - as `parseIndicatorParams` returns them
 */
export function followIndicator(indicator: Indicator, params: IndicatorParams): FollowedIndicator {
  const names = indicator.inputs(params);
  const lookbacks = Object.keys(indicator.outputs).map((name) => lookbackOf(indicator, params, name));
  const told = new Float64Array(lookbacks.length);
  const offset = offsetOf(params);
  let [ring, bars] = [ringOf(indicator, params, ONE_BAR), 0];

  function push(bar: ClosedBar): Float64Array {
    told.fill(Number.NaN);
    if (names.some((name) => Number.isNaN(bar[name] ?? Number.NaN))) {
      if (bars > 0) [ring, bars] = [ringOf(indicator, params, ONE_BAR), 0];
      return told;
    }
    for (const [place, input] of ring.inputs.entries()) input[bars & ring.mask] = bar[at(names, place)] ?? Number.NaN;
    ring.run(bars, bars + 1);
    for (const [place, output] of ring.outputs.entries()) {
      if (bars >= at(lookbacks, place)) told[place] = valueAt(output, (bars - offset) & ring.mask);
    }
    bars += 1;
    return told;
  }

  return { push };
}
