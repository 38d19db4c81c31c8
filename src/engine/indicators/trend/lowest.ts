import { defineIndicator } from '../indicator.ts';
import { readsOf, source, sourceOf, unitOf } from '../lines/source-of.ts';
import { extremeOf } from '../lines/window-extreme.ts';
import { bars } from '../params.ts';

/** The lowest price of some bars, the present one included. */
export const lowest = defineIndicator({
  id: 'lowest',
  formula: 'lowest value of the last n bars, of their lows unless src says otherwise',
  params: { n: bars(20), src: source('low') },
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ n }) => n - 1 },
  unit: ({ src }) => unitOf(src),
  settling: ({ n }) => n,
  build: ({ n, src }, frame) =>
    extremeOf(frame, sourceOf(frame, src), { side: 'lowest', n, into: frame.output('value') }),
});
