import { defineIndicator } from '../indicator.ts';
import { derived, firstOf } from '../lines/derived.ts';
import { type BarFrame, type BarLine, valueAt } from '../lines/frame.ts';
import { extremeOf } from '../lines/window-extreme.ts';
import { bars } from '../params.ts';

/** Hosoda's lines. The cloud at a bar is the one computed `base` bars ago; the lagging line would need later closes. */
export const ichimoku = defineIndicator({
  id: 'ichimoku',
  formula:
    'middles of the ranges of conversion and base bars; the cloud as computed base bars ago: span_a the mean of both, span_b the middle of span bars',
  params: { conversion: bars(9), base: bars(26), span: bars(52) },
  inputs: () => ['high', 'low'],
  outputs: {
    conversion: ({ conversion }) => conversion - 1,
    base: ({ base }) => base - 1,
    span_a: ({ conversion, base }) => Math.max(conversion, base) - 1 + base,
    span_b: ({ base, span }) => span - 1 + base,
  },
  unit: () => 'price',
  settling: ({ conversion, base, span }) => Math.max(conversion, base, span) + base,
  build: ({ conversion, base, span }, frame) => {
    const { mask } = frame;
    const quick = middleOf(frame, conversion, frame.output('conversion'));
    const calm = middleOf(frame, base, frame.output('base'));
    const far = middleOf(frame, span);
    frame.looksBack(base);
    derived(frame, { first: firstOf(quick, calm) + base, into: frame.output('span_a') }, (bar) => {
      const then = (bar - base) & mask;
      return (valueAt(quick.values, then) + valueAt(calm.values, then)) / 2;
    });
    derived(frame, { first: far.first + base, into: frame.output('span_b') }, (bar) =>
      valueAt(far.values, (bar - base) & mask),
    );
  },
});

function middleOf(frame: BarFrame, n: number, into = frame.column()): BarLine {
  const top = extremeOf(frame, frame.input('high'), { side: 'highest', n });
  const bottom = extremeOf(frame, frame.input('low'), { side: 'lowest', n });
  return derived(
    frame,
    { first: top.first, into },
    (bar) => (valueAt(top.values, bar & frame.mask) + valueAt(bottom.values, bar & frame.mask)) / 2,
  );
}
