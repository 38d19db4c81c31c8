import { ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { PricedInstruments } from '#engine/bots/params-refusals.ts';
import type { Feed } from '#ports/feed.ts';

/** The instruments at the closes of a minute. */
export function pricesAt(feed: Feed, minute: Instant): PricedInstruments {
  const closed = feed.minute(minute);
  return {
    instruments: feed.instruments,
    lastPrice(symbol) {
      const candle = closed.candle(symbol);
      return candle === null ? null : ticks(candle.close);
    },
  };
}
