import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { MarketStore } from '#market/store/market-store.ts';
import type { MinuteSpan } from '#market/store/span-set.ts';

type Read = Pick<MarketStore, 'candle' | 'funding' | 'range' | 'bar' | 'missing' | 'coverage'>;

/** A store as it was when a minute had just closed: later minutes are not known yet. */
export function storeUntil(store: Read, closed: () => Instant): Read {
  const end = (): Instant => later(closed(), MINUTE_MS);
  const cut = ({ from, to }: MinuteSpan): MinuteSpan => ({ from, to: instantOf(Math.min(to, end())) });
  return {
    candle: (symbol, minute) => (minute < end() ? store.candle(symbol, minute) : null),
    funding: (symbol, minute) => (minute < end() ? store.funding(symbol, minute) : null),
    range: (symbol, span) => store.range(symbol, cut(span)),
    bar: (symbol, span) => store.bar(symbol, cut(span)),
    missing(symbol, span) {
      const known = store.missing(symbol, cut(span));
      if (span.to <= end()) return known;
      const last = known.at(-1);
      const isJoined = last !== undefined && last.to === end();
      const ahead = { from: isJoined ? last.from : instantOf(Math.max(span.from, end())), to: span.to };
      return isJoined ? [...known.slice(0, -1), ahead] : [...known, ahead];
    },
    coverage(symbol) {
      const { present, absent, ...rest } = store.coverage(symbol);
      const before = (spans: readonly MinuteSpan[]) => spans.filter(({ from }) => from < end()).map(cut);
      return { ...rest, present: before(present), absent: before(absent) };
    },
  };
}
