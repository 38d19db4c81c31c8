import { defineIndicator } from '../indicator.ts';
import { derived } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { partsOf, readsOf, source, sumOf, unitOf } from '../lines/source-of.ts';
import { bars } from '../params.ts';

/** As TA-Lib's MOM. */
export const momentum = defineIndicator({
  id: 'momentum',
  formula: 'value − value n bars ago',
  params: { n: bars(10), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ n }) => n },
  unit: ({ src }) => unitOf(src),
  settling: ({ n }) => n + 1,
  build: ({ n, src }, frame) => {
    const { values } = sumOf(frame, src);
    const parts = partsOf(src);
    frame.looksBack(n);
    derived(
      frame,
      { first: n, into: frame.output('value') },
      (bar) => (valueAt(values, bar & frame.mask) - valueAt(values, (bar - n) & frame.mask)) / parts,
    );
  },
});
