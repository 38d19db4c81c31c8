import { DAY_MS, type Instant, later, startOf } from '#base/time.ts';
import type { ContractFacts } from '#market/market-answers.ts';
import type { MarketPast, ReadPast } from '#ports/market-past.ts';

/** The files of a market are written when a day has ended. */
const TAIL_DAYS = 2;

/** The newest minutes of each contract, one after the other: they are read where bots are decided on. */
export async function recentMinutes(
  readPast: ReadPast,
  contracts: readonly ContractFacts[],
  now: Instant,
): Promise<ReadonlyMap<string, MarketPast>> {
  const from = startOf(later(now, -TAIL_DAYS * DAY_MS), DAY_MS);
  const tails = new Map<string, MarketPast>();
  for (const { listing, stored } of contracts) {
    if (stored === null || stored.to <= from) continue;
    const { symbol } = listing.instrument;
    tails.set(symbol, await readPast({ symbol, from }));
  }
  return tails;
}
