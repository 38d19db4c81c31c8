import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { windowSumOf } from '../lines/window-sums.ts';
import { bars } from '../params.ts';

/** Which part of the volume was bought by takers. */
export const takerBuyRatio = defineIndicator({
  id: 'taker_buy_ratio',
  formula: 'Σ volume bought by takers / Σ volume over n bars; unknown without volume',
  params: { n: bars(1) },
  inputs: () => ['volume', 'taker_buy_volume'],
  outputs: { value: ({ n }) => n - 1 },
  settling: ({ n }) => n,
  build: ({ n }, frame) => {
    const bought = windowSumOf(frame, frame.input('taker_buy_volume'), n);
    const traded = windowSumOf(frame, frame.input('volume'), n);
    derived(frame, { first: bought.first, into: frame.output('value') }, (bar) =>
      ratio(valueAt(bought.values, bar & frame.mask), valueAt(traded.values, bar & frame.mask)),
    );
  },
});
