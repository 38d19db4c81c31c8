import { defineIndicator } from '../indicator.ts';
import { ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { smaOf } from '../lines/window-sums.ts';
import { bars } from '../params.ts';

/** How much is traded, compared with the usual. */
export const volumeRatio = defineIndicator({
  id: 'volume_ratio',
  formula: 'volume / its mean over n bars, the present one included; unknown without volume',
  params: { n: bars(20) },
  inputs: () => ['volume'],
  outputs: { value: ({ n }) => n - 1 },
  settling: ({ n }) => n,
  build: ({ n }, frame) => {
    const volume = frame.input('volume');
    const usual = smaOf(frame, volume, n);
    const value = frame.output('value');
    frame.step((from, to) => {
      for (let bar = Math.max(from, usual.first); bar < to; bar += 1) {
        const index = bar & frame.mask;
        value[index] = ratio(valueAt(volume.values, index), valueAt(usual.values, index));
      }
    });
  },
});
