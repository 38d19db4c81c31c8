import { defineIndicator } from '../indicator.ts';
import { averageRangeOf } from '../lines/average-range-of.ts';
import { derived, firstOf } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { emaOf } from '../lines/smoothed.ts';
import { bars, factor } from '../params.ts';
import { settlingOfEma, settlingOfWilder } from '../settling.ts';

const lookback = ({ n, m }: { readonly n: number; readonly m: number }): number => Math.max(n - 1, m);

/** Keltner's channel as Raschke draws it. */
export const keltner = defineIndicator({
  id: 'keltner',
  formula: 'EMA of the close over n bars ± k · ATR over m bars',
  params: { n: bars(20), m: bars(10), k: factor(2, 0.1, 10) },
  inputs: () => ['high', 'low', 'close'],
  outputs: { upper: lookback, mid: lookback, lower: lookback },
  unit: () => 'price',
  settling: ({ n, m }) => Math.max(settlingOfEma(n), settlingOfWilder(m) + 1),
  build: ({ n, m, k }, frame) => {
    const mid = emaOf(frame, frame.input('close'), n, frame.output('mid'));
    const range = averageRangeOf(frame, m);
    for (const [name, sign] of [['upper', 1] as const, ['lower', -1] as const]) {
      derived(frame, { first: firstOf(mid, range), into: frame.output(name) }, (bar) => {
        const index = bar & frame.mask;
        return valueAt(mid.values, index) + sign * k * valueAt(range.values, index);
      });
    }
  },
});
