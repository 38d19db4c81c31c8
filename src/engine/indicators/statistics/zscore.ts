import { difference } from '#base/equal-share.ts';
import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { readsOf, source, sourceOf } from '../lines/source-of.ts';
import { deviationOf } from '../lines/window-deviation.ts';
import { smaOf } from '../lines/window-sums.ts';
import { bars } from '../params.ts';

/** How many deviations a value lies above the mean. */
export const zscore = defineIndicator({
  id: 'zscore',
  formula: '(value − mean) / population deviation of the last n values; unknown if they are equal',
  params: { n: bars(50, 2), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ n }) => n - 1 },
  settling: ({ n }) => n,
  build: ({ n, src }, frame) => {
    const line = sourceOf(frame, src);
    const mean = smaOf(frame, line, n);
    const deviation = deviationOf(frame, line, n);
    derived(frame, { first: mean.first, into: frame.output('value') }, (bar) => {
      const index = bar & frame.mask;
      const distance = difference(valueAt(line.values, index), valueAt(mean.values, index));
      return ratio(distance, valueAt(deviation.values, index));
    });
  },
});
