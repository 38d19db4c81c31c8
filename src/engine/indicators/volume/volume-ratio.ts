import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
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
    derived(frame, { first: usual.first, into: frame.output('value') }, (bar) =>
      ratio(valueAt(volume.values, bar & frame.mask), valueAt(usual.values, bar & frame.mask)),
    );
  },
});
