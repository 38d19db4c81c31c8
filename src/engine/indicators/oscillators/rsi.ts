import { defineIndicator } from '../indicator.ts';
import { rsiOf } from '../lines/rsi-of.ts';
import { readsOf, source, sumOf } from '../lines/source-of.ts';
import { bars } from '../params.ts';
import { settlingOfWilder } from '../settling.ts';

/** As TA-Lib's RSI, which says 0 where nothing has moved. */
export const rsi = defineIndicator({
  id: 'rsi',
  formula: '100 · U / (U + D), U and D the smoothed rises and falls (Wilder); unknown if there was neither',
  params: { n: bars(14), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ n }) => n },
  settling: ({ n }) => settlingOfWilder(n) + 1,
  carriesUnknown: true,
  build: ({ n, src }, frame) => rsiOf(frame, sumOf(frame, src), n, frame.output('value')),
});
