import { defineIndicator } from '../indicator.ts';
import { derived } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { emaOf } from '../lines/smoothed.ts';
import { readsOf, source, sourceOf, unitOf } from '../lines/source-of.ts';
import { bars } from '../params.ts';
import { settlingOfEma } from '../settling.ts';

/** As TA-Lib's TEMA. */
export const tema = defineIndicator({
  id: 'tema',
  formula: '3 · E − 3 · EE + EEE, each the EMA of n bars of the one before',
  params: { n: bars(20), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ n }) => 3 * (n - 1) },
  unit: ({ src }) => unitOf(src),
  settling: ({ n }) => settlingOfEma(n, 3),
  build: ({ n, src }, frame) => {
    const once = emaOf(frame, sourceOf(frame, src), n);
    const twice = emaOf(frame, once, n);
    const thrice = emaOf(frame, twice, n);
    derived(frame, { first: thrice.first, into: frame.output('value') }, (bar) => {
      const index = bar & frame.mask;
      return 3 * (valueAt(once.values, index) - valueAt(twice.values, index)) + valueAt(thrice.values, index);
    });
  },
});
