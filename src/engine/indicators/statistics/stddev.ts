import { defineIndicator } from '../indicator.ts';
import { derived } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { partsOf, readsOf, source, sumOf, unitOf } from '../lines/source-of.ts';
import { deviationOf } from '../lines/window-deviation.ts';
import { bars } from '../params.ts';

/** As TA-Lib's STDDEV. */
export const stddev = defineIndicator({
  id: 'stddev',
  formula: 'population standard deviation of the last n values',
  params: { n: bars(20, 2), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ n }) => n - 1 },
  unit: ({ src }) => unitOf(src),
  settling: ({ n }) => n,
  build: ({ n, src }, frame) => {
    const deviation = deviationOf(frame, sumOf(frame, src), n);
    derived(frame, { first: deviation.first, into: frame.output('value') }, (bar) => {
      return valueAt(deviation.values, bar & frame.mask) / partsOf(src);
    });
  },
});
