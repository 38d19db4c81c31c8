import { defineIndicator } from '../indicator.ts';
import { averageRangeOf } from '../lines/average-range-of.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { bars } from '../params.ts';
import { settlingOfWilder } from '../settling.ts';

/** As TA-Lib's NATR. */
export const natr = defineIndicator({
  id: 'natr',
  formula: '100 · ATR / close',
  params: { n: bars(14) },
  inputs: () => ['high', 'low', 'close'],
  outputs: { value: ({ n }) => n },
  settling: ({ n }) => settlingOfWilder(n) + 1,
  build: ({ n }, frame) => {
    const range = averageRangeOf(frame, n);
    const close = frame.input('close');
    derived(frame, { first: range.first, into: frame.output('value') }, (bar) => {
      const index = bar & frame.mask;
      return ratio(100 * valueAt(range.values, index), valueAt(close.values, index));
    });
  },
});
