import { assert } from '#base/assert.ts';
import { DAY_MS, type Instant, instantOf, later } from '#base/time.ts';
import type { ListedSymbol } from './listed-symbols.ts';
import type { Prices } from './prices.ts';

/**
 * The same prices some whole days later or earlier: hours of the day and of funding stay, and so do the days that are
 * computed already.
 */
export function shiftedPrices(prices: Prices, shiftDays: number): Prices {
  assert(Number.isInteger(shiftDays), 'prices are shifted by whole days');
  if (shiftDays === 0) return prices;
  const shiftMs = shiftDays * DAY_MS;
  const made = (minute: Instant): Instant => later(minute, -shiftMs);
  const shown = <Bar extends { readonly time: Instant }>(bar: Bar | null): Bar | null =>
    bar === null ? null : { ...bar, time: later(bar.time, shiftMs) };
  return {
    symbols: new Map(Array.from(prices.symbols, ([symbol, listed]) => [symbol, shiftedListing(listed, shiftMs)])),
    firstMinute: later(prices.firstMinute, shiftMs),
    startMinute: later(prices.startMinute, shiftMs),
    candle: (symbol, minute) => shown(prices.candle(symbol, made(minute))),
    bar: (symbol, from, to) => shown(prices.bar(symbol, made(from), made(to))),
    past(symbol, from, to) {
      const bar = prices.past(symbol, made(from), made(to));
      return bar === null ? null : { ...bar, candle: { ...bar.candle, time: from } };
    },
    prints: (symbol, minute) => prices.prints(symbol, made(minute)),
    printedValue: (symbol, candle) => prices.printedValue(symbol, { ...candle, time: made(candle.time) }),
    mark: (symbol, minute) => shown(prices.mark(symbol, made(minute))),
    index: (symbol, minute) => shown(prices.index(symbol, made(minute))),
    distances: (symbol, minute) => prices.distances(symbol, made(minute)),
    spot: (symbol, minute) => shown(prices.spot(symbol, made(minute))),
    spotDistance: (symbol, minute) => prices.spotDistance(symbol, made(minute)),
    countsBefore: (symbol, minute) => prices.countsBefore(symbol, made(minute)),
    funding(symbol, minute) {
      const funding = prices.funding(symbol, made(minute));
      return funding === null ? null : { ...funding, next: { ...funding.next, at: later(funding.next.at, shiftMs) } };
    },
    openInterest: (symbol, minute) => prices.openInterest(symbol, made(minute)),
    round: (symbol, minute) => prices.round(symbol, made(minute)),
  };
}

/** A perpetual contract keeps its date of delivery, which never comes. */
function shiftedListing(listed: ListedSymbol, shiftMs: number): ListedSymbol {
  const { onboardDate, haltedAt } = listed;
  return {
    ...listed,
    onboardDate: instantOf(onboardDate + shiftMs),
    haltedAt: haltedAt === null ? null : instantOf(haltedAt + shiftMs),
  };
}
