import { type BarFrame, type BarLine, valueAt } from './frame.ts';

/** Wilder's true range: how far the price went within a bar, the close before it included. The first bar has none. */
export function trueRangeOf(frame: BarFrame, into = frame.column()): BarLine {
  const { mask } = frame;
  const [high, low, close] = [frame.input('high').values, frame.input('low').values, frame.input('close').values];
  const loop = { high, low, close, into, mask };
  frame.looksBack(1);
  frame.step((from, to) => measure(loop, Math.max(from, 1), to));
  return { values: into, first: 1 };
}

interface Loop {
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly into: Float64Array;
  readonly mask: number;
}

/** A function of its own, so that it is compiled once for all lines. */
function measure({ high, low, close, into, mask }: Loop, from: number, to: number): void {
  if (from >= to) return;
  let before = valueAt(close, (from - 1) & mask);
  for (let bar = from; bar < to; bar += 1) {
    const top = valueAt(high, bar & mask);
    const bottom = valueAt(low, bar & mask);
    into[bar & mask] = rangeOf(top, bottom, before);
    before = valueAt(close, bar & mask);
  }
}

/** The highest less the lowest of the three, without a branch that the processor would have to guess. */
export function rangeOf(high: number, low: number, before: number): number {
  return (high - low + Math.abs(high - before) + Math.abs(low - before)) / 2;
}
