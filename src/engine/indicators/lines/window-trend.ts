import { type BarFrame, type BarLine, valueAt } from './frame.ts';

/** The weighted mean of the last n values, weights 1 for the oldest to n for the newest. */
export function wmaOf(frame: BarFrame, line: BarLine, n: number, into = frame.column()): BarLine {
  const weights = (n * (n + 1)) / 2;
  return moments(frame, line, { n, into, tell: ({ sum, moment, base }) => base + (moment + sum) / weights });
}

/** The slope per bar of the least-squares line through the last n values, n at least 2. */
export function slopeOf(frame: BarFrame, line: BarLine, n: number, into = frame.column()): BarLine {
  const divisor = (n * (n * n - 1)) / 12;
  return moments(frame, line, { n, into, tell: ({ sum, moment }) => (moment - (sum * (n - 1)) / 2) / divisor });
}

/** Of a window, with j = 0 for its oldest value: Σ (value − base) and Σ j · (value − base). */
interface Moments {
  sum: number;
  moment: number;
  base: number;
}

interface Wanted {
  readonly n: number;
  readonly into: Float64Array;
  readonly tell: (moments: Readonly<Moments>) => number;
}

/**
 * Both sums in constant time per bar, from two halves of the window as in `windowSumOf`. Each half is measured from the first
 * value of its block, so that little cancels and equal values have the slope zero.
 */
function moments(frame: BarFrame, { values, first }: BarLine, { n, into, tell }: Wanted): BarLine {
  const { mask } = frame;
  const [sums, weighted] = [new Float64Array(n + 1), new Float64Array(n + 1)];
  const begin: Moments = { sum: 0, moment: 0, base: 0 };
  const whole: Moments = { sum: 0, moment: 0, base: 0 };
  let baseBefore = 0;
  frame.begins(() => {
    baseBefore = 0;
  });
  frame.looksBack(n - 1);
  frame.step((from, to) => {
    for (let bar = Math.max(from, first); bar < to; bar += 1) {
      const index = (bar - first) % n;
      const value = valueAt(values, bar & mask);
      if (index === 0) [begin.sum, begin.moment, begin.base] = [0, 0, value];
      begin.sum += value - begin.base;
      begin.moment += index * (value - begin.base);
      const before = n - 1 - index; // Values of the window that belong to the block before.
      const shift = baseBefore - begin.base;
      whole.base = begin.base;
      whole.sum = valueAt(sums, index + 1) + before * shift + begin.sum;
      whole.moment =
        valueAt(weighted, index + 1) + (shift * before * (before - 1)) / 2 + begin.moment + before * begin.sum;
      into[bar & mask] = tell(whole);
      if (index < n - 1) continue;
      let [sum, moment] = [0, 0];
      for (let back = n - 1; back >= 0; back -= 1) {
        moment += sum;
        sum += valueAt(values, (bar - (n - 1 - back)) & mask) - begin.base;
        [sums[back], weighted[back]] = [sum, moment];
      }
      baseBefore = begin.base;
    }
  });
  return { values: into, first: first + n - 1 };
}
