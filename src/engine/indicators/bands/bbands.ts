import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { partsOf, readsOf, source, sourceOf, sumOf, unitOf } from '../lines/source-of.ts';
import { deviationOf } from '../lines/window-deviation.ts';
import { apartOf, smaOf } from '../lines/window-sums.ts';
import { bars, factor } from '../params.ts';

const lookback = ({ n }: { readonly n: number }): number => n - 1;

/** As TA-Lib's BBANDS with a simple average. */
export const bbands = defineIndicator({
  id: 'bbands',
  formula:
    'Bollinger: SMA ± k · population deviation; percent_b = (value − lower) / (upper − lower), width = (upper − lower) / mid',
  params: { n: bars(20, 2), k: factor(2, 0.1, 10), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { upper: lookback, mid: lookback, lower: lookback, percent_b: lookback, width: lookback },
  unit: ({ src }, output) => (output === 'percent_b' || output === 'width' ? 'number' : unitOf(src)),
  settling: ({ n }) => n,
  build: ({ n, k, src }, frame) => {
    const { mask } = frame;
    const line = sumOf(frame, src);
    const parts = partsOf(src);
    const mid = smaOf(frame, sourceOf(frame, src), n, frame.output('mid'));
    const apart = apartOf(frame, line, n);
    const deviation = deviationOf(frame, line, n);
    const { first } = mid;
    const edge = (sign: 1 | -1, into: Float64Array) =>
      derived(
        frame,
        { first, into },
        (bar) => valueAt(mid.values, bar & mask) + (sign * k * valueAt(deviation.values, bar & mask)) / parts,
      );
    edge(1, frame.output('upper'));
    edge(-1, frame.output('lower'));
    const breadth = (index: number): number => 2 * k * valueAt(deviation.values, index);
    derived(frame, { first, into: frame.output('percent_b') }, (bar) => {
      const index = bar & mask;
      // Measured from the middle, because the difference of two bands would have the rounding of both.
      return 0.5 + ratio(valueAt(apart.values, index) / n, breadth(index));
    });
    derived(frame, { first, into: frame.output('width') }, (bar) =>
      ratio(breadth(bar & mask) / parts, valueAt(mid.values, bar & mask)),
    );
  },
});
