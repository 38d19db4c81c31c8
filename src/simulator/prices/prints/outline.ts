/**
 * What a minute trades, in order, before it is divided into prints: corners, which are a single print each, and the
 * stretches between them. One entry per corner or stretch.
 */
export interface Outline {
  /** In ticks; of a stretch the mean of what takers buy in it. */
  readonly prices: Int32Array;
  /** 1 at a corner, 0 at a stretch. */
  readonly corners: Uint8Array;
  /** Quantities in steps, and what takers bought of each. */
  readonly lots: Float64Array;
  readonly bought: Float64Array;
  /** How many prints each is divided into. */
  readonly counts: Int32Array;
  /** Notes of the computation. */
  readonly sums: Float64Array;
}

const made: (Outline | undefined)[] = [];

/**
 * Arrays of a length. The next outline of the same length is drawn into the same ones, because new ones for each minute of a
 * day would take as long as filling them.
 */
export function outlineOf(length: number): Outline {
  const known = made[length];
  if (known !== undefined) return known;
  const outline = {
    prices: new Int32Array(length),
    corners: new Uint8Array(length),
    lots: new Float64Array(length),
    bought: new Float64Array(length),
    counts: new Int32Array(length),
    sums: new Float64Array(length),
  };
  made[length] = outline;
  return outline;
}

/** What takers pay in a stretch, and what they get in it: between them lies a tick, unless the candle ends there. */
export function soldAt({ prices, corners }: Outline, index: number, low: number): number {
  const price = prices[index] ?? low; // Callers count up to the length.
  return corners[index] === 1 ? price : Math.max(low, price - 1);
}
