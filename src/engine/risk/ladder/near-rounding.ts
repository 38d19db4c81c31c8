/**
 * Bounds the float64 error of the price formulas in this folder, as a share of the magnitudes of their terms.
 * Proof: an operation errs by at most 2^-53 of its result, a converted fraction by 2^-50, so no formula here, with fewer
 * than 16 operations and one fraction, errs by more than (16 · 2^-53 + 2^-50) < 2^-48 of the sum of the magnitudes
 * of its terms. Cancellation is covered because the bound is taken of that sum, not of the result. The two bits more
 * cover the second-order terms and the rounding of `estimate ± error` itself.
 */
export const FLOAT_ERROR = 2 ** -46;

/**
 * Rounds an exact quotient from its float estimate, unless the estimate is so close to a whole number that float64 cannot
 * decide the side; the caller must then divide exactly. It takes and returns plain numbers, because it runs for every
 * price of every cycle.
 *
 * @param estimate - the quotient in float64
 * @param magnitude - the sum of the magnitudes of the estimate's terms, divided as the estimate was
 * @returns exactly `floor` or `ceil` of the quotient, since both ends of the interval that holds it round to the same
 * number; null where they do not
 */
export function roundNear(estimate: number, magnitude: number, rounding: 'floor' | 'ceil'): number | null {
  const error = magnitude * FLOAT_ERROR;
  const low = rounding === 'floor' ? Math.floor(estimate - error) : Math.ceil(estimate - error);
  const high = rounding === 'floor' ? Math.floor(estimate + error) : Math.ceil(estimate + error);
  return low === high ? low : null;
}
