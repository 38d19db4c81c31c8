import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { toldOf } from '../lines/told.ts';

export const barsInPosition = toldOf(
  'bars_in_position',
  'closed bars since the position opened; unknown while flat',
  'bars_in_position',
);

export const barsSinceExit = toldOf(
  'bars_since_exit',
  'closed bars since the last position ended; unknown before the first one',
  'bars_since_exit',
);

export const levelsFilled = toldOf(
  'levels_filled',
  'orders of the ladder that have filled beyond the first; unknown while flat',
  'levels_filled',
);

/** 100 · (close / average price − 1), negated for a short: `sign` is −1. */
export function openPercent(sign: number, close: number, averagePrice: number): number {
  return ratio(100 * sign * (close - averagePrice), averagePrice);
}

/** The open result in percent of the average price, before fees and funding. */
export const unrealizedPercent = defineIndicator({
  id: 'unrealized_percent',
  formula: '100 · (close / average price − 1), negated for a short; unknown while flat',
  params: {},
  inputs: () => ['close', 'position_direction', 'average_price'],
  outputs: { value: () => 0 },
  settling: () => 1,
  build: (_params, frame) => {
    const { mask } = frame;
    const [close, average] = [frame.input('close').values, frame.input('average_price').values];
    const direction = frame.input('position_direction').values;
    derived(frame, { first: 0, into: frame.output('value') }, (bar) => {
      return openPercent(valueAt(direction, bar & mask), valueAt(close, bar & mask), valueAt(average, bar & mask));
    });
  },
});
