import { at } from '#base/assert.ts';
import type { Stretch } from '#engine/model/history.ts';

/** Indexes of a job's shared counters; each worker's slot for its current set follows them. */
const NEXT = 0;
const DONE = 1;
const STOPPED = 2;
const FIRST_WORKER = 3;
/** The slot of a worker without a current set. */
const NO_SET = -1;
/** The most sets that a worker takes at a time. The sets of a batch share the cached history. */
const BATCH_MAX = 64;
/** The fewest, if there are enough for all workers: with smaller batches, the history is read too often. */
const BATCH_MIN = 16;
/** A worker takes this part of its share of the remaining sets: large batches first, small ones to finish together. */
const PART = 3 / 4;

/** The state shared by all workers of a job: the next set, how many are done, whether to stop, and the results. */
export interface SweepMemory {
  readonly control: Int32Array<SharedArrayBuffer>;
  /** One row of figures per set, in the order of the sets. */
  readonly rows: Float64Array<SharedArrayBuffer>;
}

/** @param figures - how many figures a row has */
export function newSweepMemory(counts: { sets: number; figures: number; workers: number }): SweepMemory {
  const { sets, figures, workers } = counts;
  const control = new Int32Array(new SharedArrayBuffer((FIRST_WORKER + workers) * Int32Array.BYTES_PER_ELEMENT));
  control.fill(NO_SET, FIRST_WORKER);
  const rows = new Float64Array(new SharedArrayBuffer(sets * figures * Float64Array.BYTES_PER_ELEMENT));
  return { control, rows };
}

/** Takes the next batch of sets for one of the workers; null when none are left. */
export function takeBatch({ control }: SweepMemory, counts: { sets: number; workers: number }): Stretch | null {
  const { sets, workers } = counts;
  for (;;) {
    const from = Atomics.load(control, NEXT);
    if (from >= sets) return null;
    const part = Math.ceil(((sets - from) / workers) * PART);
    const fewest = Math.min(BATCH_MIN, Math.ceil(sets / workers));
    const to = Math.min(sets, from + Math.min(BATCH_MAX, Math.max(fewest, part)));
    if (Atomics.compareExchange(control, NEXT, from, to) === from) return { from, to };
  }
}

/** Records the set that a worker begins, so that it is known if the worker dies. */
export function enterSet({ control }: SweepMemory, worker: number, set: number): void {
  Atomics.store(control, FIRST_WORKER + worker, set);
}

/** The current or last set of a worker; null before its first one. */
export function setOf({ control }: SweepMemory, worker: number): number | null {
  const set = at(control, FIRST_WORKER + worker);
  return set === NO_SET ? null : set;
}

export function countDone({ control }: SweepMemory, sets: number): void {
  Atomics.add(control, DONE, sets);
}

export function doneOf({ control }: SweepMemory): number {
  return Atomics.load(control, DONE);
}

/** Stops all workers from taking more sets. */
export function stopSweep({ control }: SweepMemory): void {
  Atomics.store(control, STOPPED, 1);
}

export function isStopped({ control }: SweepMemory): boolean {
  return Atomics.load(control, STOPPED) === 1;
}
