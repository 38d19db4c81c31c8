import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';

/** How far the contract's mark lies above its index. */
export const basis = defineIndicator({
  id: 'basis',
  formula: '(mark − index) / index, as a fraction',
  params: {},
  inputs: () => ['mark', 'index'],
  outputs: { value: () => 0 },
  settling: () => 1,
  build: (_params, frame) => {
    const [mark, index] = [frame.input('mark').values, frame.input('index').values];
    derived(frame, { first: 0, into: frame.output('value') }, (bar) => {
      const spot = valueAt(index, bar & frame.mask);
      return ratio(valueAt(mark, bar & frame.mask) - spot, spot);
    });
  },
});
