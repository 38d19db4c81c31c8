import { DAY_MS, type Instant, instantOf, startOf } from '#base/time.ts';
import type { Period } from '#storage/period.ts';

/** From the midnight before a period to the one after it. */
export function wholeDays({ from, to }: Period): Period {
  return { from: startOf(from, DAY_MS), to: nextMidnight(to) };
}

function nextMidnight(time: Instant): Instant {
  return instantOf(Math.ceil(time / DAY_MS) * DAY_MS);
}
