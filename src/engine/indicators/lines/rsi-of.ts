import { type BarFrame, type BarLine, valueAt } from './frame.ts';

/** Wilder's RSI; 0 in a market that has never moved, as TA-Lib says. */
export function rsiOf(frame: BarFrame, { values, first }: BarLine, n: number, into = frame.column()): BarLine {
  const { mask } = frame;
  const start = first + n;
  const alpha = 1 / n;
  const kept = 1 - alpha;
  // |x| + x is twice a rise and 0 for a fall: without a branch that the processor would have to guess, or that would take the
  // unknown for no rise.
  const half = alpha / 2;
  let [gain, loss] = [0, 0];
  frame.begins(() => {
    [gain, loss] = [0, 0];
  });
  frame.looksBack(1);
  frame.step((from, to) => {
    let [up, down] = [gain, loss];
    let bar = Math.max(from, first + 1);
    for (; bar < to && bar <= start; bar += 1) {
      const change = valueAt(values, bar & mask) - valueAt(values, (bar - 1) & mask);
      const size = Math.abs(change);
      up += (size + change) * half;
      down += (size - change) * half;
      if (bar === start) into[bar & mask] = share(up, down);
    }
    for (; bar < to; bar += 1) {
      const change = valueAt(values, bar & mask) - valueAt(values, (bar - 1) & mask);
      const size = Math.abs(change);
      up = (size + change) * half + up * kept;
      down = (size - change) * half + down * kept;
      into[bar & mask] = share(up, down);
    }
    [gain, loss] = [up, down];
  });
  return { values: into, first: start };
}

function share(up: number, down: number): number {
  const both = up + down;
  return both === 0 ? 0 : (100 * up) / both;
}
