import { defineIndicator } from '../indicator.ts';
import { readsOf, source, sourceOf, unitOf } from '../lines/source-of.ts';
import { wmaOf } from '../lines/window-trend.ts';
import { bars } from '../params.ts';

/** As TA-Lib's WMA. */
export const wma = defineIndicator({
  id: 'wma',
  formula: 'weighted mean of the last n values, weights 1 (oldest) to n (newest)',
  params: { n: bars(20), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ n }) => n - 1 },
  unit: ({ src }) => unitOf(src),
  settling: ({ n }) => n,
  build: ({ n, src }, frame) => wmaOf(frame, sourceOf(frame, src), n, frame.output('value')),
});
