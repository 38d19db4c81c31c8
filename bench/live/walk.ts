import { chance } from '#base/prng.ts';

/** A market that moves one symbol at a time; the fields tell the last move. The same seed gives the same moves. */
export interface Walk {
  symbol: number;
  /** Ticks; the ask is one above. */
  bid: number;
}

/** Standard deviation of an even draw from [−1, 1). */
const EVEN_DEVIATION = 1 / Math.sqrt(3);

/**
 * Opens a random walk.
 * @param starts - prices by symbol, in ticks
 * @param deviation - standard deviation of one move, as a fraction of the price
 * @returns the walk and what makes it take its next move
 */
export function openWalk(
  starts: readonly number[],
  { deviation, seed }: { readonly deviation: number; readonly seed: number },
): { readonly walk: Walk; readonly move: () => void } {
  const dice = chance(seed);
  const prices = Float64Array.from(starts);
  const walk: Walk = { symbol: 0, bid: 0 };
  const move = (): void => {
    const symbol = Math.floor(dice.next() * prices.length);
    const price = (prices[symbol] ?? 0) * (1 + ((dice.next() * 2 - 1) * deviation) / EVEN_DEVIATION);
    prices[symbol] = price;
    walk.symbol = symbol;
    walk.bid = Math.round(price);
  };
  return { walk, move };
}
