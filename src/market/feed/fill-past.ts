import { setTimeout as sleep } from 'node:timers/promises';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Span } from '../store/span-set.ts';
import { type AskedMarket, askFunding, askPage, pagesOf } from './ask-page.ts';
import { asking, type RetryRules } from './retry.ts';

/** A minute that closed so long ago and is not answered does not exist; a younger one may only be late. Market time. */
const LATE_MAX_MS = 5 * MINUTE_MS;
const LATE_WAIT_MS = 250;

/** How spans are asked for. */
export interface FillRules extends RetryRules {
  /** The minute that closed last at the exchange, as far as anybody has heard. */
  readonly due: () => Instant;
  /** Asks, at most now and then, which contracts are traded. */
  readonly refreshListings: () => Promise<void>;
}

/**
 * Asks for every minute of a span that is not known, and comes back when all of them are: each has its candle or does
 * not exist.
 * @throws as `asking` does
 */
export async function fillMinutes(market: AskedMarket, rules: FillRules, symbol: string, span: Span): Promise<void> {
  for (let isLate = false; ; ) {
    const missing = market.store.missing(symbol, span);
    if (missing.length === 0) return;
    if (isLate) await sleep(LATE_WAIT_MS, null, { signal: rules.signal });
    for (const page of missing.flatMap(pagesOf)) {
      const rest = await asking(rules, () => askPage(market, symbol, page));
      if (rest !== null) await settleRest(market, rules, symbol, rest);
    }
    isLate = true;
  }
}

/** Asks for the funding of a span where it is not known. */
export async function fillFunding(market: AskedMarket, rules: FillRules, symbol: string, span: Span): Promise<void> {
  for (const hole of market.store.missingFunding(symbol, span)) {
    await asking(rules, () => askFunding(market, symbol, hole));
  }
}

/**
 * Decides on minutes at the end of a page that the exchange did not answer: old ones do not exist, nor do any while the
 * contract is not traded; young ones may only be late.
 */
export async function settleRest({ store }: AskedMarket, rules: FillRules, symbol: string, rest: Span): Promise<void> {
  const certain = later(rules.due(), -LATE_MAX_MS);
  store.putAbsent(symbol, { from: rest.from, to: instantOf(Math.min(rest.to, certain)) });
  if (rest.to <= certain) return;
  await rules.refreshListings();
  if (store.listings.get(symbol)?.status !== 'TRADING') store.putAbsent(symbol, rest);
}
