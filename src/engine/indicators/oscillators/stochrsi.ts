import { defineIndicator } from '../indicator.ts';
import { rsiOf } from '../lines/rsi-of.ts';
import { readsOf, source, sumOf } from '../lines/source-of.ts';
import { stochasticOf } from '../lines/stochastic-of.ts';
import { smaOf } from '../lines/window-sums.ts';
import { bars } from '../params.ts';
import { settlingOfWilder } from '../settling.ts';

/** Unlike TA-Lib's STOCHRSI, which does not smooth %K, k is a mean over s bars, as charts have it. */
export const stochrsi = defineIndicator({
  id: 'stochrsi',
  formula:
    'slow stochastic of the RSI of n bars: range of k bars, means over s and d bars; unknown where it has no range',
  params: { n: bars(14), k: bars(14), s: bars(3), d: bars(3), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { k: ({ n, k, s, d }) => n + k + s + d - 3, d: ({ n, k, s, d }) => n + k + s + d - 3 },
  settling: ({ n, k, s, d }) => settlingOfWilder(n) + k + s + d,
  build: ({ n, k, s, d, src }, frame) => {
    const rsi = rsiOf(frame, sumOf(frame, src), n);
    const slow = smaOf(frame, stochasticOf(frame, { value: rsi, high: rsi, low: rsi }, k), s, frame.output('k'));
    smaOf(frame, slow, d, frame.output('d'));
  },
});
