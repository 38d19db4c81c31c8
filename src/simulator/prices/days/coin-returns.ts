import { at } from '#base/assert.ts';
import { DAY_MINUTES } from '#base/time.ts';
import type { Draws } from './draws.ts';
import { type FactorDay, VARIANCE_MAX, YEAR_MINUTES } from './factor.ts';

/** How a coin depends on the common factor. */
export interface Character {
  readonly beta: number;
  /** Idiosyncratic standard deviation per minute; 0 for the coin that is the factor. */
  readonly own: number;
}

/** State of a coin at the start of a day. */
export interface CoinState {
  /** Variance of its own GARCH process; its mean is 1. */
  readonly variance: number;
  /** Logarithm of the price against the start price. */
  readonly level: number;
}

/** The day of a coin: its level at each minute's close, and each minute's standard deviation before its shock. */
export interface CoinDay {
  readonly level: Float64Array;
  readonly deviation: Float64Array;
}

export const COIN_START: CoinState = { variance: 1, level: 0 };

/** Bitcoin is the factor itself. */
export const FACTOR_CHARACTER: Character = { beta: 1, own: 0 };

/** GARCH(1,1) of a coin's idiosyncratic returns. */
const [ALPHA, BETA] = [0.08, 0.9];
const OMEGA = 1 - ALPHA - BETA;
/** How much coins differ in their response to a jump of the market. */
const JUMP_SPREAD = 0.3;
const OWN_JUMPS = 1 / (3 * DAY_MINUTES);
/** In idiosyncratic standard deviations of a minute: about 0.6 % for one of 50 % a year. */
const OWN_JUMP_SIZE = 8.7;
/**
 * A price far from its start is pulled back by half in half a year, so that years at high speed give no absurd prices.
 */
const PULL = Math.log(2) / (YEAR_MINUTES / 2);

/**
 * A coin's character by two draws: beta in (0.7, 1.6), and an own volatility of some 25 to 83 % a year that is larger
 * for a coin of larger beta, which keeps the hourly correlation with the factor at about 0.65 to 0.8 for all of them.
 */
export function characterOf(draws: Draws): Character {
  const beta = 0.7 + 0.9 * draws.uniform();
  const annual = beta * (0.36 + 0.16 * draws.uniform());
  return { beta, own: annual / Math.sqrt(YEAR_MINUTES) };
}

/**
 * A day of a coin: `r = beta (f + 0.3 J n) + own GARCH(0.08, 0.90) of Student's t + own jumps`
 * (docs/decisions/0017-simulated-prices.md). Per minute it draws 1 student and 1 uniform, and more only in a jump of the market or of its own.
 */
export function coinDay(state: CoinState, coin: Character & { readonly factor: FactorDay }, draws: Draws) {
  const { beta, own, factor } = coin;
  const [level, deviation] = [new Float64Array(DAY_MINUTES), new Float64Array(DAY_MINUTES)];
  let { variance, level: reached } = state;
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    const scale = own * at(factor.mood, minute);
    const sigma = Math.sqrt(variance);
    const shock = sigma * draws.student();
    const isJump = draws.uniform() < OWN_JUMPS;
    const jump = at(factor.jumps, minute);
    const spread = own > 0 && jump !== 0 ? JUMP_SPREAD * jump * draws.normal() : 0;
    const ownJump = isJump ? OWN_JUMP_SIZE * own * draws.exponential() * Math.sign(draws.uniform() - 0.5) : 0;
    variance = Math.min(VARIANCE_MAX, OMEGA + ALPHA * shock * shock + BETA * variance);
    reached += beta * (at(factor.returns, minute) + spread) + scale * shock + ownJump - PULL * reached;
    level[minute] = reached;
    const common = beta * at(factor.deviation, minute);
    deviation[minute] = Math.sqrt(common * common + scale * scale * sigma * sigma);
  }
  const day: CoinDay = { level, deviation };
  return { day, end: { variance, level: reached } };
}
