import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { extremeOf } from '../lines/window-extreme.ts';
import { bars } from '../params.ts';

/** How far the close lies below a recent high. */
export const drawdownFromHigh = defineIndicator({
  id: 'drawdown_from_high',
  formula: '100 · (1 − close / highest high of the last n bars)',
  params: { n: bars(50) },
  inputs: () => ['high', 'close'],
  outputs: { value: ({ n }) => n - 1 },
  settling: ({ n }) => n,
  build: ({ n }, frame) => {
    const top = extremeOf(frame, frame.input('high'), { side: 'highest', n });
    const close = frame.input('close').values;
    derived(frame, { first: top.first, into: frame.output('value') }, (bar) => {
      const highest = valueAt(top.values, bar & frame.mask);
      return ratio(100 * (highest - valueAt(close, bar & frame.mask)), highest);
    });
  },
});
