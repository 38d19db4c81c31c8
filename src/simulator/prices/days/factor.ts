import { at } from '#base/assert.ts';
import { DAY_MINUTES } from '#base/time.ts';
import { DIURNAL } from './diurnal.ts';
import type { Draws } from './draws.ts';
import { nextRegime, REGIMES } from './regimes.ts';
import { slowProcess } from './slow-process.ts';

/** State of the common factor at the start of a day. */
export interface FactorState {
  readonly regime: number;
  /** Variance of the GJR-GARCH process; its mean is 1. */
  readonly variance: number;
  /** Slow logarithms of volatility, over days and over hours; their mean is 0. */
  readonly days: number;
  readonly hours: number;
}

/** Log returns of the whole market in a day, by minute. Bitcoin moves by exactly these. */
export interface FactorDay {
  readonly returns: Float64Array;
  /** The jumps, which are part of the returns. */
  readonly jumps: Float64Array;
  /**
   * Volatility factor from regime, slow volatility and time of day, without shocks; idiosyncratic returns scale with
   * it.
   */
  readonly mood: Float64Array;
  /** Standard deviation of the minute before its shock is drawn. */
  readonly deviation: Float64Array;
}

/** Every coin reads the factor, so more of its days are cached than of a single coin. */
export const FACTOR_DAYS_KEPT = 64;

export const FACTOR_START: FactorState = { regime: 0, variance: 1, days: 0, hours: 0 };

/** Minutes of a year: every minute is traded. */
export const YEAR_MINUTES = 525_600;
const BASE = 0.5 / Math.sqrt(YEAR_MINUTES);

/** GJR-GARCH(1,1): a fall raises the variance more than a rise. Omega makes the mean variance 1. */
const [ALPHA, GAMMA, BETA] = [0.09, 0.02, 0.88];
const OMEGA = 1 - ALPHA - GAMMA / 2 - BETA;
/**
 * With Student's t of six degrees of freedom this process barely has a fourth moment: unbounded, one half-year in three
 * has an hour that dominates all others together.
 */
export const VARIANCE_MAX = 12;

/** Two Ornstein-Uhlenbeck processes of the logarithm of volatility: time constant in minutes, standard deviation. */
const DAYS = slowProcess(4_000, 0.55);
const HOURS = slowProcess(240, 0.35);
/** Keeps the mean variance at 1: E[exp(2 x)] = exp(2 sd^2). */
const SLOW_MEAN = DAYS.deviation ** 2 + HOURS.deviation ** 2;

const JUMP_SIZE = 0.0011;
const JUMPS_DOWN = 0.55;

/**
 * A day of the common factor: regime, GJR-GARCH with Student's t, slow volatility, time of day, jumps
 * (docs/decisions/0017-simulated-prices.md). Per minute it draws: regime 1 uniform, slow volatility 2 bells, shock 1 student, jump 1
 * uniform, and only of a jump its size and side.
 */
export function factorDay(state: FactorState, draws: Draws): { readonly day: FactorDay; readonly end: FactorState } {
  const [returns, jumps, mood, deviation] = [column(), column(), column(), column()];
  let { regime, variance, days, hours } = state;
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    regime = nextRegime(regime, draws.uniform());
    days = DAYS.stays * days + DAYS.added * draws.bell();
    hours = HOURS.stays * hours + HOURS.added * draws.bell();
    const { volatility, drift, jumps: rate } = at(REGIMES, regime);
    const liveliness = volatility * at(DIURNAL, minute) * Math.exp(days + hours - SLOW_MEAN);
    const scale = BASE * liveliness;
    const sigma = Math.sqrt(variance);
    const shock = sigma * draws.student();
    const jump = draws.uniform() < rate ? jumpOf(volatility, draws) : 0;
    const reaction = (ALPHA + (shock < 0 ? GAMMA : 0)) * shock * shock;
    variance = Math.min(VARIANCE_MAX, OMEGA + reaction + BETA * variance);
    mood[minute] = liveliness;
    deviation[minute] = scale * sigma;
    jumps[minute] = jump;
    returns[minute] = scale * shock + jump + drift;
  }
  return { day: { returns, jumps, mood, deviation }, end: { regime, variance, days, hours } };
}

function jumpOf(volatility: number, draws: Draws): number {
  const size = JUMP_SIZE * volatility * draws.exponential();
  return draws.uniform() < JUMPS_DOWN ? -size : size;
}

function column(): Float64Array {
  return new Float64Array(DAY_MINUTES);
}
