import { defineIndicator } from '../indicator.ts';
import { changeOf } from '../lines/change-of.ts';
import { readsOf, source, sumOf } from '../lines/source-of.ts';
import { bars } from '../params.ts';

/** As TA-Lib's ROC. */
export const roc = defineIndicator({
  id: 'roc',
  formula: '100 · (value / value n bars ago − 1)',
  params: { n: bars(10), src: source() },
  inputs: ({ src }) => readsOf(src),
  outputs: { value: ({ n }) => n },
  settling: ({ n }) => n + 1,
  build: ({ n, src }, frame) => changeOf(frame, sumOf(frame, src), n, frame.output('value')),
});
