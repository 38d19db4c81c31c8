import { type Ticks, ticks } from '#base/exact.ts';
import { type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import { derivedPrice } from '../prices/derived-price.ts';
import type { Prices } from '../prices/prices.ts';
import type { FundingSettlement } from './market.ts';
import type { SymbolTape } from './tape/symbol-tape.ts';

/** The settlements of a symbol in [from, to], oldest first. */
export function settlementsBetween(
  prices: Prices,
  tape: SymbolTape,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): readonly FundingSettlement[] {
  const { symbol } = tape.listed.instrument;
  const found: FundingSettlement[] = [];
  let minute = instantOf(Math.ceil(Math.max(from, tape.listed.onboardDate) / MINUTE_MS) * MINUTE_MS);
  while (minute <= to) {
    const funding = tape.changes.halt(minute) === null ? prices.funding(symbol, minute) : null;
    if (funding !== null && funding.settled !== null) {
      const mark = distantPrice(prices, tape, { now: minute, of: 'mark' });
      if (mark !== null) found.push({ time: minute, rate: funding.settled, mark });
    }
    minute = funding === null ? nextMinute(tape, minute, to) : funding.next.at;
  }
  return found;
}

/** The next minute that may have a market. */
function nextMinute({ listed, changes }: SymbolTape, minute: Instant, to: Instant): Instant {
  if (listed.haltedAt !== null && minute >= listed.haltedAt) return later(to, 1);
  const halt = changes.halt(minute);
  if (halt === null) return later(minute, MINUTE_MS);
  return halt.to ?? later(to, 1);
}

/** The mark or index: the latest trade price moved by its minute's distance. Null before the first trade. */
export function distantPrice(
  prices: Prices,
  tape: SymbolTape | null,
  { now, of }: { readonly now: Instant; readonly of: 'mark' | 'index' },
): Ticks | null {
  const latest = tape?.latest(now) ?? null;
  if (tape === null || latest === null) return null;
  const distances = prices.distances(tape.listed.instrument.symbol, startOf(latest.time, MINUTE_MS));
  return distances === null ? null : ticks(derivedPrice(latest.price, distances[of]));
}
