import { type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import { settlementTimes, USUAL_FUNDING_HOURS } from '#engine/schedule/funding-holes.ts';
import type { MarkPrice } from '#ports/market-source.ts';
import type { MarketStore } from '../store/market-store.ts';
import type { MinuteSpan } from '../store/span-set.ts';

/** Announced settlements kept per symbol, upcoming or just past; an exchange sometimes moves them. */
const ANNOUNCED_MAX = 8;

/**
 * Up to where the minutes of a symbol are complete: each has its candle, known funding and a known mark, or is known to
 * have no candle and then no funding.
 */
export interface Completeness {
  /** Records the settlements announced by the exchange. */
  announce(marks: readonly MarkPrice[]): void;
  /** The first incomplete minute from `minute` on. */
  until(symbol: string, minute: Instant): Instant;
  /** The first minute from `minute` on of which the candle or the funding is not known, whatever is known of marks. */
  settledUntil(symbol: string, minute: Instant): Instant;
}

/**
 * @param store - candles and funding
 * @param marks - minutes of the mark; one that the exchange does not have is known too
 */
export function completeness(store: MarketStore, marks: MarketStore): Completeness {
  const announced = new Map<string, Instant[]>();
  const settledUntil = (symbol: string, minute: Instant): Instant => {
    const end = store.knownUntil(symbol, minute);
    if (end <= minute) return minute;
    const hours = store.listings.get(symbol)?.fundingHours ?? USUAL_FUNDING_HOURS;
    const due = (announced.get(symbol) ?? []).filter((time) => time >= minute && time < end);
    const unknown = [...due, ...settlementTimes({ from: minute, to: end }, hours)].filter(
      (time) => store.missingFunding(symbol, minuteSpan(time)).length > 0 && store.candle(symbol, time) !== null,
    );
    return instantOf(Math.min(end, ...unknown));
  };
  return {
    announce(announcements) {
      for (const { symbol, nextFundingAt } of announcements) {
        const minute = startOf(nextFundingAt, MINUTE_MS);
        const times = announced.get(symbol) ?? [];
        if (times.at(-1) === minute) continue;
        announced.set(symbol, [...times, minute].slice(-ANNOUNCED_MAX));
      }
    },
    until: (symbol, minute) => firstUnmarked(store, marks, symbol, { from: minute, to: settledUntil(symbol, minute) }),
    settledUntil,
  };
}

/** The first minute of a span that has a candle and no mark that is known; its end when there is none. */
function firstUnmarked(store: MarketStore, marks: MarketStore, symbol: string, span: MinuteSpan): Instant {
  for (const hole of marks.missing(symbol, span)) {
    for (let minute = hole.from; minute < hole.to; minute = later(minute, MINUTE_MS)) {
      if (store.candle(symbol, minute) !== null) return minute;
    }
  }
  return span.to;
}

function minuteSpan(minute: Instant) {
  return { from: minute, to: later(minute, MINUTE_MS) };
}
