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
 * Where the lines of one indicator lie. Over a whole past a line is a column and the mask keeps every bit. For a live bot
 * it is a ring of the last bars, and the mask is its length less one. So the same steps compute both forms.
 */
export interface BarFrame {
  readonly mask: number;
  input(name: BarInput): BarLine;
  /** The output's column, to be filled by a step. */
  output(name: string): Float64Array;
  /** A column for values in between. */
  column(): Float64Array;
  /** Adds a step; steps run in the order in which they were added. */
  step(step: BarStep): void;
  /** Declares that a step reads so many bars back: the ring must hold them. */
  looksBack(bars: number): void;
}

/** The value at an index that the caller knows to lie inside: this is too hot for a check. */
export function valueAt(values: Float64Array, index: number): number {
  return values[index] as number; // Typed arrays of these loops hold every masked index.
}
