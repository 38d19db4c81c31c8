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
  /** The commonest distance, milliseconds; null where no distance is commoner than one minute, or a single row tells. */
  longer(): number | null;
}

export function rowDistances(): RowDistances {
  const counts = new Map<number, number>();
  let last: Instant | null = null;
  return {
    add(time) {
      const distance = last === null ? null : time - last;
      last = time;
      if (distance === null || (counts.size >= DISTANCES_MAX && !counts.has(distance))) return;
      counts.set(distance, (counts.get(distance) ?? 0) + 1);
    },
    longer() {
      const [most] = [...counts].sort(([one, a], [other, b]) => b - a || one - other);
      if (most === undefined) return null;
      const [distance, count] = most;
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
  const [unit, ms] = LENGTHS.find(([, length]) => distance % length === 0) ?? ['minute', MINUTE_MS];
  const count = distance / ms;
  return `these are candles of ${count} ${unit}${count === 1 ? '' : 's'}; import those of one minute`;
}
