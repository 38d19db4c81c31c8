import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import type { BarFrame } from '../lines/frame.ts';
import { type BarLine, valueAt } from '../lines/frame.ts';
import { sourceOf } from '../lines/source-of.ts';
import { windowSumOf } from '../lines/window-sums.ts';
import { bars } from '../params.ts';

/** As TA-Lib's MFI, which says 0 where less than 1 of turnover moved; here only none is none, and unknown. */
export const mfi = defineIndicator({
  id: 'mfi',
  formula:
    '100 · U / (U + D), sums over n bars of tp · volume where tp rose and where it fell; unknown if there was neither',
  params: { n: bars(14) },
  inputs: () => ['high', 'low', 'close', 'volume'],
  outputs: { value: ({ n }) => n },
  settling: ({ n }) => n + 1,
  build: ({ n }, frame) => {
    const typical = sourceOf(frame, 'hlc3');
    const rising = windowSumOf(frame, flowOf(frame, typical, 1), n);
    const falling = windowSumOf(frame, flowOf(frame, typical, -1), n);
    derived(frame, { first: rising.first, into: frame.output('value') }, (bar) => {
      const up = valueAt(rising.values, bar & frame.mask);
      return 100 * ratio(up, up + valueAt(falling.values, bar & frame.mask));
    });
  },
});

/** The money that moved while the typical price went in one direction. */
function flowOf(frame: BarFrame, { values }: BarLine, direction: 1 | -1): BarLine {
  const volume = frame.input('volume');
  frame.looksBack(1);
  return derived(frame, { first: 1 }, (bar) => {
    const now = valueAt(values, bar & frame.mask);
    const change = now - valueAt(values, (bar - 1) & frame.mask);
    return change * direction > 0 ? now * valueAt(volume.values, bar & frame.mask) : 0;
  });
}
