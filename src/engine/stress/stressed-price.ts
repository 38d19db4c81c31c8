import { multiplyDivide, type Ticks, ticks } from '#base/exact.ts';

/** Betas have two decimals. */
export const BETA_ONE = 100;
/** Of each hundred parts of its price a coin keeps at least one. */
const FALL_MAX = 99 * BETA_ONE;
const WHOLE = 100 * BETA_ONE;

/**
 * Where a coin stands when the market has fallen: `price · (1 − beta · percent)`, rounded to the nearest tick.
 * @param percent - how far the market falls, a whole number from 1 to 99
 * @param beta - in hundredths; negative for a coin that rises then
 */
export function stressedPrice(price: Ticks, percent: number, beta: number): Ticks {
  const fall = multiplyDivide(price, Math.min(percent * beta, FALL_MAX), WHOLE, 'half-up');
  return ticks(Math.max(1, price - fall));
}
