import { defineIndicator } from '../indicator.ts';
import { changeOf } from '../lines/change-of.ts';
import { bars } from '../params.ts';

/** The change of the open interest. It is not stored, so rules over the past find it unknown. */
export const oiChangePercent = defineIndicator({
  id: 'oi_change_percent',
  formula: '100 · (open interest / open interest n bars ago − 1)',
  params: { n: bars(24) },
  inputs: () => ['open_interest'],
  outputs: { value: ({ n }) => n },
  settling: ({ n }) => n + 1,
  build: ({ n }, frame) => changeOf(frame, frame.input('open_interest'), n, frame.output('value')),
});
