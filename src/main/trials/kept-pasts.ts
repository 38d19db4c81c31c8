import type { MarketPast, PastQuery, ReadPast } from '#ports/market-past.ts';

const PASTS_KEPT = 8;

/**
 * Reads a past again only after some time: it is read where bots are decided on.
 *
 * @param keptMs - wall time
 * @returns reads a past; a `version` other than that of the past in memory reads it again
 */
export function keptPasts(readPast: ReadPast, keptMs: number) {
  const kept = new Map<string, { readonly past: Promise<MarketPast>; readonly goodUntil: number }>();
  return ({ symbol, from }: PastQuery, version = 0): Promise<MarketPast> => {
    const key = `${symbol} ${from} ${version}`;
    const known = kept.get(key);
    if (known !== undefined && known.goodUntil > performance.now()) return known.past;
    const past = readPast({ symbol, from });
    past.catch(() => kept.delete(key));
    kept.delete(key);
    kept.set(key, { past, goodUntil: performance.now() + keptMs });
    for (const oldest of kept.keys()) {
      if (kept.size <= PASTS_KEPT) break;
      kept.delete(oldest);
    }
    return past;
  };
}
