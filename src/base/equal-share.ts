/** Statistics are equal when they differ by at most one of so many parts: what rounding leaves of the same value is far below. */
export const EQUAL_PARTS = 1e12;
/** The share of the second of two statistics by which they may differ and still be equal: docs/decisions/0227-equal-but-for-rounding.md. */
export const EQUAL_SHARE = 1 / EQUAL_PARTS;

/** The largest statistic that equals this one: what is above it is greater. */
export function upperEdge(value: number): number {
  return value + Math.abs(value) * EQUAL_SHARE;
}

/** The smallest statistic that equals this one. */
export function lowerEdge(value: number): number {
  return value - Math.abs(value) * EQUAL_SHARE;
}

/** `a − b` of two statistics; 0 where they are equal, so that nothing is computed from the rounding of both. */
export function difference(a: number, b: number): number {
  const gap = a - b;
  return Math.abs(gap) <= Math.max(Math.abs(a), Math.abs(b)) * EQUAL_SHARE ? 0 : gap;
}
