import { DAY_MS, HOUR_MS } from '#base/time.ts';
import { toldOf } from '../lines/told.ts';

const DAYS_A_WEEK = 7;
/** 1970 began on a Thursday, the day with index 3 when Monday has 0. */
const FIRST_DAY = 3;

/** Bars are named by the instant at which they open. */
export const hourOfDay = toldOf('hour_of_day', 'UTC hour in which the bar opens, 0 to 23', 'time', (time) =>
  Math.floor((time % DAY_MS) / HOUR_MS),
);

export const dayOfWeek = toldOf(
  'day_of_week',
  'UTC day on which the bar opens, 1 (Monday) to 7 (Sunday)',
  'time',
  (time) => ((Math.floor(time / DAY_MS) + FIRST_DAY) % DAYS_A_WEEK) + 1,
);
