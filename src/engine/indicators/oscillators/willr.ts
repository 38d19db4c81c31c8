import { difference } from '#base/equal-share.ts';
import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { extremeOf } from '../lines/window-extreme.ts';
import { bars } from '../params.ts';

/** As TA-Lib's WILLR, which says 0 where nothing moved. */
export const willr = defineIndicator({
  id: 'willr',
  formula: 'Williams %R: −100 · (HH − close) / (HH − LL) over n bars; unknown if they are equal',
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
      return -100 * ratio(highest - valueAt(close.values, index), difference(highest, valueAt(bottom.values, index)));
    });
  },
});
