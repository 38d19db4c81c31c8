import { assert } from '#base/assert.ts';
import type { BarInput, ClosedBar } from './bar-input.ts';
import { type Indicator, lookbackOf, offsetOf } from './indicator.ts';
import { type BarFrame, type BarStep, valueAt } from './lines/frame.ts';
import type { IndicatorParams } from './params.ts';

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
  const outputs = Object.keys(indicator.outputs);
  const lookbacks = outputs.map((name) => lookbackOf(indicator, params, name));
  const size = ringSize(indicator, params);
  const told = new Float64Array(outputs.length);
  const offset = offsetOf(params);
  let [ring, bars] = [ringOf(indicator, params, size), 0];

  function push(bar: ClosedBar): Float64Array {
    told.fill(Number.NaN);
    if (names.some((name) => Number.isNaN(bar[name] ?? Number.NaN))) {
      if (bars > 0) [ring, bars] = [ringOf(indicator, params, size), 0];
      return told;
    }
    const mask = size - 1;
    for (const name of names) ring.input(name)[bars & mask] = bar[name] ?? Number.NaN;
    for (const step of ring.steps) step(bars, bars + 1);
    for (const [place, lookback] of lookbacks.entries()) {
      if (bars >= lookback) told[place] = valueAt(ring.output(outputs[place] ?? ''), (bars - offset) & mask);
    }
    bars += 1;
    return told;
  }

  return { push };
}

interface Ring {
  readonly steps: readonly BarStep[];
  input(name: BarInput): Float64Array;
  output(name: string): Float64Array;
}

function ringOf(indicator: Indicator, params: IndicatorParams, size: number): Ring {
  const columns = new Map<string, Float64Array>();
  const column = (key: string): Float64Array => {
    const found = columns.get(key) ?? new Float64Array(size);
    columns.set(key, found);
    return found;
  };
  const ring = {
    steps: [] as BarStep[],
    input: (name: BarInput) => column(`in ${name}`),
    output: (name: string) => column(`out ${name}`),
  };
  const frame: BarFrame = {
    mask: size - 1,
    input: (name) => ({ values: ring.input(name), first: 0 }),
    output: ring.output,
    column: () => new Float64Array(size),
    step: (step) => ring.steps.push(step),
    looksBack: () => undefined,
  };
  indicator.build(params, frame);
  return ring;
}

/** The power of two that holds the present bar and as many before it as some step reads. */
function ringSize(indicator: Indicator, params: IndicatorParams): number {
  let back = offsetOf(params);
  const nothing = new Float64Array(0);
  indicator.build(params, {
    mask: 0,
    input: () => ({ values: nothing, first: 0 }),
    output: () => nothing,
    column: () => nothing,
    step: () => undefined,
    looksBack: (bars) => {
      back = Math.max(back, bars);
    },
  });
  let size = 1;
  while (size <= back) size *= 2;
  assert(size <= 2 ** 20, 'a ring holds a bounded number of bars');
  return size;
}
