import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { readsOf, source, sumOf } from '../lines/source-of.ts';
import { deviationOf } from '../lines/window-deviation.ts';
import { apartOf } from '../lines/window-sums.ts';
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
    const line = sumOf(frame, src);
    const apart = apartOf(frame, line, n);
    const deviation = deviationOf(frame, line, n);
    derived(frame, { first: apart.first, into: frame.output('value') }, (bar) => {
      const index = bar & frame.mask;
      return ratio(valueAt(apart.values, index) / n, valueAt(deviation.values, index));
    });
  },
});
