import { difference } from '#base/equal-share.ts';
import { defineIndicator } from '../indicator.ts';
import { derived } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { emaOf } from '../lines/smoothed.ts';
import { readsOf, source, sourceOf, unitOf } from '../lines/source-of.ts';
import { bars } from '../params.ts';
import { settlingOfEma } from '../settling.ts';

const lookback = ({ slow, signal }: { readonly slow: number; readonly signal: number }): number => slow + signal - 2;

/** As TA-Lib's MACD: both averages have their first value on the same bar, and all outputs begin together. */
export const macd = defineIndicator({
  id: 'macd',
  formula:
    'line = EMA(fast) − EMA(slow), both starting on the same bar; signal = EMA of the line; hist = line − signal',
  params: { fast: bars(12), slow: bars(26, 2), signal: bars(9), src: source() },
  conflict: ({ fast, slow }) => (fast < slow ? null : `fast (${fast}) must be less than slow (${slow})`),
  inputs: ({ src }) => readsOf(src),
  outputs: { line: lookback, signal: lookback, hist: lookback },
  unit: ({ src }) => unitOf(src),
  settling: ({ slow, signal }) => settlingOfEma(slow) + settlingOfEma(signal) - 1,
  build: ({ fast, slow, signal, src }, frame) => {
    const line = sourceOf(frame, src);
    const quick = emaOf(frame, { ...line, first: slow - fast }, fast);
    const calm = emaOf(frame, line, slow);
    const apart = derived(frame, { first: calm.first, into: frame.output('line') }, (bar) => {
      const index = bar & frame.mask;
      return difference(valueAt(quick.values, index), valueAt(calm.values, index));
    });
    const smooth = emaOf(frame, apart, signal, frame.output('signal'));
    derived(frame, { first: smooth.first, into: frame.output('hist') }, (bar) => {
      const index = bar & frame.mask;
      return difference(valueAt(apart.values, index), valueAt(smooth.values, index));
    });
  },
});
