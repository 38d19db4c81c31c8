import type { BarInput } from '../bar-input.ts';

/** A value per bar, from the first bar on that has one. */
export interface BarLine {
  /** The value of bar `i` is at `i & mask` of the frame. What lies before `first` is not a value. */
  readonly values: Float64Array;
  readonly first: number;
}

/** Computes the bars from `from` up to, but not including, `to`; the calls follow each other without a gap. */
export type BarStep = (from: number, to: number) => void;

/**
 * Where the lines of one indicator lie: in rings of the last bars, as long as some step looks back. A live bot computes one bar
 * at a time, a column a thousand at a time; the steps are the same.
 */
export interface BarFrame {
  readonly mask: number;
  input(name: BarInput): BarLine;
  /** The output's ring, to be filled by a step. */
  output(name: string): Float64Array;
  /** A ring for values in between. */
  column(): Float64Array;
  /** Adds a step; steps run in the order in which they were added. */
  step(step: BarStep): void;
  /** Adds what a line forgets when its bars begin anew: everything that it carries from one bar to the next. */
  begins(forget: () => void): void;
  /** Declares that a step reads so many bars back: the ring must hold them. */
  looksBack(bars: number): void;
}

/** The value at an index that the caller knows to lie inside: this is too hot for a check. */
export function valueAt(values: Float64Array, index: number): number {
  return values[index] as number; // Typed arrays of these loops hold every masked index.
}
