import { defineIndicator } from '../indicator.ts';
import { derived } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { emaOf } from '../lines/smoothed.ts';
import { readsOf, source, sourceOf, unitOf } from '../lines/source-of.ts';
import { bars } from '../params.ts';
import { settlingOfEma } from '../settling.ts';

/** As TA-Lib's DEMA. */
export const dema = defineIndicator({
  id: 'dema',
  formula: '2 · E − EE, E the EMA of n bars and EE the EMA of E',
  params: { n: bars(20), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ n }) => 2 * (n - 1) },
  unit: ({ src }) => unitOf(src),
  settling: ({ n }) => settlingOfEma(n, 2),
  build: ({ n, src }, frame) => {
    const once = emaOf(frame, sourceOf(frame, src), n);
    const twice = emaOf(frame, once, n);
    derived(frame, { first: twice.first, into: frame.output('value') }, (bar) => {
      const index = bar & frame.mask;
      return 2 * valueAt(once.values, index) - valueAt(twice.values, index);
    });
  },
});
