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

/**
 * Wall milliseconds from this moment until market time reaches an instant: zero when it has, null when it never will
 * by itself. Rounded up, so that waiting this long is enough.
 */
export function wallMsUntil(clock: MarketClock, market: Instant, wallMs: number): number | null {
  const left = market - marketTime(clock, wallMs);
  if (left <= 0) return 0;
  if (clock.pace.kind !== 'run') return null;
  return Math.max(1, Math.ceil(clock.wallMs + (market - clock.market) / clock.pace.speed - wallMs));
}

/** What to store at this moment, so that the market goes on where it stands now. */
export function storedClock(clock: MarketClock, wallMs: number): StoredClock {
  return { market: marketTime(clock, wallMs), pace: clock.pace };
}

/** The stored clock, started at this moment of the wall clock: market time stood still in between. */
export function startedClock({ market, pace }: StoredClock, wallMs: number): MarketClock {
  return { market, wallMs, pace };
}
