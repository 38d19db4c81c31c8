import { defineIndicator } from '../indicator.ts';
import { derived, ratioOrZero } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { extremeOf } from '../lines/window-extreme.ts';
import { bars } from '../params.ts';

/** As TA-Lib's WILLR. */
export const willr = defineIndicator({
  id: 'willr',
  formula: 'Williams %R: −100 · (HH − close) / (HH − LL) over n bars; 0 if they are equal',
  params: { n: bars(14) },
  inputs: () => ['high', 'low', 'close'],
  outputs: { value: ({ n }) => n - 1 },
  settling: ({ n }) => n,
  build: ({ n }, frame) => {
    const top = extremeOf(frame, frame.input('high'), { side: 'highest', n });
    const bottom = extremeOf(frame, frame.input('low'), { side: 'lowest', n });
    const close = frame.input('close');
    derived(frame, { first: top.first, into: frame.output('value') }, (bar) => {
      const index = bar & frame.mask;
      const highest = valueAt(top.values, index);
      return ratioOrZero(-100 * (highest - valueAt(close.values, index)), highest - valueAt(bottom.values, index));
    });
  },
});
