import { type BarFrame, type BarLine, valueAt } from './frame.ts';

/**
 * Wilder's RSI; unknown in a market that has not moved. A bar without a change leaves it as it is: rises and falls fade alike, and
 * their rounding must not turn it.
 */
export function rsiOf(frame: BarFrame, { values, first }: BarLine, n: number, into = frame.column()): BarLine {
  const { mask } = frame;
  const start = first + n;
  const alpha = 1 / n;
  const fading = 1 - alpha;
  // |x| + x is twice a rise and 0 for a fall: without a branch that the processor would have to guess, or that would take the
  // unknown for no rise.
  const half = alpha / 2;
  let [gain, loss, value] = [0, 0, Number.NaN];
  frame.begins(() => {
    [gain, loss, value] = [0, 0, Number.NaN];
  });
  frame.looksBack(1);
  frame.step((from, to) => {
    let [up, down, last] = [gain, loss, value];
    let bar = Math.max(from, first + 1);
    for (; bar < to && bar <= start; bar += 1) {
      const change = valueAt(values, bar & mask) - valueAt(values, (bar - 1) & mask);
      const size = Math.abs(change);
      up += (size + change) * half;
      down += (size - change) * half;
      if (bar !== start) continue;
      last = share(up, down);
      into[bar & mask] = last;
    }
    for (; bar < to; bar += 1) {
      const change = valueAt(values, bar & mask) - valueAt(values, (bar - 1) & mask);
      const size = Math.abs(change);
      up = (size + change) * half + up * fading;
      down = (size - change) * half + down * fading;
      if (size !== 0 || up + down === 0) last = share(up, down);
      into[bar & mask] = last;
    }
    [gain, loss, value] = [up, down, last];
  });
  return { values: into, first: start };
}

function share(up: number, down: number): number {
  const both = up + down;
  return both === 0 ? Number.NaN : 100 * (up / both);
}
