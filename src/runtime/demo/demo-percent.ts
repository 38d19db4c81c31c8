import type { Instant } from '#base/time.ts';

/**
 * How much of the demo's history is computed, in whole percent. Its portfolios catch up one after another, so this is
 * their mean, which moves from the first minute on; the slowest one would stand still until its turn.
 * @param minutes the last computed minute of each portfolio
 */
export function demoPercent(
  minutes: readonly Instant[],
  { begin, present }: { readonly begin: Instant; readonly present: Instant },
): number {
  if (present <= begin) return 100;
  const done = minutes.reduce((sum, minute) => sum + (minute - begin) / (present - begin), 0);
  return Math.min(100, Math.max(0, Math.floor((done / minutes.length) * 100)));
}
