/**
 * Statistics are equal when they differ by at most one of so many parts of the second: what rounding leaves of the same value is far
 * below (docs/decisions/0227-equal-but-for-rounding.md).
 */
export const EQUAL_PARTS = 1e12;

/**
 * The largest statistic that equals this one: what is above it is greater. The share is a literal, because the loops of comparisons
 * would read a constant of the module at every bar, which takes more than twice as long.
 */
export function upperEdge(value: number): number {
  return value + Math.abs(value) * 1e-12;
}

/** The smallest statistic that equals this one. */
export function lowerEdge(value: number): number {
  return value - Math.abs(value) * 1e-12;
}

/** `a − b` of two statistics; 0 where they are equal, so that nothing is computed from the rounding of both. */
export function difference(a: number, b: number): number {
  const gap = a - b;
  return Math.abs(gap) <= Math.max(Math.abs(a), Math.abs(b)) * 1e-12 ? 0 : gap;
}
