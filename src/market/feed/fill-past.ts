import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#base/errors.ts';
import { instantOf } from '#base/time.ts';
import type { MinuteSpan } from '../store/span-set.ts';
import { type AskedMarket, askFunding, askNext, askPage, pagesOf } from './ask-page.ts';
import { asking, type RetryRules } from './retry.ts';

/** Recent minutes may be late at the exchange itself: attempts before giving up, about ten seconds in all. */
const LATE_ROUNDS_MAX = 40;
const LATE_WAIT_MS = 250;

/** How spans are requested. */
export interface FillRules extends RetryRules {
  /** Requests the list of contracts, at a limited rate. */
  readonly refreshListings: () => Promise<void>;
}

/**
 * Requests every unknown minute of a span and resolves when all are known: each has its candle or does not exist.
 * @throws as `asking` does; AppError EXCHANGE_UNAVAILABLE when the exchange never returns some of them
 */
export async function fillMinutes(
  market: AskedMarket,
  rules: FillRules,
  symbol: string,
  span: MinuteSpan,
): Promise<void> {
  for (let round = 0; round < LATE_ROUNDS_MAX; round += 1) {
    const missing = market.store.missing(symbol, span);
    if (missing.length === 0) return;
    if (round > 0) await sleep(LATE_WAIT_MS, null, { signal: rules.signal });
    for (const page of missing.flatMap(pagesOf)) {
      // Back-filling may have requested it meanwhile.
      for (const hole of market.store.missing(symbol, page)) await fillPage(market, rules, symbol, hole);
    }
  }
  throw new AppError('EXCHANGE_UNAVAILABLE', `The exchange does not return the minutes of ${symbol}.`, {
    isRetryable: true,
  });
}

/**
 * Requests a page, and once more what the answer left out, because an answer may be incomplete.
 * @throws as `asking` does
 */
export async function fillPage(market: AskedMarket, rules: FillRules, symbol: string, page: MinuteSpan): Promise<void> {
  try {
    for (const hole of await asking(rules, () => askPage(market, symbol, page))) {
      await settleHole(market, rules, symbol, hole);
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SYMBOL_UNKNOWN') throw error;
    await rules.refreshListings();
    if (isTraded(market, symbol)) throw error;
    market.store.putAbsent(symbol, page); // The exchange no longer knows the contract, nor its minutes.
  }
}

/** Requests the unknown funding of a span. */
export async function fillFunding(
  market: AskedMarket,
  rules: FillRules,
  symbol: string,
  span: MinuteSpan,
): Promise<void> {
  for (const hole of market.store.missingFunding(symbol, span)) {
    await asking(rules, () => askFunding(market, symbol, hole));
  }
}

/**
 * Minutes do not exist when the exchange returns a later one as the next, or when the contract is no longer traded.
 * Otherwise they are only late and still unknown.
 */
async function settleHole(market: AskedMarket, rules: FillRules, symbol: string, hole: MinuteSpan): Promise<void> {
  const next = await asking(rules, () => askNext(market, symbol, hole.from));
  if (next !== null) {
    return market.store.putAbsent(symbol, { from: hole.from, to: instantOf(Math.min(next, hole.to)) });
  }
  await rules.refreshListings();
  if (!isTraded(market, symbol)) market.store.putAbsent(symbol, hole);
}

function isTraded({ store }: AskedMarket, symbol: string): boolean {
  return store.listings.get(symbol)?.status === 'TRADING';
}
