/** How waits grow from one failed try to the next. */
export interface BackOff {
  /** Wait after the first failure, in milliseconds. */
  readonly firstMs: number;
  /** The longest wait, in milliseconds. */
  readonly maxMs: number;
  /** Each wait is this many times the previous one. */
  readonly factor: number;
}

/**
 * How long to wait after a failed try, in whole milliseconds.
 *
 * @param failures - failures in a row so far, from 1 on
 */
export function backOffMs({ firstMs, maxMs, factor }: BackOff, failures: number): number {
  return Math.min(maxMs, Math.round(firstMs * factor ** (failures - 1)));
}
