import { at } from '#base/assert.ts';
import { DAY_MS, HOUR_MS, type Instant, later, startOf } from '#base/time.ts';
import type { Prices } from '../prices/prices.ts';

/** How long before midnight the next day is computed: half a minute at the highest speed, enough for all symbols. */
const AHEAD_MS = 2 * HOUR_MS;

/**
 * Computes in advance what would delay the first request of a day: for each symbol the last 24 hours, once, and the
 * next day, shortly before it begins. One symbol per call.
 *
 * @param warm - reads the last 24 hours of a symbol
 * @returns false when everything is ready that will be needed soon
 */
export function preparation(
  prices: Prices,
  warm: (symbol: string, now: Instant) => unknown,
): (now: Instant) => boolean {
  const symbols = [...prices.symbols.keys()];
  let tasks: readonly ((now: Instant) => unknown)[] = symbols.map((symbol) => (now) => warm(symbol, now));
  let nextDay: Instant | null = null;
  let index = 0;
  return (now) => {
    if (index === tasks.length) {
      const day = later(startOf(now, DAY_MS), DAY_MS);
      if (day === nextDay || day - now > AHEAD_MS) return false;
      nextDay = day;
      index = 0;
      tasks = symbols.map((symbol) => () => prices.distances(symbol, day));
    }
    at(tasks, index)(now);
    index += 1;
    return true;
  };
}
