import { difference } from '#base/equal-share.ts';
import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { emaOf } from '../lines/smoothed.ts';
import { readsOf, source, sourceOf } from '../lines/source-of.ts';
import { smaOf } from '../lines/window-sums.ts';
import { bars, oneOf } from '../params.ts';
import { settlingOfEma } from '../settling.ts';

const AVERAGES = { sma: smaOf, ema: emaOf };

/** As TA-Lib's PPO, whose default are simple averages; each average starts on the first bar. */
export const ppo = defineIndicator({
  id: 'ppo',
  formula: '100 · (fast − slow) / slow, of two averages; simple ones as in TA-Lib, or exponential',
  params: { fast: bars(12), slow: bars(26, 2), average: oneOf<'sma' | 'ema'>(['sma', 'ema'], 'sma'), src: source() },
  conflict: ({ fast, slow }) => (fast < slow ? null : `fast (${fast}) must be less than slow (${slow})`),
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ slow }) => slow - 1 },
  settling: ({ slow, average }) => (average === 'sma' ? slow : settlingOfEma(slow, 2)),
  build: ({ fast, slow, average, src }, frame) => {
    const line = sourceOf(frame, src);
    const quick = AVERAGES[average](frame, line, fast);
    const calm = AVERAGES[average](frame, line, slow);
    derived(frame, { first: calm.first, into: frame.output('value') }, (bar) => {
      const index = bar & frame.mask;
      const base = valueAt(calm.values, index);
      return ratio(100 * difference(valueAt(quick.values, index), base), base);
    });
  },
});
