import type { BarInput } from '../bar-input.ts';
import type { Unit } from '../indicator.ts';
import { oneOf } from '../params.ts';
import { derived } from './derived.ts';
import { type BarFrame, type BarLine, valueAt } from './frame.ts';

const READS = {
  open: ['open'],
  high: ['high'],
  low: ['low'],
  close: ['close'],
  volume: ['volume'],
  hl2: ['high', 'low'],
  hlc3: ['high', 'low', 'close'],
  ohlc4: ['open', 'high', 'low', 'close'],
} as const satisfies Record<string, readonly BarInput[]>;

export type Source = keyof typeof READS;

const SOURCES = Object.keys(READS) as Source[]; // TypeScript loses the type of the keys.

/** The parameter `src`: which price of a bar is read. */
export function source(fallback: Source = 'close') {
  return oneOf<Source>(SOURCES, fallback);
}

/** The inputs that a source needs. */
export function readsOf(src: Source): readonly BarInput[] {
  return READS[src];
}

/** What a source is measured in. */
export function unitOf(src: Source): Unit {
  return src === 'volume' ? 'volume' : 'price';
}

/** The number of inputs that a source averages. */
export function partsOf(src: Source): number {
  return READS[src].length;
}

/** The line of a source: an input itself, or the mean of several. */
export function sourceOf(frame: BarFrame, src: Source): BarLine {
  const sum = sumOf(frame, src);
  const parts = partsOf(src);
  return parts === 1 ? sum : derived(frame, { first: 0 }, (bar) => valueAt(sum.values, bar & frame.mask) / parts);
}

/** So many times the line of a source as it has inputs. Sums of ticks are whole, so their differences are exact. */
export function sumOf(frame: BarFrame, src: Source): BarLine {
  const [first, ...others] = READS[src];
  const one = frame.input(first);
  if (others.length === 0) return one;
  const lines = others.map((name) => frame.input(name).values);
  const values = frame.column();
  const { mask } = frame;
  frame.step((from, to) => {
    for (let bar = from; bar < to; bar += 1) {
      const index = bar & mask;
      let sum = valueAt(one.values, index);
      for (const line of lines) sum += valueAt(line, index);
      values[index] = sum;
    }
  });
  return { values, first: 0 };
}
