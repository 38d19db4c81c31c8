import { type BarFrame, type BarLine, valueAt } from './frame.ts';

/**
 * The sum of the last n values, each bar in constant time without ever subtracting. Values are taken in blocks of n. A window
 * is the end of one block and the beginning of the next: the sums of all ends of a block are made when it is full, the
 * beginning grows with each bar. So no rounding error outlives its window, and zeros have the sum zero.
 */
export function windowSumOf(frame: BarFrame, { values, first }: BarLine, n: number, into = frame.column()): BarLine {
  const { mask } = frame;
  const ends = frame.column(); // The sum of the block before from an index on; a ring that looks back n − 1 bars holds n.
  let begin = 0;
  frame.looksBack(n - 1);
  frame.step((from, to) => {
    let bar = Math.max(from, first);
    let sum = begin; // A variable that outlives the call would be written to memory for each bar.
    for (let index = (bar - first) % n; bar < to; bar += 1) {
      sum = (index === 0 ? 0 : sum) + valueAt(values, bar & mask);
      index += 1; // Counted, because a remainder costs more than the sums.
      into[bar & mask] = (index < n ? valueAt(ends, index) : 0) + sum;
      if (index < n) continue;
      index = 0;
      let end = 0;
      for (let back = n - 1; back >= 0; back -= 1) {
        end += valueAt(values, (bar - (n - 1 - back)) & mask);
        ends[back] = end;
      }
    }
    begin = sum;
  });
  return { values: into, first: first + n - 1 };
}

/** The mean of the last n values. */
export function smaOf(frame: BarFrame, line: BarLine, n: number, into = frame.column()): BarLine {
  const { mask } = frame;
  const { values, first } = windowSumOf(frame, line, n);
  frame.step((from, to) => {
    for (let bar = Math.max(from, first); bar < to; bar += 1) into[bar & mask] = valueAt(values, bar & mask) / n;
  });
  return { values: into, first };
}
