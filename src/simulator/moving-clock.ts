import type { Instant } from '#base/time.ts';
import { type MarketClock, marketTime, type Pace, stepTo, withPace } from './market-clock.ts';

/** A process that slept longer than this was down, and market time pauses while it is. */
const ASLEEP_MS = 5_000;

/** Wall time that only goes forward; where it counts from means nothing. */
export function wallNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Both clocks of a running simulation. */
export interface MovingClock {
  /** Market time. */
  now(): Instant;
  /** The wall clock as clients see it, milliseconds. */
  wallMs(): number;
  skew(ms: number): void;
  pace(): Pace;
  setPace(pace: Pace): void;
  step(to: Instant): void;
}

/** Lets a clock run on from where it started. */
export function movingClock(started: MarketClock): MovingClock {
  let clock = started;
  let readAt = started.wallMs;
  let skewMs = 0;
  const read = (): number => {
    const wall = wallNow();
    // Anchored anew behind the sleep, where market time stood when it began.
    if (wall - readAt > ASLEEP_MS) clock = { ...clock, market: marketTime(clock, readAt), wallMs: wall };
    readAt = wall;
    return wall;
  };
  return {
    now: () => marketTime(clock, read()),
    wallMs: () => Date.now() + skewMs,
    skew: (ms) => {
      skewMs = ms;
    },
    pace: () => clock.pace,
    setPace: (pace) => {
      clock = withPace(clock, pace, read());
    },
    step: (to) => {
      clock = stepTo(clock, to);
    },
  };
}
