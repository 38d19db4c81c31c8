import { type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { MarketMinute } from '#engine/model/account.ts';
import type { Candle } from '#engine/model/candle.ts';
import { FLAT_MINUTES_MAX } from '#engine/schedule/minute-holes.ts';
import type { MarketStore } from '../store/market-store.ts';
import type { MinuteSpan } from '../store/span-set.ts';

type ReadStore = Pick<MarketStore, 'candle' | 'funding' | 'range' | 'bar' | 'missing'>;

interface ReadMarket {
  readonly store: ReadStore;
  readonly marks: Pick<MarketStore, 'candle'>;
  /** Open of the last minute that may be read. */
  readonly closed: () => Instant;
}

/**
 * A closed minute of the stored market as an account takes it. Candles and marks are looked up on first use: many accounts use few
 * symbols.
 */
export function storedMinute({ store, marks, closed }: ReadMarket, time: Instant): MarketMinute {
  return {
    time,
    candle: rememberedBySymbol((symbol) => store.candle(symbol, time)),
    mark: rememberedBySymbol((symbol) => marks.candle(symbol, time)),
    funding: (symbol) => store.funding(symbol, time),
    range(symbol, from, to) {
      const last = Math.min(to, closed());
      return store.range(symbol, {
        from: instantOf(Math.ceil(from / MINUTE_MS) * MINUTE_MS),
        to: later(startOf(instantOf(last), MINUTE_MS), MINUTE_MS),
      });
    },
    bar(symbol, from, to) {
      const span = { from, to: instantOf(Math.min(to, time + MINUTE_MS)) };
      return isStored(store, symbol, span) ? store.bar(symbol, span) : null;
    },
  };
}

/** Whether a span is stored as far as the market has it; a hole of a few minutes counts, by its whole length. */
function isStored(store: ReadStore, symbol: string, { from, to }: MinuteSpan): boolean {
  const beside = FLAT_MINUTES_MAX * MINUTE_MS;
  const holes = store.missing(symbol, { from: later(from, -beside), to: later(to, beside) });
  return !holes.some((hole) => hole.to > from && hole.from < to && hole.to - hole.from > beside);
}

function rememberedBySymbol(find: (symbol: string) => Candle | null): (symbol: string) => Candle | null {
  const found = new Map<string, Candle | null>();
  return (symbol) => {
    const known = found.get(symbol);
    if (known !== undefined) return known;
    const candle = find(symbol);
    found.set(symbol, candle);
    return candle;
  };
}
