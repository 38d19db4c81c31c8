import { type Ticks, ticks } from '#base/exact.ts';
import { type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { MarketMinute } from '#engine/model/account.ts';
import type { Candle } from '#engine/model/candle.ts';
import { endAfter } from '#engine/scan/market-minutes.ts';
import { FLAT_MINUTES_MAX } from '#engine/schedule/minute-holes.ts';
import type { MarketStore } from '../store/market-store.ts';
import type { MinuteSpan } from '../store/span-set.ts';

type ReadStore = Pick<MarketStore, 'candle' | 'funding' | 'range' | 'bar' | 'missing' | 'coverage'>;

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
    endPrice: (symbol) => endPriceAt(store, symbol, time),
    range(symbol, from, to) {
      const last = Math.min(to, closed());
      return store.range(symbol, {
        from: instantOf(Math.ceil(from / MINUTE_MS) * MINUTE_MS),
        to: later(startOf(instantOf(last), MINUTE_MS), MINUTE_MS),
      });
    },
    bar(symbol, from, to) {
      const span = { from, to: instantOf(Math.min(to, time + MINUTE_MS)) };
      return isStored(store, symbol, span) ? flatFilled(store, symbol, span) : null;
    },
  };
}

/** The last price of a contract that has ended; null while it has not. */
function endPriceAt(store: ReadStore, symbol: string, time: Instant): Ticks | null {
  if (store.candle(symbol, time) !== null) return null;
  const before = store.coverage(symbol).present.findLast(({ from }) => from < time);
  if (before === undefined || time / MINUTE_MS < endAfter(before.to / MINUTE_MS)) return null;
  const last = store.candle(symbol, later(before.to, -MINUTE_MS));
  return last === null ? null : ticks(last.close);
}

/** Whether a span is stored as far as the market has it; a hole of a few minutes counts, by its whole length. */
function isStored(store: ReadStore, symbol: string, { from, to }: MinuteSpan): boolean {
  const beside = FLAT_MINUTES_MAX * MINUTE_MS;
  const holes = store.missing(symbol, { from: later(from, -beside), to: later(to, beside) });
  return !holes.some((hole) => hole.to > from && hole.from < to && hole.to - hole.from > beside);
}

/**
 * The bar of a span as a stored history has it: a hole of a few minutes at its beginning is flat at the close before. Inside of it
 * and at its end such a hole changes nothing.
 */
function flatFilled(store: ReadStore, symbol: string, span: MinuteSpan): Candle | null {
  const bar = store.bar(symbol, span);
  if (store.candle(symbol, span.from) !== null) return bar;
  const flat = flatPrice(store, symbol, span.from);
  if (flat === null) return bar;
  const { high, low, close, volume } = bar ?? { high: flat, low: flat, close: flat, volume: 0 };
  return { time: span.from, open: flat, high: Math.max(high, flat), low: Math.min(low, flat), close, volume };
}

/** The close before a minute without a candle; null where none is stored, or the hole has more than a few minutes. */
function flatPrice(store: ReadStore, symbol: string, minute: Instant): number | null {
  const candleAt = (minutes: number) => store.candle(symbol, later(minute, minutes * MINUTE_MS));
  const steps = Array.from({ length: FLAT_MINUTES_MAX }, (_unused, step) => step + 1);
  const before = steps.find((step) => candleAt(-step) !== null);
  if (before === undefined) return null;
  const isShort = steps.some((step) => before + step - 1 <= FLAT_MINUTES_MAX && candleAt(step) !== null);
  return isShort ? (candleAt(-before)?.close ?? null) : null;
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
