import { derived, ratio } from './derived.ts';
import { type BarFrame, type BarLine, valueAt } from './frame.ts';

/** By how many percent a value differs from that of n bars ago; unknown if that was 0. */
export function changeOf(frame: BarFrame, { values, first }: BarLine, n: number, into = frame.column()): BarLine {
  frame.looksBack(n);
  return derived(frame, { first: first + n, into }, (bar) => {
    const before = valueAt(values, (bar - n) & frame.mask);
    return ratio(100 * (valueAt(values, bar & frame.mask) - before), before);
  });
}
