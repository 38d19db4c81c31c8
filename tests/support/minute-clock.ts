import { type Instant, later, MINUTE_MS } from '#base/time.ts';

/** The most wall time that is caught up after a pause; the rest does not pass in market time. */
const ARREARS_MAX_MS = 2_000;

/**
 * Market time: the starting minute plus whole minutes, `speed` of them per minute of the wall clock.
 * It advances only by `tick`, so it pauses while the program is down or the database does not answer.
 */
export interface MinuteClock {
  readonly speed: number;
  /** Open of the last closed minute. */
  minute(): Instant;
  /** How many minutes the wall clock is ahead. */
  due(wallMs: number): number;
  /** Wall milliseconds until the next minute closes; 0 when one is due. */
  untilNext(wallMs: number): number;
  /** Closes the next minute. */
  tick(): Instant;
}

/**
 * @param start - open of the last closed minute
 * @param speed - market minutes per wall minute
 * @param wallMs - the current reading of a monotonic clock, milliseconds
 */
export function minuteClock(start: Instant, speed: number, wallMs: number): MinuteClock {
  const minuteWallMs = MINUTE_MS / speed;
  let minute = start;
  /** When, on the wall clock, the current minute closed. */
  let closedAt = wallMs;
  const due = (now: number): number => {
    closedAt = Math.max(closedAt, now - Math.max(ARREARS_MAX_MS, minuteWallMs));
    return Math.floor((now - closedAt) / minuteWallMs);
  };
  return {
    speed,
    minute: () => minute,
    due,
    untilNext: (now) => Math.max(0, closedAt + minuteWallMs - now),
    tick: () => {
      minute = later(minute, MINUTE_MS);
      closedAt += minuteWallMs;
      return minute;
    },
  };
}
