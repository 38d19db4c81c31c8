import { type BarFrame, type BarLine, valueAt } from './frame.ts';
import { rangeOf } from './true-range-of.ts';

/**
 * Wilder's average of the true range, seeded with the mean of the first n: both in one loop, because the ranges are measured
 * while the average waits for the bar before.
 */
export function averageRangeOf(frame: BarFrame, n: number, into = frame.column()): BarLine {
  const { mask } = frame;
  const [high, low, close] = [frame.input('high').values, frame.input('low').values, frame.input('close').values];
  const loop = { high, low, close, into, mask, alpha: 1 / n };
  let [sum, average] = [0, 0];
  frame.begins(() => {
    [sum, average] = [0, 0];
  });
  frame.looksBack(1);
  frame.step((from, to) => {
    let bar = Math.max(from, 1);
    for (; bar < to && bar <= n; bar += 1) {
      sum += rangeOf(valueAt(high, bar & mask), valueAt(low, bar & mask), valueAt(close, (bar - 1) & mask));
      average = sum / n;
      into[bar & mask] = average;
    }
    average = smooth(loop, bar, to, average);
  });
  return { values: into, first: n };
}

interface Loop {
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly into: Float64Array;
  readonly mask: number;
  readonly alpha: number;
}

/** A function of its own, so that it is compiled once for all lines. Returns the last average. */
function smooth({ high, low, close, into, mask, alpha }: Loop, from: number, to: number, before: number): number {
  const kept = 1 - alpha;
  let [last, closed] = [before, valueAt(close, (from - 1) & mask)];
  for (let bar = from; bar < to; bar += 1) {
    last = rangeOf(valueAt(high, bar & mask), valueAt(low, bar & mask), closed) * alpha + last * kept;
    into[bar & mask] = last;
    closed = valueAt(close, bar & mask);
  }
  return last;
}
