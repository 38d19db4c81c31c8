import { type BarFrame, type BarLine, valueAt } from './frame.ts';

/** Wilder's true range: how far the price went within a bar, the close before it included. The first bar has none. */
export function trueRangeOf(frame: BarFrame, into = frame.column()): BarLine {
  const { mask } = frame;
  const [high, low, close] = [frame.input('high').values, frame.input('low').values, frame.input('close').values];
  frame.looksBack(1);
  frame.step((from, to) => {
    for (let bar = Math.max(from, 1); bar < to; bar += 1) {
      const before = valueAt(close, (bar - 1) & mask);
      const top = valueAt(high, bar & mask);
      const bottom = valueAt(low, bar & mask);
      // The highest less the lowest of the three, without a branch that the processor would have to guess.
      into[bar & mask] = (top - bottom + Math.abs(top - before) + Math.abs(bottom - before)) / 2;
    }
  });
  return { values: into, first: 1 };
}
