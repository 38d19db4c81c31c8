import type { Instant } from '#base/time.ts';
import { type MarketClock, marketTime, type Pace, stepTo, withPace } from './market-clock.ts';

/** A longer gap between two reads means that the process was suspended, and market time pauses meanwhile. */
const ASLEEP_MS = 5_000;

/** Monotonic wall time; its origin is arbitrary. */
export function wallNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Both clocks of a running simulation. */
export interface MovingClock {
  /** The current market time. */
  now(): Instant;
  /** The wall clock as clients see it, milliseconds. */
  wallMs(): number;
  skew(ms: number): void;
  pace(): Pace;
  setPace(pace: Pace): void;
  step(to: Instant): void;
}

/** A running clock that starts from a stored one. */
export function movingClock(started: MarketClock): MovingClock {
  let clock = started;
  let readAt = started.wallMs;
  let skewMs = 0;
  const read = (): number => {
    const wall = wallNow();
    // Re-anchored after the suspension, at the market time at which it began.
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
