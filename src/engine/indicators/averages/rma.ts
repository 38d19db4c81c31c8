import { defineIndicator } from '../indicator.ts';
import { wilderOf } from '../lines/smoothed.ts';
import { readsOf, source, sourceOf, unitOf } from '../lines/source-of.ts';
import { bars } from '../params.ts';
import { settlingOfWilder } from '../settling.ts';

/** Wilder's smoothing, also known as SMMA. */
export const rma = defineIndicator({
  id: 'rma',
  formula: "Wilder's smoothing, α = 1 / n, seeded with the mean of the first n values",
  params: { n: bars(14), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ n }) => n - 1 },
  unit: ({ src }) => unitOf(src),
  settling: ({ n }) => settlingOfWilder(n),
  carriesUnknown: true,
  build: ({ n, src }, frame) => wilderOf(frame, sourceOf(frame, src), n, frame.output('value')),
});
