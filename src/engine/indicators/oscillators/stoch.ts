import { defineIndicator } from '../indicator.ts';
import { stochasticOf } from '../lines/stochastic-of.ts';
import { smaOf } from '../lines/window-sums.ts';
import { bars } from '../params.ts';

/**
 * As TA-Lib's STOCH with simple averages: both outputs begin together. Where k bars have no range, TA-Lib says 0; here that
 * bar and every mean over it are unknown.
 */
export const stoch = defineIndicator({
  id: 'stoch',
  formula:
    'slow stochastic: k the mean over s bars of the close within the range of k bars (0 to 100), d its mean over d bars; unknown without a range',
  params: { k: bars(14), s: bars(3), d: bars(3) },
  inputs: () => ['high', 'low', 'close'],
  outputs: { k: ({ k, s, d }) => k + s + d - 3, d: ({ k, s, d }) => k + s + d - 3 },
  settling: ({ k, s, d }) => k + s + d - 2,
  build: ({ k, s, d }, frame) => {
    const [value, high, low] = [frame.input('close'), frame.input('high'), frame.input('low')];
    const slow = smaOf(frame, stochasticOf(frame, { value, high, low }, k), s, frame.output('k'));
    smaOf(frame, slow, d, frame.output('d'));
  },
});
