import { difference } from '#base/equal-share.ts';
import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { sumOf } from '../lines/source-of.ts';
import { windowSumOf } from '../lines/window-sums.ts';
import { bars } from '../params.ts';

/** Lambert's constant: most values then lie within ±100. */
const SCALE = 0.015;

/** As TA-Lib's CCI, which says 0 where nothing moved. */
export const cci = defineIndicator({
  id: 'cci',
  formula: '(tp − SMA(tp)) / (0.015 · mean distance from it), tp = (high + low + close) / 3; unknown if nothing moved',
  params: { n: bars(20, 2) },
  inputs: () => ['high', 'low', 'close'],
  outputs: { value: ({ n }) => n - 1 },
  settling: ({ n }) => n,
  build: ({ n }, frame) => {
    const { mask } = frame;
    const { values } = sumOf(frame, 'hlc3');
    const sum = windowSumOf(frame, { values, first: 0 }, n);
    frame.looksBack(n - 1);
    derived(frame, { first: sum.first, into: frame.output('value') }, (bar) => {
      const middle = valueAt(sum.values, bar & mask);
      let [distance, isEqual] = [0, true];
      const now = valueAt(values, bar & mask);
      for (let seen = bar - n + 1; seen <= bar; seen += 1) {
        const value = valueAt(values, seen & mask);
        distance += Math.abs(n * value - middle); // Whole numbers, as the mean is not.
        isEqual = isEqual && value === now; // The mean of equal values may miss them by a rounding error.
      }
      return isEqual ? Number.NaN : ratio(difference(n * now, middle), (SCALE * distance) / n);
    });
  },
});
