import { RATE_ONE } from '#base/exact.ts';

/**
 * Roundings of the TypeScript twin, exact like the engine's and written apart from them: a quotient is first taken in
 * float64, and in BigInt only where it lies so near to a whole number that float64 cannot tell the side.
 */
const FLOAT_ERROR = 2 ** -46;

/** `floor(top / bottom)`, given the quotient in float64 and the sum of the magnitudes that went into it. */
export function floorNear(estimate: number, magnitude: number, exact: () => readonly [top: bigint, bottom: bigint]) {
  const error = magnitude * FLOAT_ERROR;
  const low = Math.floor(estimate - error);
  if (low === Math.floor(estimate + error)) return low;
  const [top, bottom] = exact();
  return Number(floorDivide(top, bottom));
}

/** `ceil(top / bottom)`, as `floorNear`. */
export function ceilNear(estimate: number, magnitude: number, exact: () => readonly [top: bigint, bottom: bigint]) {
  const error = magnitude * FLOAT_ERROR;
  const low = Math.ceil(estimate - error);
  if (low === Math.ceil(estimate + error)) return low;
  const [top, bottom] = exact();
  return -Number(floorDivide(-top, bottom));
}

/** The bottom is positive. */
function floorDivide(top: bigint, bottom: bigint): bigint {
  const quotient = top / bottom;
  return top % bottom < 0n ? quotient - 1n : quotient;
}

/** `amount · rate`, a half away from zero. The amount is not negative; split at 1e8, no product reaches 2^53. */
export function shareOf(amount: number, rate: number): number {
  const magnitude = Math.abs(rate);
  const whole = Math.floor(amount / RATE_ONE);
  const rest = (amount - whole * RATE_ONE) * magnitude;
  const share = whole * magnitude + Math.floor((rest + RATE_ONE / 2) / RATE_ONE);
  return rate < 0 ? -share : share;
}

/** `floor(amount · part / whole)`: what a part of a position carries of a sum; the sum may be negative. */
export function partOf(amount: number, part: number, whole: number): number {
  const product = amount * part;
  const estimate = product / whole;
  return floorNear(estimate, Math.abs(estimate), () => [BigInt(amount) * BigInt(part), BigInt(whole)]);
}

/** A price worsened by slippage for a buyer. */
export function slippedUp(price: number, slippage: number): number {
  return Math.ceil((price * (RATE_ONE + slippage)) / RATE_ONE);
}

/** A price worsened by slippage for a seller. */
export function slippedDown(price: number, slippage: number): number {
  return Math.max(1, Math.floor((price * (RATE_ONE - slippage)) / RATE_ONE));
}
