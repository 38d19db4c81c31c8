import { defineIndicator } from '../indicator.ts';
import { emaOf } from '../lines/smoothed.ts';
import { readsOf, source, sourceOf, unitOf } from '../lines/source-of.ts';
import { bars } from '../params.ts';
import { settlingOfEma } from '../settling.ts';

/** As TA-Lib's EMA. */
export const ema = defineIndicator({
  id: 'ema',
  formula: 'exponential average, α = 2 / (n + 1), seeded with the mean of the first n values',
  params: { n: bars(20), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ n }) => n - 1 },
  unit: ({ src }) => unitOf(src),
  settling: ({ n }) => settlingOfEma(n),
  carriesUnknown: true,
  build: ({ n, src }, frame) => emaOf(frame, sourceOf(frame, src), n, frame.output('value')),
});
