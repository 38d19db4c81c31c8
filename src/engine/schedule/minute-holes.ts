import { at } from '#base/assert.ts';
import { groupThousands } from '#base/decimal.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#base/time.ts';
import { longHoles, type Stretch, type SymbolHistory } from '../model/history.ts';

/** With more missing minutes in a row than this it is unknown what the market did, so bars do not count them as flat. */
export const FLAT_MINUTES_MAX = 5;

/** A result over minutes of which a larger share is filled in flat is doubtful, however short each hole is. */
export const FILLED_SHARE_MAX = 0.01;

/** Atoms stand still in every hole, because nothing trades at a price that nobody saw. Bars count short holes as flat. */
export interface MinuteHoles {
  readonly frozen: readonly Stretch[];
  /** The short ones of them. */
  readonly filled: readonly Stretch[];
}

/** @param holes - ascending and disjoint */
export function minuteHoles(holes: readonly Stretch[]): MinuteHoles {
  return { frozen: holes, filled: holes.filter(({ from, to }) => to - from <= FLAT_MINUTES_MAX) };
}

/** How many minutes of a span lie in some stretches. */
export function minutesIn(stretches: readonly Stretch[], span: Stretch): number {
  return stretches.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)),
    0,
  );
}

/**
 * How many minutes of a span were filled in flat where that is more than a small share of those with a market; else zero.
 */
export function doubtfulMinutes(history: Pick<SymbolHistory, 'frozen' | 'filled'>, span: Stretch): number {
  const minutes = minutesIn(history.filled ?? [], span);
  const open = span.to - span.from - minutesIn(longHoles(history), span);
  return minutes > open * FILLED_SHARE_MAX ? minutes : 0;
}

/** Rows at one distance before a file is known to hold longer candles: a single hole says nothing. */
const ROWS_ENOUGH = 2;
/** Distances that are told apart; a file of minutes has few. */
const DISTANCES_MAX = 1_000;

/** Counts the distances between consecutive rows of a file. */
export interface RowDistances {
  add(time: Instant): void;
  /** The commonest distance, milliseconds; null with fewer than two rows. The shorter one of several. */
  commonest(): number | null;
  /** The commonest distance, milliseconds; null where no distance is commoner than one minute, or a single row tells. */
  longer(): number | null;
}

export function rowDistances(): RowDistances {
  const counts = new Map<number, number>();
  let last: Instant | null = null;
  const most = () => [...counts].sort(([one, a], [other, b]) => b - a || one - other)[0];
  return {
    add(time) {
      const distance = last === null ? null : time - last;
      last = time;
      if (distance === null || (counts.size >= DISTANCES_MAX && !counts.has(distance))) return;
      counts.set(distance, (counts.get(distance) ?? 0) + 1);
    },
    commonest: () => most()?.[0] ?? null,
    longer() {
      const [distance, count] = most() ?? [0, 0];
      return distance > MINUTE_MS && count >= ROWS_ENOUGH ? distance : null;
    },
  };
}

const LENGTHS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** The refusal of a file of other candles, as the end of a sentence. @param distance - milliseconds, whole minutes */
export function otherCandles(distance: number): string {
  return `these are candles of ${lengthText(distance)}; import those of one minute`;
}

function lengthText(distance: number): string {
  const [unit, ms] = LENGTHS.find(([, length]) => distance % length === 0) ?? ['minute', MINUTE_MS];
  const count = distance / ms;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * Says how many candles are missing between those of a file, where that makes values over them doubtful: more than five minutes in
 * a row, or more than a small share. Null where it does not.
 * @param times - ascending
 */
export function missingBetween(times: Iterable<Instant>): string | null {
  const opened = [...times];
  const distances = rowDistances();
  for (const time of opened) distances.add(time);
  const length = distances.commonest();
  if (length === null) return null;
  const holes = opened.slice(1).map((time, index) => Math.round((time - at(opened, index)) / length) - 1);
  const missing = holes.reduce((sum, hole) => sum + Math.max(0, hole), 0);
  const isLong = holes.some((hole) => hole * length > FLAT_MINUTES_MAX * MINUTE_MS);
  const wanted = opened.length + missing;
  return isLong || missing > wanted * FILLED_SHARE_MAX ? missingCandles(missing, wanted, length) : null;
}

/** A sentence without its end. @param length - of a candle, milliseconds */
export function missingCandles(missing: number, wanted: number, length: number): string {
  const [some, all] = [missing, wanted].map((count) => groupThousands(String(count)));
  return `${some} of ${all} candles of ${lengthText(length)} are missing`;
}
