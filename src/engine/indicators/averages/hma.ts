import { defineIndicator } from '../indicator.ts';
import { derived } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { readsOf, source, sourceOf, unitOf } from '../lines/source-of.ts';
import { wmaOf } from '../lines/window-trend.ts';
import { bars } from '../params.ts';

const half = (n: number): number => Math.floor(n / 2);
const root = (n: number): number => Math.floor(Math.sqrt(n));

/** Hull's moving average; its lengths are rounded down. */
export const hma = defineIndicator({
  id: 'hma',
  formula: 'WMA over √n bars of 2 · WMA(n / 2) − WMA(n), lengths rounded down (Hull)',
  params: { n: bars(20, 2), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ n }) => n + root(n) - 2 },
  unit: ({ src }) => unitOf(src),
  settling: ({ n }) => n + root(n) - 1,
  build: ({ n, src }, frame) => {
    const line = sourceOf(frame, src);
    const fast = wmaOf(frame, line, half(n));
    const slow = wmaOf(frame, line, n);
    const raw = derived(frame, { first: slow.first }, (bar) => {
      const index = bar & frame.mask;
      return 2 * valueAt(fast.values, index) - valueAt(slow.values, index);
    });
    wmaOf(frame, raw, root(n), frame.output('value'));
  },
});
