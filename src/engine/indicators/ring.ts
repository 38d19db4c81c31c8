import { assert } from '#base/assert.ts';
import type { BarInput } from './bar-input.ts';
import { type Indicator, offsetOf } from './indicator.ts';
import type { BarFrame, BarStep } from './lines/frame.ts';
import type { IndicatorParams } from './params.ts';

const SIZE_MAX = 2 ** 20;

/** An indicator over rings: the last bars of its inputs, of its outputs and of all lines in between. */
export interface Ring {
  /** The length of each ring less one: the value of bar `i` is at `i & mask`. */
  readonly mask: number;
  /** The rings of the inputs and outputs, in the order of the indicator. */
  readonly inputs: readonly Float64Array[];
  readonly outputs: readonly Float64Array[];
  /** Computes the bars from `from` up to `to`, whose inputs are in the rings. */
  run(from: number, to: number): void;
}

/** Gives a ring of so many zeros. */
export type RingMemory = (size: number) => Float64Array;

/** Memory of its own for each ring. */
export const newMemory: RingMemory = (size) => new Float64Array(size);

/**
 * Memory for rings that are used one after the other: each `restart` frees all that were given before. Thousands of short
 * ones would otherwise spend more time on new memory than on their bars.
 */
export function reusedMemory(): { restart(): void; readonly memory: RingMemory } {
  const kept = new Map<number, { readonly rings: Float64Array[]; used: number }>();
  return {
    restart() {
      for (const ofSize of kept.values()) ofSize.used = 0;
    },
    memory(size) {
      const ofSize = kept.get(size) ?? { rings: [], used: 0 };
      kept.set(size, ofSize);
      const ring = ofSize.rings[ofSize.used]?.fill(0) ?? new Float64Array(size);
      ofSize.rings[ofSize.used] = ring;
      ofSize.used += 1;
      return ring;
    },
  };
}

/**
 * Creates the rings of an indicator, before its first bar.
 * @param barsAtOnce - the most bars that one `run` computes
 * @param memory - gives rings of a length, all zero
 */
export function ringOf(
  indicator: Indicator,
  params: IndicatorParams,
  { barsAtOnce, memory }: { readonly barsAtOnce: number; readonly memory: RingMemory },
): Ring {
  const size = powerOfTwo(barsBack(indicator, params) + barsAtOnce);
  const rings = (names: readonly string[]) => new Map(names.map((name) => [name, memory(size)]));
  const inputs = rings(indicator.inputs(params));
  const outputs = rings(Object.keys(indicator.outputs));
  const steps: BarStep[] = [];
  indicator.build(
    params,
    frameOf({ size, inputs, outputs, steps }, () => memory(size)),
  );
  return { mask: size - 1, inputs: [...inputs.values()], outputs: [...outputs.values()], run: runOf(steps) };
}

/** Rings that begin anew, in the same memory. */
export interface RenewableRing extends Ring {
  /** Forgets all bars; comes before the first `run`, too. */
  renew(): void;
}

/** @param barsAtOnce - the most bars that one `run` computes */
export function renewableRing(indicator: Indicator, params: IndicatorParams, barsAtOnce: number): RenewableRing {
  const size = powerOfTwo(barsBack(indicator, params) + barsAtOnce);
  const rings = (names: readonly string[]) => new Map(names.map((name) => [name, new Float64Array(size)]));
  const inputs = rings(indicator.inputs(params));
  const outputs = rings(Object.keys(indicator.outputs));
  const steps: BarStep[] = [];
  const columns = reusedMemory();
  const frame = frameOf({ size, inputs, outputs, steps }, () => columns.memory(size));
  const written = [...outputs.values()];
  return {
    ...{ mask: size - 1, inputs: [...inputs.values()], outputs: written, run: runOf(steps) },
    renew() {
      steps.length = 0;
      columns.restart();
      for (const output of written) output.fill(0);
      indicator.build(params, frame);
    },
  };
}

interface Rings {
  readonly size: number;
  readonly inputs: ReadonlyMap<string, Float64Array>;
  readonly outputs: ReadonlyMap<string, Float64Array>;
  /** Filled as the indicator is built. */
  readonly steps: BarStep[];
}

function frameOf({ size, inputs, outputs, steps }: Rings, column: () => Float64Array): BarFrame {
  return {
    mask: size - 1,
    input: (name: BarInput) => ({ values: named(inputs, name), first: 0 }),
    output: (name) => named(outputs, name),
    column,
    step: (step) => steps.push(step),
    looksBack: () => undefined,
  };
}

function runOf(steps: readonly BarStep[]): Ring['run'] {
  return (from, to) => {
    for (const step of steps) step(from, to);
  };
}

function named(rings: ReadonlyMap<string, Float64Array>, name: string): Float64Array {
  const ring = rings.get(name);
  assert(ring !== undefined, `${name} is declared as an input or an output`);
  return ring;
}

/** How many bars back some step reads. */
function barsBack(indicator: Indicator, params: IndicatorParams): number {
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
  return back;
}

function powerOfTwo(bars: number): number {
  let size = 1;
  while (size < bars) size *= 2;
  assert(size <= SIZE_MAX, 'a ring holds a bounded number of bars');
  return size;
}
