/**
 * How long the effect of the seed of a smoothing lasts. Each bar multiplies it by 1 − α; after as many bars as these it
 * is below 1e-9 of itself. That leaves a factor of a thousand to 1e-6 for outputs that are ratios or differences of
 * smoothed values, which are smaller than the values themselves.
 */
const LIFETIMES = 20.75; // −ln(1e-9), rounded up: (1 − α) ** (1 / α) is below 1 / e for every α.

/**
 * Bars that settle an EMA of n bars, α = 2 / (n + 1): those in which it forgets its seed, and the bar itself.
 * @param rounds - how many such averages follow each other, as in the EMA of an EMA
 */
export function settlingOfEma(n: number, rounds = 1): number {
  return rounds * (n + Math.ceil((LIFETIMES * (n + 1)) / 2)) + 1;
}

/** The same for Wilder's smoothing of n bars, α = 1 / n. */
export function settlingOfWilder(n: number, rounds = 1): number {
  return rounds * (n + Math.ceil(LIFETIMES * n)) + 1;
}
