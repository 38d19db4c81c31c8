import type { BarFrame, BarLine } from './frame.ts';

interface Derivation {
  readonly first: number;
  readonly into?: Float64Array;
}

/**
 * A line computed bar by bar from others.
 * @param value - of the bar with this index; it masks the index itself
 */
export function derived(
  frame: BarFrame,
  { first, into = frame.column() }: Derivation,
  value: (bar: number) => number,
): BarLine {
  const { mask } = frame;
  frame.step((from, to) => {
    for (let bar = Math.max(from, first); bar < to; bar += 1) into[bar & mask] = value(bar);
  });
  return { values: into, first };
}

/** The first bar at which all of the lines have a value. */
export function firstOf(...lines: readonly BarLine[]): number {
  return Math.max(...lines.map(({ first }) => first));
}

/** A quotient that is unknown where its divisor is zero: docs/decisions/0228-divided-by-nothing-is-unknown.md. */
export function ratio(dividend: number, divisor: number): number {
  return divisor === 0 ? Number.NaN : dividend / divisor;
}
