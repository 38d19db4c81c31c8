import { LRUCache } from 'lru-cache';
import type { Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { RuntimeReads } from '#ports/runtime.ts';

/** Closes in memory, of all symbols together: some ten megabytes. */
const CLOSES_MAX = 100_000;

/** Past closes of symbols. A closed minute never changes, so each is asked of the engine once. */
export interface KnownCloses {
  /** The close of a symbol at each of the times; null where there is none. */
  at(symbols: readonly string[], times: readonly Instant[]): Promise<ReadonlyMap<string, readonly (Ticks | null)[]>>;
}

export function knownCloses(runtime: Pick<RuntimeReads, 'closesAt'>): KnownCloses {
  const kept = new LRUCache<string, Ticks>({ max: CLOSES_MAX });
  const keyOf = (symbol: string, time: Instant): string => `${symbol} ${time}`;
  return {
    async at(symbols, times) {
      const asked = symbols.map((symbol) => ({
        symbol,
        times: times.filter((time) => !kept.has(keyOf(symbol, time))),
      }));
      const told = await runtime.closesAt(asked.filter((one) => one.times.length > 0));
      return new Map(
        asked.map(({ symbol, times: missing }) => {
          const news = new Map(missing.map((time, index) => [time, told.get(symbol)?.[index] ?? null]));
          for (const [time, close] of news) if (close !== null) kept.set(keyOf(symbol, time), close);
          return [symbol, times.map((time) => news.get(time) ?? kept.get(keyOf(symbol, time)) ?? null)];
        }),
      );
    },
  };
}
