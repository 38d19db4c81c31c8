import { ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { CommandPrices } from '#engine/model/bot.ts';
import type { Feed } from '#ports/feed.ts';

/** The closes of a minute, for those of the symbols that have one. */
export function pricesAt(feed: Feed, minute: Instant, symbols: readonly string[]): CommandPrices {
  const closed = feed.minute(minute);
  return Object.fromEntries(
    symbols.flatMap((symbol) => {
      const candle = closed.candle(symbol);
      return candle === null ? [] : [[symbol, ticks(candle.close)]];
    }),
  );
}
