import { AppError } from '#base/errors.ts';
import { isoDay } from '#base/iso-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#base/time.ts';
import { COINS_A_CALL, type CoinMarket } from '#ports/coin-market.ts';
import { coinsDescribedSince, coinsQuotedOn, storeCoinDescriptions, storeCoinQuotes } from '#storage/assets/coins.ts';
import type { Database } from '#storage/database/database.ts';

const FIRST_LOOK_MS = MINUTE_MS;
/** How often is looked for what today lacks; after a failure that long is waited too. */
const LOOK_EVERY_MS = HOUR_MS;
/** What a coin is hardly ever changes. */
const DESCRIPTION_DAYS = 30;

export interface KeepCoinsOptions {
  readonly market: CoinMarket;
  /** Logged in with the engine role. */
  readonly engine: Database;
  readonly coinIds: readonly number[];
  readonly log: (line: string) => void;
  /** Wall time in milliseconds. */
  readonly now?: () => number;
}

/** Asks once a day for the figures of all coins: a minute after the start, then as soon as an hour finds a new day. */
export function keepCoins(options: KeepCoinsOptions): { stop(): Promise<void> } {
  let work: Promise<unknown> = Promise.resolve();
  const unknown = new Set<number>();
  const look = (): void => {
    work = takeCoins(options, unknown).catch((error: unknown) =>
      options.log(`coins were not read: ${reasonOf(error)}`),
    );
  };
  const first = setTimeout(look, FIRST_LOOK_MS).unref();
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      await work;
    },
  };
}

/**
 * Reads and stores what today lacks. It asks first how much the plan still allows, and asks for nothing when that is not
 * enough for all of it.
 * @param unknown - ids without figures so far; those found now are added
 * @returns the number of calls that cost something
 * @throws AppError as a `CoinMarket` does
 */
export async function takeCoins(options: KeepCoinsOptions, unknown: Set<number>): Promise<number> {
  const { market, engine, now = Date.now } = options;
  const coinIds = options.coinIds.filter((id) => !unknown.has(id));
  const takenAt = new Date(now());
  const day = isoDay(takenAt.getTime());
  const quoted = await coinsQuotedOn(engine, day);
  const described = await coinsDescribedSince(engine, new Date(now() - DESCRIPTION_DAYS * DAY_MS));
  const [quotes, descriptions] = [batchesOf(coinIds, quoted), batchesOf(coinIds, described)];
  const calls = quotes.length + descriptions.length;
  if (calls === 0) return 0;
  if ((await market.creditsLeft()) < calls)
    throw new AppError('COINS_QUOTA_USED', 'the plan allows no more this month');
  for (const batch of quotes) {
    const found = await market.quotes(batch);
    const rows = found.map(({ coinId, ...quote }) => ({ coinId, day, quote, takenAt }));
    await storeCoinQuotes(engine, rows);
    const isGone = (id: number) => !found.some(({ coinId }) => coinId === id) && !market.leftOut().has(id);
    for (const id of batch) if (isGone(id)) unknown.add(id);
  }
  const unread = [...market.leftOut()].map(([id, field]) => `${id} (${field})`);
  if (unread.length > 0) options.log(`CoinMarketCap's figures of these coins cannot be read: ${unread.join(', ')}.`);
  const lost = coinIds.filter((id) => unknown.has(id));
  if (lost.length > 0) options.log(`CoinMarketCap does not know these ids of CMC_IDS: ${lost.join(', ')}.`);
  for (const batch of descriptions) {
    const descriptions = await market.descriptions(batch);
    // A coin without a description is not asked for again and again either.
    const rows = batch.map((coinId) => ({ coinId, description: descriptions.get(coinId) ?? '', readAt: takenAt }));
    await storeCoinDescriptions(engine, rows);
  }
  return calls;
}

/** The coins that are not known yet, as many at a time as one call takes. */
function batchesOf(coinIds: readonly number[], known: ReadonlySet<number>): readonly (readonly number[])[] {
  const due = [...new Set(coinIds)].filter((id) => !known.has(id));
  return Array.from({ length: Math.ceil(due.length / COINS_A_CALL) }, (_, index) =>
    due.slice(index * COINS_A_CALL, (index + 1) * COINS_A_CALL),
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
