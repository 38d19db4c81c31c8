import { formatDecimal, trimDecimal } from '../decimal.ts';
import { divide } from '../exact.ts';

/** An exact number: `top / bottom`, with a bottom above zero. It is not reduced. */
export interface BigFraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** Reads digits with at most one point, as in "12.50"; the caller has checked the form. */
export function fractionOf(decimal: string): BigFraction {
  const [whole = '', places = ''] = decimal.split('.');
  return { top: BigInt(whole + places), bottom: 10n ** BigInt(places.length) };
}

export const added = (a: BigFraction, b: BigFraction): BigFraction => ({
  top: a.top * b.bottom + b.top * a.bottom,
  bottom: a.bottom * b.bottom,
});

export const negated = ({ top, bottom }: BigFraction): BigFraction => ({ top: -top, bottom });

export const multiplied = (a: BigFraction, b: BigFraction): BigFraction => ({
  top: a.top * b.top,
  bottom: a.bottom * b.bottom,
});

/** @returns null for a division by zero */
export function divided(a: BigFraction, b: BigFraction): BigFraction | null {
  if (b.top === 0n) return null;
  const sign = b.top < 0n ? -1n : 1n;
  return { top: sign * a.top * b.bottom, bottom: sign * a.bottom * b.top };
}

/**
 * The number as a decimal string without trailing zeros, rounded half-up (a half goes away from zero).
 * @returns null when it is too large for an amount: its count of 10^-decimals is not below 2^53
 */
export function roundedText({ top, bottom }: BigFraction, decimals: number): string | null {
  const count = divide(top * 10n ** BigInt(decimals), bottom, 'half-up');
  return Number.isSafeInteger(count) ? trimDecimal(formatDecimal(count, decimals)) : null;
}
