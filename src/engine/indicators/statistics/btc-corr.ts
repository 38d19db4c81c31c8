import { difference } from '#base/equal-share.ts';
import { defineIndicator } from '../indicator.ts';
import { changeOf } from '../lines/change-of.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { bars } from '../params.ts';

/** Returns, not prices: two prices that both rose correlate without having to do with each other. */
export const btcCorr = defineIndicator({
  id: 'btc_corr',
  formula:
    "Pearson's correlation of the last n returns of the close with those of BTCUSDT; unknown if one had the same return at each bar",
  params: { n: bars(50, 2) },
  inputs: () => ['close', 'btc_close'],
  outputs: { value: ({ n }) => n },
  settling: ({ n }) => n + 1,
  build: ({ n }, frame) => {
    const { mask } = frame;
    const own = changeOf(frame, frame.input('close'), 1).values;
    const btc = changeOf(frame, frame.input('btc_close'), 1).values;
    frame.looksBack(n - 1);
    derived(frame, { first: n, into: frame.output('value') }, (bar) => {
      let [ownSum, btcSum] = [0, 0];
      for (let seen = bar - n + 1; seen <= bar; seen += 1) {
        ownSum += valueAt(own, seen & mask);
        btcSum += valueAt(btc, seen & mask);
      }
      let [both, ownSquares, btcSquares] = [0, 0, 0];
      for (let seen = bar - n + 1; seen <= bar; seen += 1) {
        const a = difference(valueAt(own, seen & mask), ownSum / n);
        const b = difference(valueAt(btc, seen & mask), btcSum / n);
        both += a * b;
        ownSquares += a * a;
        btcSquares += b * b;
      }
      return ratio(both, Math.sqrt(ownSquares * btcSquares));
    });
  },
});
