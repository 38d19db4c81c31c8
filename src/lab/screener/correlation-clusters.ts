import { correlationOf, type HourlyReturns } from './btc-figures.ts';

/** Two symbols that go together more closely than this are one bet. */
const CORRELATION_MIN = 0.85;

/**
 * Groups symbols that move together: each joins the first leader that it goes with, or becomes a leader itself.
 * @param symbols - the most traded first: leaders are found in this order
 * @returns the number of the group, from 1, by symbol
 */
export function correlationClusters(
  symbols: readonly { readonly symbol: string; readonly returns: HourlyReturns }[],
): ReadonlyMap<string, number> {
  const leaders: HourlyReturns[] = [];
  const clusters = new Map<string, number>();
  for (const { symbol, returns } of symbols) {
    const found = leaders.findIndex((leader) => (correlationOf(returns, leader) ?? 0) > CORRELATION_MIN);
    if (found < 0) leaders.push(returns);
    clusters.set(symbol, found < 0 ? leaders.length : found + 1);
  }
  return clusters;
}
