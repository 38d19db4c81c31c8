import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { fundingHoles } from '#engine/schedule/funding-holes.ts';
import type { Settlements } from './funding-file.ts';

/** The minutes between the first and the last of some settlements in which others must have been; oldest first. */
export function unsettledTimes(settlements: Settlements): readonly Instant[] {
  const [first, last] = [settlements[0], settlements.at(-1)];
  if (first === undefined || last === undefined) return [];
  const start = later(first.time, -(first.time % MINUTE_MS));
  const minutes = Math.floor((last.time - start) / MINUTE_MS);
  const holes = fundingHoles({ start, minutes, frozen: [] }, settlements, null);
  return holes.flatMap(({ due }) => due.map((minute) => instantAt({ start }, minute)));
}
