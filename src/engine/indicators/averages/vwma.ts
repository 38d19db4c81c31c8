import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { readsOf, source, sourceOf, unitOf } from '../lines/source-of.ts';
import { windowSumOf } from '../lines/window-sums.ts';
import { bars } from '../params.ts';

/** The mean price of what was traded. */
export const vwma = defineIndicator({
  id: 'vwma',
  formula: 'Σ price · volume / Σ volume over n bars; unknown without volume',
  params: { n: bars(20), src: source() },
  inputs: ({ src }) => [...new Set([...readsOf(src), 'volume' as const])],
  outputs: { value: ({ n }) => n - 1 },
  unit: ({ src }) => unitOf(src),
  settling: ({ n }) => n,
  build: ({ n, src }, frame) => {
    const price = sourceOf(frame, src);
    const volume = frame.input('volume');
    const turnover = derived(frame, { first: 0 }, (bar) => {
      const index = bar & frame.mask;
      return valueAt(price.values, index) * valueAt(volume.values, index);
    });
    const paid = windowSumOf(frame, turnover, n);
    const traded = windowSumOf(frame, volume, n);
    derived(frame, { first: paid.first, into: frame.output('value') }, (bar) => {
      const index = bar & frame.mask;
      return ratio(valueAt(paid.values, index), valueAt(traded.values, index));
    });
  },
});
