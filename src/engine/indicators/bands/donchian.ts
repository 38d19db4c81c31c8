import { defineIndicator } from '../indicator.ts';
import { derived } from '../lines/derived.ts';
import { type BarFrame, type BarLine, valueAt } from '../lines/frame.ts';
import { extremeOf } from '../lines/window-extreme.ts';
import { bars } from '../params.ts';

const lookback = ({ n }: { readonly n: number }): number => n;

/** The channel leaves out the present bar, so that its close can break out of it. */
export const donchian = defineIndicator({
  id: 'donchian',
  formula: 'highest high and lowest low of the n bars before the present one, and their mean',
  params: { n: bars(20) },
  inputs: () => ['high', 'low'],
  outputs: { upper: lookback, mid: lookback, lower: lookback },
  unit: () => 'price',
  settling: ({ n }) => n + 1,
  build: ({ n }, frame) => {
    const { mask } = frame;
    const before = (line: BarLine, into: Float64Array) => barAgo(frame, line, into);
    const upper = before(extremeOf(frame, frame.input('high'), { side: 'highest', n }), frame.output('upper'));
    const lower = before(extremeOf(frame, frame.input('low'), { side: 'lowest', n }), frame.output('lower'));
    derived(
      frame,
      { first: n, into: frame.output('mid') },
      (bar) => (valueAt(upper.values, bar & mask) + valueAt(lower.values, bar & mask)) / 2,
    );
  },
});

function barAgo(frame: BarFrame, { values, first }: BarLine, into: Float64Array): BarLine {
  frame.looksBack(1);
  return derived(frame, { first: first + 1, into }, (bar) => valueAt(values, (bar - 1) & frame.mask));
}
