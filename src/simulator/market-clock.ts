import { assert } from '#base/assert.ts';
import { type Instant, instantOf } from '#base/time.ts';

/** How many milliseconds of market time pass in one of wall time. */
export const SPEEDS = [1, 10, 60, 300] as const;
export type Speed = (typeof SPEEDS)[number];

/** `run` follows the wall clock, `pause` stands still, `step` moves only when told to. */
export type Pace =
  | { readonly kind: 'run'; readonly speed: Speed }
  | { readonly kind: 'pause' }
  | { readonly kind: 'step' };

/**
 * Market time as a function of wall time: it stood at `market` when the wall clock showed `wallMs`. Plain data; every
 * change gives a new value anchored at its own moment, so that market time never jumps back.
 */
export interface MarketClock {
  readonly market: Instant;
  readonly wallMs: number;
  readonly pace: Pace;
}

/** What of a clock outlives the program: where market time stood. Wall time that passes meanwhile does not count. */
export interface StoredClock {
  readonly market: Instant;
  readonly pace: Pace;
}

/**
 * Market time at a moment of the wall clock, in whole milliseconds. A wall clock that was set back makes it stand, not
 * return.
 */
export function marketTime(clock: MarketClock, wallMs: number): Instant {
  if (clock.pace.kind !== 'run') return clock.market;
  const passed = Math.max(0, wallMs - clock.wallMs);
  return instantOf(clock.market + Math.floor(passed * clock.pace.speed));
}

/** The clock with another pace from this moment on. */
export function withPace(clock: MarketClock, pace: Pace, wallMs: number): MarketClock {
  return { market: marketTime(clock, wallMs), wallMs, pace };
}

/** A stepping clock, moved on to a later instant. */
export function stepTo(clock: MarketClock, market: Instant): MarketClock {
  assert(clock.pace.kind === 'step', 'only a stepping clock is moved by hand');
  assert(market >= clock.market, 'market time does not go back');
  return { ...clock, market };
}

/** The stored clock, started at this moment of the wall clock: market time stood still in between. */
export function startedClock({ market, pace }: StoredClock, wallMs: number): MarketClock {
  return { market, wallMs, pace };
}
