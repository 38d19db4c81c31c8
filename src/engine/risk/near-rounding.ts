import { divide } from '#base/exact.ts';
import type { Fraction } from './fraction.ts';

/**
 * Bounds what float64 may err in one of our price formulas, as a share of the magnitudes that went into it.
 * Proof: an operation errs by at most 2^-53 of its result, a converted fraction by 2^-50, so no formula here, with fewer
 * than 16 operations and one fraction, errs by more than (16 · 2^-53 + 2^-50) < 2^-48 of the sum of the magnitudes
 * of its terms. Cancellation is covered because the bound is taken of that sum, not of the result. The two bits more
 * cover the second-order terms and the rounding of `estimate ± error` itself.
 */
export const FLOAT_ERROR = 2 ** -46;

/**
 * Rounds an exact quotient of which a float estimate is known. Only when the estimate lies so near to a whole number
 * that float64 cannot tell the side, the quotient is asked for and divided exactly.
 *
 * @param estimate - the quotient in float64
 * @param magnitude - the sum of the magnitudes of the terms the estimate was made of, divided as the estimate was
 * @returns exactly `floor` or `ceil` of the quotient: both ends of the interval that holds it round to the same number
 */
export function roundNear(
  { estimate, magnitude, rounding }: { estimate: number; magnitude: number; rounding: 'floor' | 'ceil' },
  exact: () => Pick<Fraction, 'numerator' | 'denominator'>,
): number {
  const round = rounding === 'floor' ? Math.floor : Math.ceil;
  const error = magnitude * FLOAT_ERROR;
  const low = round(estimate - error);
  if (low === round(estimate + error)) return low;
  const { numerator, denominator } = exact();
  return divide(numerator, denominator, rounding);
}
