import { lowerEdge, upperEdge } from '#base/equal-share.ts';
import { defineIndicator } from '../indicator.ts';
import { averageRangeOf } from '../lines/average-range-of.ts';
import { valueAt } from '../lines/frame.ts';
import { bars, factor } from '../params.ts';
import { settlingOfWilder } from '../settling.ts';

const lookback = ({ n }: { readonly n: number }): number => n;

/** A price moves k ranges away in some k² bars; measured: docs/decisions/0087-how-long-a-trend-is-remembered.md. */
const TREND_BARS = 100;

/** Seban's SuperTrend: a band follows the trend and never retreats, until the close crosses it. */
export const supertrend = defineIndicator({
  id: 'supertrend',
  formula:
    '(high + low) / 2 ∓ k · ATR, moved only towards the price, on its other side once the close crosses it; direction 1 up, −1 down; unknown before the first range',
  params: { n: bars(10), k: factor(3, 0.1, 10) },
  inputs: () => ['high', 'low', 'close'],
  outputs: { value: lookback, direction: lookback },
  unit: (_params, output) => (output === 'value' ? 'price' : 'number'),
  settling: ({ n, k }) => settlingOfWilder(n) + Math.ceil(TREND_BARS * k * k),
  build: ({ n, k }, frame) => {
    const { mask } = frame;
    const [high, low, close] = [frame.input('high').values, frame.input('low').values, frame.input('close').values];
    const range = averageRangeOf(frame, n);
    const [value, direction] = [frame.output('value'), frame.output('direction')];
    let [upper, lower, isUp, hasBegun] = [0, 0, true, false];
    frame.begins(() => {
      hasBegun = false;
    });
    frame.looksBack(1);
    frame.step((from, to) => {
      for (let bar = Math.max(from, range.first); bar < to; bar += 1) {
        const index = bar & mask;
        const middle = (valueAt(high, index) + valueAt(low, index)) / 2;
        const distance = k * valueAt(range.values, index);
        const isFirst = !hasBegun;
        hasBegun ||= distance > 0;
        if (!hasBegun) {
          // What has not moved has no direction yet.
          [value[index], direction[index]] = [Number.NaN, Number.NaN];
          continue;
        }
        const before = valueAt(close, (bar - 1) & mask);
        if (isFirst || middle + distance < upper || before > upper) upper = middle + distance;
        if (isFirst || middle - distance > lower || before < lower) lower = middle - distance;
        if (isFirst) isUp = valueAt(close, index) >= middle;
        // A close on the band has not crossed it: where nothing moves, the band comes to the close by itself.
        else isUp = isUp ? valueAt(close, index) >= lowerEdge(lower) : valueAt(close, index) > upperEdge(upper);
        value[index] = isUp ? lower : upper;
        direction[index] = isUp ? 1 : -1;
      }
    });
  },
});
