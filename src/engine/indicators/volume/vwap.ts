import { DAY_MS } from '#base/time.ts';
import { defineIndicator } from '../indicator.ts';
import { derived, ratio } from '../lines/derived.ts';
import { valueAt } from '../lines/frame.ts';
import { sourceOf } from '../lines/source-of.ts';
import { oneOf } from '../params.ts';

const DAYS = { day: 1, week: 7 };
/** 1970 began on a Thursday, weeks begin on Mondays. */
const FIRST_MONDAY_DAY = 4;

/** The mean price of what was traded since the UTC day, or the week, began. */
export const vwap = defineIndicator({
  id: 'vwap',
  formula:
    'Σ tp · volume / Σ volume since the UTC day (or Monday) began, tp = (high + low + close) / 3; unknown without volume',
  params: { anchor: oneOf<'day' | 'week'>(['day', 'week'], 'day') },
  inputs: () => ['time', 'high', 'low', 'close', 'volume'],
  outputs: { value: () => 0 },
  unit: () => 'price',
  settling: ({ anchor }, barMs) => Math.max(1, Math.ceil((DAYS[anchor] * DAY_MS) / barMs)),
  build: ({ anchor }, frame) => {
    const { mask } = frame;
    const typical = sourceOf(frame, 'hlc3');
    const [time, volume] = [frame.input('time').values, frame.input('volume').values];
    let [period, paid, traded] = [Number.NaN, 0, 0];
    frame.begins(() => {
      period = Number.NaN;
    });
    derived(frame, { first: 0, into: frame.output('value') }, (bar) => {
      const day = Math.floor(valueAt(time, bar & mask) / DAY_MS);
      const now = anchor === 'day' ? day : Math.floor((day - FIRST_MONDAY_DAY) / DAYS.week);
      if (now !== period) [period, paid, traded] = [now, 0, 0];
      paid += valueAt(typical.values, bar & mask) * valueAt(volume, bar & mask);
      traded += valueAt(volume, bar & mask);
      return ratio(paid, traded);
    });
  },
});
