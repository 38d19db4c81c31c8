import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { readsOf, source, sumOf } from '../lines/source-of.ts';
import { slopeOf } from '../lines/window-trend.ts';
import { bars } from '../params.ts';

/** Unlike TA-Lib's LINEARREG_SLOPE it is relative, so that one threshold suits every price. */
export const linregSlope = defineIndicator({
  id: 'linreg_slope',
  formula: '100 · slope per bar of the least-squares line through the last n values / the value',
  params: { n: bars(14, 2), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ n }) => n - 1 },
  settling: ({ n }) => n,
  build: ({ n, src }, frame) => {
    const line = sumOf(frame, src);
    const slope = slopeOf(frame, line, n);
    derived(frame, { first: slope.first, into: frame.output('value') }, (bar) => {
      const index = bar & frame.mask;
      return ratio(100 * valueAt(slope.values, index), valueAt(line.values, index));
    });
  },
});
