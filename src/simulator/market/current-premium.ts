import { rate } from '#base/exact.ts';
import { HOUR_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { RecordedSettlement } from '../prices/days/recorded-days.ts';
import type { Prices } from '../prices/prices.ts';
import type { Premium } from './market.ts';
import { distantPrice } from './settlements.ts';
import type { SymbolTape } from './tape/symbol-tape.ts';

/** Mark, index and funding of a symbol at an instant; null before its first trade. */
export function currentPremium(prices: Prices, tape: SymbolTape, now: Instant): Premium | null {
  const mark = distantPrice(prices, tape, { now, of: 'mark' });
  const index = distantPrice(prices, tape, { now, of: 'index' });
  if (mark === null || index === null) return null;
  const next = nextSettlement(prices, tape, startOf(now, MINUTE_MS));
  return { mark, index, nextRate: next.rate, nextTime: next.at };
}

/**
 * The next settlement as estimated at the previous minute's close, unless it has been settled since. Null without a
 * market.
 */
function nextSettlement(prices: Prices, { listed, changes }: SymbolTape, minute: Instant): RecordedSettlement {
  const { instrument, onboardDate, fundingHours } = listed;
  const told = (at: Instant): RecordedSettlement | null =>
    at < onboardDate || changes.halt(at) !== null ? null : (prices.funding(instrument.symbol, at)?.next ?? null);
  const before = told(later(minute, -MINUTE_MS));
  if (before !== null && before.at > minute) return before;
  const interval = fundingHours * HOUR_MS;
  return told(minute) ?? { at: instantOf((Math.floor(minute / interval) + 1) * interval), rate: rate(0) };
}
