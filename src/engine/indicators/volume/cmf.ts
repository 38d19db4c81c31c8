import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { windowSumOf } from '../lines/window-sums.ts';
import { bars } from '../params.ts';

/** Chaikin's money flow. Charts take 0 for a traded bar without a range; here it is unknown where in its range such a bar closed. */
export const cmf = defineIndicator({
  id: 'cmf',
  formula:
    'Σ volume · ((close − low) − (high − close)) / (high − low) / Σ volume over n bars; unknown without volume, or where a bar with volume has no range',
  params: { n: bars(20) },
  inputs: () => ['high', 'low', 'close', 'volume'],
  outputs: { value: ({ n }) => n - 1 },
  settling: ({ n }) => n,
  build: ({ n }, frame) => {
    const { mask } = frame;
    const [high, low, close] = [frame.input('high').values, frame.input('low').values, frame.input('close').values];
    const volume = frame.input('volume');
    const flow = derived(frame, { first: 0 }, (bar) => {
      const traded = valueAt(volume.values, bar & mask);
      if (traded === 0) return 0;
      const [top, bottom, last] = [valueAt(high, bar & mask), valueAt(low, bar & mask), valueAt(close, bar & mask)];
      return ratio(last - bottom - (top - last), top - bottom) * traded;
    });
    const flows = windowSumOf(frame, flow, n);
    const traded = windowSumOf(frame, volume, n);
    derived(frame, { first: flows.first, into: frame.output('value') }, (bar) =>
      ratio(valueAt(flows.values, bar & mask), valueAt(traded.values, bar & mask)),
    );
  },
});
