import { defineIndicator } from '../indicator.ts';
import { averageRangeOf } from '../lines/average-range-of.ts';
import { bars } from '../params.ts';
import { settlingOfWilder } from '../settling.ts';

/** As TA-Lib's ATR. */
export const atr = defineIndicator({
  id: 'atr',
  formula: "average true range by Wilder's smoothing, seeded with the mean of the first n ranges",
  params: { n: bars(14) },
  inputs: () => ['high', 'low', 'close'],
  outputs: { value: ({ n }) => n },
  unit: () => 'price',
  settling: ({ n }) => settlingOfWilder(n) + 1,
  carriesUnknown: true,
  build: ({ n }, frame) => averageRangeOf(frame, n, frame.output('value')),
});
