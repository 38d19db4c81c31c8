import { defineIndicator } from '../indicator.ts';
import { derived } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { extremeAgeOf } from '../lines/window-extreme.ts';
import { bars } from '../params.ts';

const lookback = ({ n }: { readonly n: number }): number => n;

/** As TA-Lib's AROON and AROONOSC: the window holds n + 1 bars, and of equal extremes the newest counts. */
export const aroon = defineIndicator({
  id: 'aroon',
  formula: 'up and down = 100 · (n − bars since the highest high, the lowest low) / n; osc = up − down',
  params: { n: bars(25) },
  inputs: () => ['high', 'low'],
  outputs: { up: lookback, down: lookback, osc: lookback },
  settling: ({ n }) => n + 1,
  build: ({ n }, frame) => {
    const { mask } = frame;
    const since = {
      up: extremeAgeOf(frame, frame.input('high'), { side: 'highest', n: n + 1 }),
      down: extremeAgeOf(frame, frame.input('low'), { side: 'lowest', n: n + 1 }),
    };
    for (const name of ['up', 'down'] as const) {
      const into = frame.output(name);
      derived(frame, { first: n, into }, (bar) => (100 * (n - valueAt(since[name].values, bar & mask))) / n);
    }
    // The difference of whole bars: that of both shares would have their rounding.
    derived(frame, { first: n, into: frame.output('osc') }, (bar) => {
      return (100 * (valueAt(since.down.values, bar & mask) - valueAt(since.up.values, bar & mask))) / n;
    });
  },
});
