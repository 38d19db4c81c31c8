import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#base/errors.ts';
import { instantOf } from '#base/time.ts';
import type { MinuteSpan } from '../store/span-set.ts';
import { type AskedMarket, askFunding, askNext, askPage, pagesOf } from './ask-page.ts';
import { asking, type RetryRules } from './retry.ts';

/** Young minutes may be late at the exchange itself: they are asked for so often, some ten seconds in all. */
const LATE_ROUNDS_MAX = 40;
const LATE_WAIT_MS = 250;

/** How spans are asked for. */
export interface FillRules extends RetryRules {
  /** Asks, at most now and then, which contracts are traded. */
  readonly refreshListings: () => Promise<void>;
}

/**
 * Asks for every minute of a span that is not known, and comes back when all of them are: each has its candle or does
 * not exist.
 * @throws as `asking` does; AppError EXCHANGE_UNAVAILABLE when the exchange goes on without ever telling some of them
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
    for (const page of missing.flatMap(pagesOf)) await fillPage(market, rules, symbol, page);
  }
  throw new AppError('EXCHANGE_UNAVAILABLE', `The exchange does not tell the minutes of ${symbol}.`, {
    isRetryable: true,
  });
}

/**
 * Asks for a page once, and for what the answer left out once more: an answer may be broken.
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
    market.store.putAbsent(symbol, page); // The exchange has forgotten the contract, and its minutes with it.
  }
}

/** Asks for the funding of a span where it is not known. */
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
 * Minutes do not exist when the exchange names a later one as the next, or when the contract is not traded any more.
 * Otherwise they are only late: nothing is known of them yet.
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
