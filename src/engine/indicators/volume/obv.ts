import { defineIndicator } from '../indicator.ts';
import { valueAt } from '../lines/frame.ts';
import { smaOf } from '../lines/window-sums.ts';
import { bars } from '../params.ts';

/** As TA-Lib's OBV. */
export const obv = defineIndicator({
  id: 'obv',
  formula: 'on-balance volume: the sum of volumes, + where the close rose, − where it fell; average is its mean of n',
  params: { n: bars(20) },
  inputs: () => ['close', 'volume'],
  outputs: { value: () => 0, average: ({ n }) => n - 1 },
  unit: () => 'volume',
  settling: ({ n }) => n,
  isLevelArbitrary: true,
  build: ({ n }, frame) => {
    const { mask } = frame;
    const [close, volume] = [frame.input('close').values, frame.input('volume').values];
    const value = frame.output('value');
    let sum = 0;
    frame.begins(() => {
      sum = 0;
    });
    frame.looksBack(1);
    frame.step((from, to) => {
      for (let bar = from; bar < to; bar += 1) {
        const change = bar === 0 ? 1 : valueAt(close, bar & mask) - valueAt(close, (bar - 1) & mask);
        if (change !== 0) sum += change > 0 ? valueAt(volume, bar & mask) : -valueAt(volume, bar & mask);
        value[bar & mask] = sum;
      }
    });
    smaOf(frame, { values: value, first: 0 }, n, frame.output('average'));
  },
});
