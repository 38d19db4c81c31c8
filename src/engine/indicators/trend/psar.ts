import { defineIndicator } from '../indicator.ts';
import { derived } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { factor } from '../params.ts';

/** The slower the stop, the longer a trend; measured: docs/decisions/0087-how-long-a-trend-is-remembered.md. */
const TREND_SHARES = { step: 10, max: 100 };

/** As TA-Lib's SAR, but that a bar equal to the one before it does not turn it; the first trend is that of the first two bars. */
export const psar = defineIndicator({
  id: 'psar',
  formula:
    "Wilder's parabolic stop: moves towards the extreme of the trend by a share that grows by step up to max, and turns when a price that has moved touches it",
  params: { step: factor(0.02, 0.005, 1), max: factor(0.2, 0.005, 1) },
  conflict: ({ step, max }) => (step <= max ? null : `step (${step}) must not exceed max (${max})`),
  inputs: () => ['high', 'low'],
  outputs: { value: () => 1 },
  unit: () => 'price',
  settling: ({ step, max }) => Math.ceil(TREND_SHARES.step / step + TREND_SHARES.max / max) + 1,
  build: ({ step, max }, frame) => {
    const { mask } = frame;
    const [high, low] = [frame.input('high').values, frame.input('low').values];
    // Of a falling trend everything is negated: it is then a rising one of mirrored prices.
    let [sign, stop, extreme, share] = [1, 0, 0, step];
    const far = (bar: number): number => (sign > 0 ? valueAt(high, bar & mask) : -valueAt(low, bar & mask));
    const near = (bar: number): number => (sign > 0 ? valueAt(low, bar & mask) : -valueAt(high, bar & mask));
    const begin = (): void => {
      const fallen = valueAt(low, 0) - valueAt(low, 1 & mask);
      sign = fallen > 0 && fallen > valueAt(high, 1 & mask) - valueAt(high, 0) ? -1 : 1;
      [stop, extreme, share] = [near(0), far(1), step];
    };
    // TA-Lib takes the second bar for the one before it.
    const nearest = (bar: number): number => Math.min(near(Math.max(bar - 1, 1)), near(bar));
    const turn = (bar: number): void => {
      const end = extreme;
      sign = -sign;
      stop = Math.min(-end, nearest(bar));
      [extreme, share] = [far(bar), step];
    };
    // The stop comes to a price that does not move; it is touched by one that does.
    const isRepeated = (bar: number): boolean =>
      valueAt(high, bar & mask) === valueAt(high, (bar - 1) & mask) &&
      valueAt(low, bar & mask) === valueAt(low, (bar - 1) & mask);
    frame.looksBack(1);
    derived(frame, { first: 1, into: frame.output('value') }, (bar) => {
      if (bar === 1) begin();
      const isTurn = near(bar) <= stop && !isRepeated(bar);
      if (isTurn) turn(bar);
      const told = sign * stop;
      if (!isTurn && far(bar) > extreme) [extreme, share] = [far(bar), Math.min(share + step, max)];
      stop = Math.min(stop + share * (extreme - stop), nearest(bar));
      return told;
    });
  },
});
