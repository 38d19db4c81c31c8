/** Edges of the bins, in percent. */
export const BIN_EDGES = [0, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 7.5, 10, 15, 20, 30, 50, 100] as const;

/** Samples from one edge up to, but not including, the next. Shares are of all samples, the censored ones included. */
export interface MoveBin {
  readonly from: number;
  /** Null: without an upper edge. */
  readonly to: number | null;
  readonly count: number;
  readonly share: number;
  /** The share of this bin and of all before it. */
  readonly cumulative: number;
}

/** @param sorted - percent, zero or more, ascending. @param censored - samples whose value is unknown, but high */
export function binsOf(sorted: Float64Array, censored = 0): readonly MoveBin[] {
  const total = sorted.length + censored;
  let before = 0;
  return BIN_EDGES.map((from, index) => {
    const to = BIN_EDGES[index + 1] ?? null;
    const until = to === null ? sorted.length : countBelow(sorted, to);
    const count = until - before;
    before = until;
    return { from, to, count, share: ratio(count, total), cumulative: ratio(until, total) };
  });
}

/** How many of the ascending values lie below a bound. */
export function countBelow(sorted: Float64Array, bound: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The smallest sample that at least this share of all samples does not exceed (nearest rank), without interpolation.
 *
 * @param sorted - ascending
 * @param censored - samples above all others, whose values are unknown
 * @returns null without samples, or when it is a censored one
 */
export function percentileOf(sorted: Float64Array, share: number, censored = 0): number | null {
  const rank = Math.max(1, Math.ceil(share * (sorted.length + censored)));
  return sorted[rank - 1] ?? null;
}

/** The part of a count in a total, from 0 to 1; 0 of nothing. */
export function ratio(count: number, total: number): number {
  return total === 0 ? 0 : count / total;
}

export function meanOf(values: Float64Array): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Standard deviation of a sample (n − 1); null below two values. */
export function deviationOf(values: Float64Array): number | null {
  const mean = meanOf(values);
  if (mean === null || values.length < 2) return null;
  let squares = 0;
  for (const value of values) squares += (value - mean) * (value - mean);
  return Math.sqrt(squares / (values.length - 1));
}
