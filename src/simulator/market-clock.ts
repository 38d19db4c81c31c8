import { assert } from '#base/assert.ts';
import { type Instant, instantOf } from '#base/time.ts';

/** Milliseconds of market time per millisecond of wall time. */
export const SPEEDS = [1, 10, 60, 300] as const;
export type Speed = (typeof SPEEDS)[number];

/**
 * Which clock market time follows: one of its own, which runs at any speed and pauses while the program is down, or the
 * machine's, so that market time is the present.
 */
export type ClockKind = 'own' | 'wall';

/** `run` follows the wall clock, `pause` stops market time, `step` moves it only on request. */
export type Pace =
  | { readonly kind: 'run'; readonly speed: Speed }
  | { readonly kind: 'pause' }
  | { readonly kind: 'step' };

/**
 * Market time as a function of wall time: it was `market` when the wall clock showed `wallMs`. Plain data; every change
 * creates a new value anchored at its own moment, so market time never jumps back.
 */
export interface MarketClock {
  readonly market: Instant;
  readonly wallMs: number;
  readonly pace: Pace;
}

/**
 * The stored part of a clock: the market time at which it stopped. Wall time that passes while the program is down does
 * not count.
 */
export interface StoredClock {
  readonly market: Instant;
  readonly pace: Pace;
}

/**
 * Market time at a moment of the wall clock, in whole milliseconds. When the wall clock is set back, market time
 * does not move.
 */
export function marketTime(clock: MarketClock, wallMs: number): Instant {
  if (clock.pace.kind !== 'run') return clock.market;
  const passed = Math.max(0, wallMs - clock.wallMs);
  return instantOf(clock.market + Math.floor(passed * clock.pace.speed));
}

/** The clock with a new pace from this moment on. */
export function withPace(clock: MarketClock, pace: Pace, wallMs: number): MarketClock {
  return { market: marketTime(clock, wallMs), wallMs, pace };
}

/** A clock in step mode, moved to a later instant. */
export function stepTo(clock: MarketClock, market: Instant): MarketClock {
  assert(clock.pace.kind === 'step', 'only a stepping clock is moved by hand');
  assert(market >= clock.market, 'market time does not go back');
  return { ...clock, market };
}

/** The stored clock, restarted now; market time has stood still meanwhile. */
export function startedClock({ market, pace }: StoredClock, wallMs: number): MarketClock {
  return { market, wallMs, pace };
}
