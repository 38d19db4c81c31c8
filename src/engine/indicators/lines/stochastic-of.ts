import { difference } from '#base/equal-share.ts';
import { derived, ratio } from './derived.ts';
import { type BarFrame, type BarLine, valueAt } from './frame.ts';
import { extremeOf } from './window-extreme.ts';

interface Range {
  readonly value: BarLine;
  readonly high: BarLine;
  readonly low: BarLine;
}

/** Where a value lies between the lowest low and the highest high of n bars, from 0 to 100; unknown if they are equal. */
export function stochasticOf(frame: BarFrame, { value, high, low }: Range, n: number): BarLine {
  const top = extremeOf(frame, high, { side: 'highest', n });
  const bottom = extremeOf(frame, low, { side: 'lowest', n });
  return derived(frame, { first: top.first }, (bar) => {
    const index = bar & frame.mask;
    const lowest = valueAt(bottom.values, index);
    return 100 * ratio(valueAt(value.values, index) - lowest, difference(valueAt(top.values, index), lowest));
  });
}
