import { at } from '#base/assert.ts';
import { DAY_MINUTES } from '#base/time.ts';

/** A market regime: its volatility, drift and jumps, its duration, and what follows it. */
export interface Regime {
  readonly name: 'quiet' | 'up' | 'down' | 'panic';
  /** Multiple of the base volatility. */
  readonly volatility: number;
  /** Logarithmic, per minute. */
  readonly drift: number;
  /** Jumps per minute. */
  readonly jumps: number;
  /** Mean duration in minutes. */
  readonly stay: number;
  /** Probabilities that quiet, up, down or panic comes next. */
  readonly next: readonly [quiet: number, up: number, down: number, panic: number];
}

/** Jumps of a day at rate 1. */
const JUMPS_A_DAY = 2;
const perMinute = (perDay: number): number => perDay / DAY_MINUTES;
const jumps = (rate: number): number => perMinute(JUMPS_A_DAY * rate);

/**
 * The transition probabilities are chosen so that the shares of time are 0.58, 0.20, 0.20 and 0.02, and the drifts so
 * that they cancel over those shares.
 */
export const REGIMES: readonly Regime[] = [
  {
    name: 'quiet',
    volatility: 0.6,
    drift: perMinute(0.001),
    jumps: jumps(0.6),
    stay: 2_880,
    next: [0, 0.43, 0.43, 0.14],
  },
  { name: 'up', volatility: 1, drift: perMinute(0.009), jumps: jumps(1), stay: 1_440, next: [0.7, 0, 0.25, 0.05] },
  {
    name: 'down',
    volatility: 1.1,
    drift: perMinute(-0.009),
    jumps: jumps(1.2),
    stay: 1_440,
    next: [0.65, 0.25, 0, 0.1],
  },
  { name: 'panic', volatility: 2.4, drift: perMinute(-0.02), jumps: jumps(3), stay: 360, next: [0.4, 0.3, 0.3, 0] },
];

/** The regime of the next minute, given one draw from (0, 1); usually the same. */
export function nextRegime(regime: number, draw: number): number {
  const { stay, next } = at(REGIMES, regime);
  let left = draw * stay;
  if (left >= 1) return regime;
  for (let candidate = 0; candidate < next.length; candidate += 1) {
    left -= at(next, candidate);
    if (left < 0) return candidate;
  }
  return regime;
}
