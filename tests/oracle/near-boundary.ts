/** Every whole x for which a quotient lies on or next to a boundary: `first + j · period` for j = 0, 1, … */
export interface Solutions {
  readonly first: bigint;
  readonly period: bigint;
}

/** `alpha · x + beta`: an amount linear in the unknown whole number. */
export interface Linear {
  readonly alpha: bigint;
  readonly beta: bigint;
}

/**
 * All x ≥ 0 for which `(alpha · x + beta) / denominator` is `beside` smallest units away from a whole number: 0 is exactly
 * on it, if any x reaches it; ±1 is as close as any x comes.
 */
export function nearWhole({ alpha, beta }: Linear, denominator: bigint, beside: bigint): Solutions {
  const unit = gcd(alpha, denominator);
  const wanted = modulo(beta, unit) + beside * unit;
  const period = denominator / unit;
  const factor = inverse(modulo(alpha / unit, period), period);
  return { first: modulo(((wanted - beta) / unit) * factor, period), period };
}

/** The same for the half between two whole numbers. */
export function nearHalf({ alpha, beta }: Linear, denominator: bigint, beside: bigint): Solutions {
  return nearWhole({ alpha: 2n * alpha, beta: 2n * beta + denominator }, 2n * denominator, beside);
}

/** The solution nearest to an amount. */
export function nearestTo({ first, period }: Solutions, amount: bigint): bigint {
  return first + ((amount - first) / period) * period;
}

function gcd(a: bigint, b: bigint): bigint {
  let [high, low] = [a < 0n ? -a : a, b];
  while (low !== 0n) [high, low] = [low, high % low];
  return high;
}

function modulo(value: bigint, modulus: bigint): bigint {
  return ((value % modulus) + modulus) % modulus;
}

/** The inverse of a number that shares no factor with the modulus, by Euclid. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [rest, next] = [modulus, value];
  let [factor, nextFactor] = [0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return modulo(factor, modulus);
}
