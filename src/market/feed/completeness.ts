import { HOUR_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { MarkPrice } from '#ports/market-source.ts';
import type { MarketStore } from '../store/market-store.ts';

/** Announced settlements kept per symbol, upcoming or just past; an exchange sometimes moves them. */
const ANNOUNCED_MAX = 8;

/**
 * Up to where the minutes of a symbol are complete: each has its candle and known funding, or is known to have no
 * candle and then no funding.
 */
export interface Completeness {
  /** Records the settlements announced by the exchange. */
  announce(marks: readonly MarkPrice[]): void;
  /** The first incomplete minute from `minute` on. */
  until(symbol: string, minute: Instant): Instant;
}

export function completeness(store: MarketStore): Completeness {
  const announced = new Map<string, Instant[]>();
  return {
    announce(marks) {
      for (const { symbol, nextFundingAt } of marks) {
        const minute = startOf(nextFundingAt, MINUTE_MS);
        const times = announced.get(symbol) ?? [];
        if (times.at(-1) === minute) continue;
        announced.set(symbol, [...times, minute].slice(-ANNOUNCED_MAX));
      }
    },
    until(symbol, minute) {
      const end = store.knownUntil(symbol, minute);
      if (end <= minute) return minute;
      const everyMs = (store.listings.get(symbol)?.fundingHours ?? 8) * HOUR_MS;
      const unsettled = (announced.get(symbol) ?? []).filter((time) => time >= minute && time < end);
      for (let time = Math.ceil(minute / everyMs) * everyMs; time < end; time += everyMs) {
        unsettled.push(instantOf(time));
      }
      const unknown = unsettled.filter(
        (time) => store.missingFunding(symbol, minuteSpan(time)).length > 0 && store.candle(symbol, time) !== null,
      );
      return instantOf(Math.min(end, ...unknown));
    },
  };
}

function minuteSpan(minute: Instant) {
  return { from: minute, to: later(minute, MINUTE_MS) };
}
