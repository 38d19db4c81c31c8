import { defineIndicator } from '../indicator.ts';
import { readsOf, source, sourceOf, unitOf } from '../lines/source-of.ts';
import { smaOf } from '../lines/window-sums.ts';
import { bars } from '../params.ts';

/** As TA-Lib's SMA. */
export const sma = defineIndicator({
  id: 'sma',
  formula: 'mean of the last n values',
  params: { n: bars(20), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ n }) => n - 1 },
  unit: ({ src }) => unitOf(src),
  settling: ({ n }) => n,
  build: ({ n, src }, frame) => smaOf(frame, sourceOf(frame, src), n, frame.output('value')),
});
