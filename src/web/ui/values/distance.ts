import { formatDecimal } from '#base/decimal.ts';
import { divide } from '#base/exact.ts';

/** A decimal string as a whole count of 10^-12, at any size. */
export function scaledDecimal(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const count = BigInt(whole + fraction.slice(0, 12).padEnd(12, '0'));
  return text.startsWith('-') ? -count : count;
}

/**
 * The signed distance of `to` from `from`, in percent of `from` with two decimals.
 * @param from a price above zero
 */
export function distancePercent(from: string | null, to: string | null): string | null {
  if (from === null || to === null) return null;
  const start = scaledDecimal(from);
  if (start <= 0n) return null;
  return formatDecimal(divide((scaledDecimal(to) - start) * 10_000n, start, 'half-up'), 2);
}

/** `part` as a percentage of `whole` with two decimals; null where the whole is not above zero. */
export function sharePercent(part: string, whole: string): string | null {
  const all = scaledDecimal(whole);
  return all <= 0n ? null : formatDecimal(divide(scaledDecimal(part) * 10_000n, all, 'half-up'), 2);
}
