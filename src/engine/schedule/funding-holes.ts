import { HOUR_MINUTES, HOUR_MS, type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { Stretch } from '../model/history.ts';
import { thawAt } from '../scan/market-minutes.ts';

/** The funding interval of most contracts; others settle every four hours or every hour. */
export const USUAL_FUNDING_HOURS = 8;

/** A settlement that is known, of any time. */
export interface KnownSettlement {
  readonly time: Instant;
  /** The hours since the settlement before, where the source says so. */
  readonly hours?: number;
}

/** The minutes in question: the open of the first, their number, and those without a market. */
export interface FundedMinutes {
  readonly start: Instant;
  readonly minutes: number;
  readonly frozen: readonly Stretch[];
}

/** A stretch between two known settlements, or between one and an end, in which settlements are missing. */
export interface FundingHole extends Stretch {
  /** The minutes in which funding must have been settled, ascending. */
  readonly due: readonly number[];
  /** How often the contract settles there, in hours. */
  readonly hours: number;
}

/**
 * The holes in the settlements of a contract. How often it settles is what its source says of a settlement, else the
 * shortest distance that the neighbours on both sides keep, because a contract changes it over the years (at an end, where
 * one side has no neighbours, the distance that its two nearest have in common), else what the exchange lists, else eight hours. Nothing is settled while there is no market. The first minute of a market needs no
 * settlement: nobody holds a position yet.
 * @param known - every known settlement of the contract, oldest first, also those outside of the minutes
 * @param listedHours - how often the contract settles now; null if no exchange lists it
 */
export function fundingHoles(
  { start, minutes, frozen }: FundedMinutes,
  known: readonly KnownSettlement[],
  listedHours: number | null,
): readonly FundingHole[] {
  const settled = known.map(({ time, hours }) => ({ minute: Math.floor((time - start) / MINUTE_MS), hours }));
  if (settled.length === 0) return wholeHole({ start, minutes, frozen }, listedHours ?? USUAL_FUNDING_HOURS);
  const isOpen = (minute: number): boolean => minute >= 0 && minute < minutes && thawAt(frozen, minute) === minute;
  const holes: FundingHole[] = [];
  for (let place = 0; place <= settled.length; place += 1) {
    const [before, after] = [settled[place - 1]?.minute ?? null, settled[place]?.minute ?? null];
    if ((after ?? minutes) <= 0 || (before ?? 0) >= minutes) continue;
    const hours = hoursAt(settled, place, listedHours);
    const due = dueBetween({ before, after, minutes }, hours * HOUR_MINUTES).filter(isOpen);
    if (!due.some((minute) => isOpen(minute - 1))) continue;
    holes.push({ from: Math.max(0, before ?? 0), to: Math.min(minutes, after ?? minutes), due, hours });
  }
  return holes;
}

/** The instants of a span at which a contract settles that does so every so many hours. */
export function settlementTimes(
  { from, to }: { readonly from: Instant; readonly to: Instant },
  hours: number,
): readonly Instant[] {
  const everyMs = hours * HOUR_MS;
  const first = Math.ceil(from / everyMs);
  return Array.from({ length: Math.max(0, Math.ceil(to / everyMs) - first) }, (_unused, index) =>
    instantOf((first + index) * everyMs),
  );
}

/** Without any settlement only a stretch that is longer than the distance of two must have had one. */
function wholeHole({ start, minutes, frozen }: FundedMinutes, hours: number): readonly FundingHole[] {
  const stood = frozen.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, minutes) - Math.max(from, 0)), 0);
  if (minutes - stood <= hours * HOUR_MINUTES) return [];
  const due = settlementTimes({ from: start, to: instantOf(start + minutes * MINUTE_MS) }, hours)
    .map((time) => (time - start) / MINUTE_MS)
    .filter((minute) => thawAt(frozen, minute) === minute);
  return [{ from: 0, to: minutes, due, hours }];
}

interface Between {
  /** Minutes of the settlements around; null before the first and after the last. */
  readonly before: number | null;
  readonly after: number | null;
  readonly minutes: number;
}

function dueBetween({ before, after, minutes }: Between, every: number): readonly number[] {
  const due: number[] = [];
  if (before === null) {
    for (let minute = (after ?? 0) - every; minute >= 0; minute -= every) due.unshift(minute);
    return due;
  }
  // A settlement may be stamped a little late: only one that is nearer to the next than half a distance is that one.
  const end = after === null ? minutes : Math.min(minutes, after - every / 2);
  const first = before + every * Math.max(1, Math.ceil(-before / every));
  for (let minute = first; minute < end; minute += every) due.push(minute);
  return due;
}

interface Settled {
  readonly minute: number;
  readonly hours: number | undefined;
}

/** Distances of so many settlements on each side show how often a contract settles between them. */
const NEIGHBOURS = 3;

/** How often a contract settles between the settlements before and at a place, in hours. */
function hoursAt(settled: readonly Settled[], place: number, listedHours: number | null): number {
  const [last, next] = [settled[place - 1], settled[place]];
  const stated = (next ?? last)?.hours;
  if (stated !== undefined) return stated;
  const own = last !== undefined && next !== undefined ? hoursBetween([last, next]) : [];
  const before = hoursBetween(settled.slice(Math.max(0, place - 1 - NEIGHBOURS), place)).reverse();
  const after = hoursBetween(settled.slice(place, place + 1 + NEIGHBOURS));
  if (before.length > 0 && after.length > 0) return Math.max(Math.min(...before), Math.min(...after));
  // What is listed now is true of the newest settlements only.
  if (before.length > 0) return Math.max(hoursOfOneSide(own, before), listedHours ?? 0);
  return after.length > 0 ? hoursOfOneSide(own, after) : (listedHours ?? USUAL_FUNDING_HOURS);
}

/**
 * How often a contract settles at an end of what is known of it. The two distances that are nearest to the end are kept
 * if they are the same, because the contract may settle more often only further inside; else the shortest is true.
 * @param own - the distance in question, if it lies between two settlements
 * @param side - those of the neighbours, the nearest first
 */
function hoursOfOneSide(own: readonly number[], side: readonly number[]): number {
  const [first, second] = [...own, ...side];
  return first !== undefined && first === second ? first : Math.min(...side);
}

/** The distances of settlements. No contract settles more often than every hour. */
function hoursBetween(settled: readonly Settled[]): number[] {
  return settled
    .slice(1)
    .map(({ minute }, index) => Math.round((minute - (settled[index]?.minute ?? minute)) / HOUR_MINUTES))
    .filter((distance) => distance > 0);
}
