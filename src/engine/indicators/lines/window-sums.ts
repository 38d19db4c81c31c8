import { difference } from '#base/equal-share.ts';
import { derived } from './derived.ts';
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
    // Counted, because a remainder costs more than the sums; a block at a time, because so would a question for each bar.
    for (let index = (bar - first) % n; bar < to; index = 0) {
      if (index === 0) sum = 0;
      const full = bar + n - 1 - index;
      const stop = Math.min(to, full);
      for (index += 1; bar < stop; bar += 1, index += 1) {
        sum += valueAt(values, bar & mask);
        into[bar & mask] = valueAt(ends, index) + sum;
      }
      if (bar === to) break;
      sum += valueAt(values, bar & mask);
      into[bar & mask] = sum;
      let end = 0;
      for (let back = n - 1; back >= 0; back -= 1) {
        end += valueAt(values, (full - (n - 1 - back)) & mask);
        ends[back] = end;
      }
      bar += 1;
    }
    begin = sum;
  });
  return { values: into, first: first + n - 1 };
}

/** So many times as there are values how far each lies from the mean of the last n: exact for whole numbers, as the mean is not. */
export function apartOf(frame: BarFrame, line: BarLine, n: number): BarLine {
  const sum = windowSumOf(frame, line, n);
  return derived(frame, { first: sum.first }, (bar) => {
    const index = bar & frame.mask;
    return difference(n * valueAt(line.values, index), valueAt(sum.values, index));
  });
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
