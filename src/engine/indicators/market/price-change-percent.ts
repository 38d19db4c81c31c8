import { defineIndicator } from '../indicator.ts';
import { changeOf } from '../lines/change-of.ts';
import { bars } from '../params.ts';

/** The change of the close. */
export const priceChangePercent = defineIndicator({
  id: 'price_change_percent',
  formula: '100 · (close / close n bars ago − 1)',
  params: { n: bars(24) },
  inputs: () => ['close'],
  outputs: { value: ({ n }) => n },
  settling: ({ n }) => n + 1,
  build: ({ n }, frame) => changeOf(frame, frame.input('close'), n, frame.output('value')),
});
