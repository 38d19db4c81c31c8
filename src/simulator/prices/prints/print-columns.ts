/** What the prints of one minute are made in, one entry per print. */
export interface PrintColumns {
  /** In ticks. */
  readonly prices: Int32Array;
  /** Quantities in steps. */
  readonly lots: Float64Array;
  /** Of each quantity, what takers bought. */
  readonly bought: Float64Array;
  /** Notes of the computation. */
  readonly sums: Float64Array;
  readonly scores: Float64Array;
  readonly order: Int32Array;
}

const made: (PrintColumns | undefined)[] = [];

/**
 * Columns for so many prints. The next minute with as many prints is made in the same ones, so they are read at once:
 * new arrays for each of a day's minutes would take as long as filling them.
 */
export function printColumns(count: number): PrintColumns {
  const known = made[count];
  if (known !== undefined) return known;
  const columns = {
    prices: new Int32Array(count),
    lots: new Float64Array(count),
    bought: new Float64Array(count),
    sums: new Float64Array(count),
    scores: new Float64Array(count),
    order: new Int32Array(count),
  };
  made[count] = columns;
  return columns;
}
