import { type BarFrame, type BarLine, valueAt } from './frame.ts';

/** Mean, less a base, and sum of squared distances from it. */
interface Spread {
  mean: number;
  squares: number;
}

/**
 * The population standard deviation of the last n values, in constant time per bar: two halves of a window, as in
 * `windowSumOf`, each with its own mean, merged by the formula of Chan, Golub and LeVeque (1979). Each half is measured from
 * the first value of its block, so squares of prices are never summed, no digits cancel, and equal values have the deviation zero.
 */
export function deviationOf(frame: BarFrame, { values, first }: BarLine, n: number, into = frame.column()): BarLine {
  const { mask } = frame;
  const [means, squares] = [new Float64Array(n + 1), new Float64Array(n + 1)];
  const begin: Spread = { mean: 0, squares: 0 };
  let [base, baseBefore] = [0, 0];
  frame.begins(() => {
    baseBefore = 0;
  });
  frame.looksBack(n - 1);
  frame.step((from, to) => {
    for (let bar = Math.max(from, first); bar < to; bar += 1) {
      const index = (bar - first) % n;
      if (index === 0) [begin.mean, begin.squares, base] = [0, 0, valueAt(values, bar & mask)];
      take(begin, valueAt(values, bar & mask) - base, index + 1);
      const apart = begin.mean - valueAt(means, index + 1) + (base - baseBefore);
      const merged = valueAt(squares, index + 1) + begin.squares + (apart * apart * (index + 1) * (n - 1 - index)) / n;
      into[bar & mask] = Math.sqrt(merged / n);
      if (index < n - 1) continue;
      const end: Spread = { mean: 0, squares: 0 };
      for (let back = n - 1; back >= 0; back -= 1) {
        take(end, valueAt(values, (bar - (n - 1 - back)) & mask) - base, n - back);
        [means[back], squares[back]] = [end.mean, end.squares];
      }
      baseBefore = base;
    }
  });
  return { values: into, first: first + n - 1 };
}

/** Adds the value that makes it so many (Welford, 1962). */
function take(spread: Spread, value: number, count: number): void {
  const apart = value - spread.mean;
  spread.mean += apart / count;
  spread.squares += apart * (value - spread.mean);
}
