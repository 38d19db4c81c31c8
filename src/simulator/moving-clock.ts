import { assert } from '#base/assert.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { type ClockKind, type MarketClock, marketTime, type Pace, stepTo, withPace } from './market-clock.ts';

/** A longer gap between two reads means that the process was suspended, and market time pauses meanwhile. */
const ASLEEP_MS = 5_000;

/** Monotonic wall time; its origin is arbitrary. */
export function wallNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Both clocks of a running simulation. */
export interface MovingClock {
  readonly kind: ClockKind;
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
  const read = (): number => {
    const wall = wallNow();
    // Re-anchored after the suspension, at the market time at which it began.
    if (wall - readAt > ASLEEP_MS) clock = { ...clock, market: marketTime(clock, readAt), wallMs: wall };
    readAt = wall;
    return wall;
  };
  return {
    kind: 'own',
    now: () => marketTime(clock, read()),
    ...skewedClock(),
    pace: () => clock.pace,
    setPace: (pace) => {
      clock = withPace(clock, pace, read());
    },
    step: (to) => {
      clock = stepTo(clock, to);
    },
  };
}

/** The pace of a market that follows the machine's clock. */
const AS_THE_WALL: Pace = { kind: 'run', speed: 1 };

/**
 * One clock: market time is that of the machine. When it is set back, market time stands still until it is reached again.
 * @param from - market time never shows less
 */
export function wallClock(from: Instant): MovingClock {
  let latest = from;
  return {
    kind: 'wall',
    now() {
      latest = instantOf(Math.max(latest, Date.now()));
      return latest;
    },
    ...skewedClock(),
    pace: () => AS_THE_WALL,
    setPace: () => assert(false, 'nobody sets the pace of the machine’s clock'),
    step: () => assert(false, 'nobody moves the machine’s clock'),
  };
}

/** The machine's clock, ahead by what the fault says. */
function skewedClock(): Pick<MovingClock, 'wallMs' | 'skew'> {
  let skewMs = 0;
  return {
    wallMs: () => Date.now() + skewMs,
    skew: (ms) => {
      skewMs = ms;
    },
  };
}
