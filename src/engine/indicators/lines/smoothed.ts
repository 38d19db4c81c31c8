import { type BarFrame, type BarLine, valueAt } from './frame.ts';

/** The exponential average with α = 2 / (n + 1), seeded with the mean of the first n values, as TA-Lib does. */
export function emaOf(frame: BarFrame, line: BarLine, n: number, into?: Float64Array): BarLine {
  return smoothed(frame, line, { n, alpha: 2 / (n + 1), into });
}

/** Wilder's smoothing: α = 1 / n, seeded with the mean of the first n values. */
export function wilderOf(frame: BarFrame, line: BarLine, n: number, into?: Float64Array): BarLine {
  return smoothed(frame, line, { n, alpha: 1 / n, into });
}

interface Smoothing {
  readonly n: number;
  readonly alpha: number;
  readonly into?: Float64Array | undefined;
}

function smoothed(frame: BarFrame, line: BarLine, { n, alpha, into = frame.column() }: Smoothing): BarLine {
  const { mask } = frame;
  const { values } = line;
  const first = line.first + n - 1;
  const loop = { values, into, mask, alpha };
  let [sum, average] = [0, 0];
  frame.begins(() => {
    [sum, average] = [0, 0];
  });
  frame.step((from, to) => {
    let bar = Math.max(from, line.first);
    for (; bar < to && bar <= first; bar += 1) sum += valueAt(values, bar & mask);
    if (bar > from && bar === first + 1) {
      average = sum / n;
      into[first & mask] = average;
    }
    average = smooth(loop, bar, to, average);
  });
  return { values: into, first };
}

interface Loop {
  readonly values: Float64Array;
  readonly into: Float64Array;
  readonly mask: number;
  readonly alpha: number;
}

/** A function of its own, so that it is compiled once for all lines. Returns the last average. */
function smooth({ values, into, mask, alpha }: Loop, from: number, to: number, before: number): number {
  // One product and one sum wait for the bar before; the rest is computed ahead of it.
  const kept = 1 - alpha;
  let last = before;
  for (let bar = from; bar < to; bar += 1) {
    last = valueAt(values, bar & mask) * alpha + last * kept;
    into[bar & mask] = last;
  }
  return last;
}
