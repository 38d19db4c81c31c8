/** A generous bound of the relative error of `Fraction.near`, which is less than 2^-50. */
export const NEAR_ERROR = 2 ** -48;

/** An exact non-negative ratio, and the float nearest to it for a quick first answer. */
export interface Fraction {
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
  /** `numerator / denominator` in float64, off by less than 2^-50 of itself. */
  readonly near: number;
}

export function fraction(numerator: bigint, denominator: bigint): Fraction {
  return { numerator, denominator, near: nearest(numerator, denominator) };
}

/** The fraction in units of `1 / parts` if that is a whole number below 2^53; else null. */
export function wholeOf({ numerator, denominator }: Fraction, parts: number): number | null {
  const scaled = numerator * BigInt(parts);
  const count = Number(scaled / denominator);
  return scaled % denominator === 0n && Number.isSafeInteger(count) ? count : null;
}

/**
 * Both sides may be far larger than float64 holds, so the quotient is taken in integers first: with 63 significant
 * bits or more it is cut by less than 2^-62, and the conversion to float64 errs by 2^-53 once more.
 */
function nearest(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return 0;
  const shift = 64 - bitLength(numerator) + bitLength(denominator);
  const scaled = shift >= 0 ? numerator << BigInt(shift) : numerator >> BigInt(-shift);
  return Number(scaled / denominator) * 2 ** -shift;
}

function bitLength(value: bigint): number {
  return value.toString(2).length;
}
