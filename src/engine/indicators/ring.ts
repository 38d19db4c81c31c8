import { assert, at, BrokenBelief } from '#base/assert.ts';
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
  const size = powerOfTwo(needsOf(indicator, params).barsBack + barsAtOnce);
  const rings = (names: readonly string[]) => new Map(names.map((name) => [name, memory(size)]));
  const inputs = rings(indicator.inputs(params));
  const outputs = rings(Object.keys(indicator.outputs));
  const steps: BarStep[] = [];
  indicator.build(
    params,
    frameOf({ mask: size - 1, inputs, outputs, steps }, () => memory(size)),
  );
  return { mask: size - 1, inputs: [...inputs.values()], outputs: [...outputs.values()], run: runOf(steps) };
}

/** All bits: a column is a ring that never comes back to its beginning. */
const COLUMN_MASK = -1;

/**
 * An indicator whose rings are whole columns, so that nothing is copied. It must have no lines in between.
 * @param inputs, outputs - in the order of the indicator; the bars that `run` is told count from their beginning
 */
export function ringOverColumns(
  indicator: Indicator,
  params: IndicatorParams,
  { inputs, outputs }: { readonly inputs: readonly Float64Array[]; readonly outputs: readonly Float64Array[] },
): Ring {
  const byName = (names: readonly string[], columns: readonly Float64Array[]) =>
    new Map(names.map((name, place) => [name, at(columns, place)]));
  const rings = {
    inputs: byName(indicator.inputs(params), inputs),
    outputs: byName(Object.keys(indicator.outputs), outputs),
  };
  const steps: BarStep[] = [];
  indicator.build(params, frameOf({ mask: COLUMN_MASK, ...rings, steps }, noLine));
  return { mask: COLUMN_MASK, inputs, outputs, run: runOf(steps) };
}

function noLine(): never {
  throw new BrokenBelief('no line lies between inputs and outputs');
}

/** Whether some step writes a line that is neither an input nor an output. */
export function hasLinesBetween(indicator: Indicator, params: IndicatorParams): boolean {
  return needsOf(indicator, params).lines > 0;
}

/** Rings that begin anew, in the same memory. */
export interface RenewableRing extends Ring {
  /** Forgets all bars. What is left of them in the rings lies before the first value of its line, as in rings that turn. */
  renew(): void;
}

/** @param barsAtOnce - the most bars that one `run` computes */
export function renewableRing(indicator: Indicator, params: IndicatorParams, barsAtOnce: number): RenewableRing {
  const size = powerOfTwo(needsOf(indicator, params).barsBack + barsAtOnce);
  const rings = (names: readonly string[]) => new Map(names.map((name) => [name, new Float64Array(size)]));
  const inputs = rings(indicator.inputs(params));
  const outputs = rings(Object.keys(indicator.outputs));
  const steps: BarStep[] = [];
  const forgets: (() => void)[] = [];
  const frame = frameOf({ mask: size - 1, inputs, outputs, steps, forgets }, () => new Float64Array(size));
  indicator.build(params, frame);
  return {
    ...{ mask: size - 1, inputs: [...inputs.values()], outputs: [...outputs.values()], run: runOf(steps) },
    renew() {
      for (const forget of forgets) forget();
    },
  };
}

interface Rings {
  readonly mask: number;
  readonly inputs: ReadonlyMap<string, Float64Array>;
  readonly outputs: ReadonlyMap<string, Float64Array>;
  /** Filled as the indicator is built. */
  readonly steps: BarStep[];
  /** Filled as well, where the rings begin anew. */
  readonly forgets?: (() => void)[];
}

function frameOf({ mask, inputs, outputs, steps, forgets }: Rings, column: () => Float64Array): BarFrame {
  return {
    mask,
    input: (name: BarInput) => ({ values: named(inputs, name), first: 0 }),
    output: (name) => named(outputs, name),
    column,
    step: (step) => steps.push(step),
    begins: (forget) => forgets?.push(forget),
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

interface Needs {
  /** How many bars back some step reads. */
  readonly barsBack: number;
  /** How many lines lie between the inputs and the outputs. */
  readonly lines: number;
}

function needsOf(indicator: Indicator, params: IndicatorParams): Needs {
  let [barsBack, lines] = [offsetOf(params), 0];
  const nothing = new Float64Array(0);
  indicator.build(params, {
    mask: 0,
    input: () => ({ values: nothing, first: 0 }),
    output: () => nothing,
    column: () => {
      lines += 1;
      return nothing;
    },
    step: () => undefined,
    begins: () => undefined,
    looksBack: (bars) => {
      barsBack = Math.max(barsBack, bars);
    },
  });
  return { barsBack, lines };
}

function powerOfTwo(bars: number): number {
  let size = 1;
  while (size < bars) size *= 2;
  assert(size <= SIZE_MAX, 'a ring holds a bounded number of bars');
  return size;
}
