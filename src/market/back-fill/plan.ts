import { HOUR_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { PAGE_MINUTES } from '../feed/ask-page.ts';
import type { MarketStore } from '../store/market-store.ts';
import type { MinuteSpan } from '../store/span-set.ts';

/** Minutes requested for some symbols. */
export interface WantedMinutes {
  /** In the order in which they are filled. */
  readonly symbols: readonly string[];
  /**
   * Open of the first minute; null for a repair: gaps from each symbol's oldest minute on are filled, and minutes that
   * came only from the stream are compared with the exchange's REST answer.
   */
  readonly from: Instant | null;
  /** Open of the minute after the last. */
  readonly to: Instant;
}

/** A minute is compared after the exchange has had an hour of market time to correct it. */
const VERIFY_AFTER_MS = HOUR_MS;

/** The missing minutes of one symbol. */
export interface SymbolPlan {
  readonly symbol: string;
  readonly span: MinuteSpan;
  /** Newest first; each is one request. */
  readonly pages: readonly MinuteSpan[];
}

/**
 * The requests that are needed for the wanted minutes, given what is stored now: a plan made again after a kill
 * contains what is left.
 */
export function planPages(store: MarketStore, { symbols, from, to }: WantedMinutes): readonly SymbolPlan[] {
  return symbols.flatMap((symbol) => {
    const begin = from ?? store.coverage(symbol).present[0]?.from ?? to;
    const span = { from: begin, to };
    const heard = from === null ? store.unverified(symbol, { from: begin, to: later(to, -VERIFY_AFTER_MS) }) : [];
    const pages = [...store.missing(symbol, span), ...heard]
      .sort((one, other) => other.from - one.from)
      .flatMap(newestFirst);
    const listed = store.listings.get(symbol)?.onboardDate ?? begin;
    const known = { from: instantOf(Math.max(begin, listed)), to };
    const isFunded = known.from >= to || store.missingFunding(symbol, known).length === 0;
    return pages.length === 0 && isFunded ? [] : [{ symbol, span: known, pages }];
  });
}

/** Symbols in the order in which they are filled: the watched ones first, then by turnover. */
export function fillingOrder(
  symbols: readonly string[],
  watched: readonly string[],
  turnover: ReadonlyMap<string, number>,
): readonly string[] {
  const ranks = new Map(watched.map((symbol, index) => [symbol, index]));
  const rankOf = (symbol: string): number => ranks.get(symbol) ?? watched.length;
  return symbols.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) || (turnover.get(other) ?? 0) - (turnover.get(one) ?? 0) || (one < other ? -1 : 1),
  );
}

function newestFirst({ from, to }: MinuteSpan): readonly MinuteSpan[] {
  const pages: MinuteSpan[] = [];
  for (let end = to; end > from; ) {
    const begin = instantOf(Math.max(from, later(end, -PAGE_MINUTES * MINUTE_MS)));
    pages.push({ from: begin, to: end });
    end = begin;
  }
  return pages;
}
