import type { Reply } from '#contract/call.ts';
import { getCandles } from '#contract/market.ts';
import { api } from '../api.ts';
import type { Interval } from './candle-queries.ts';

export type CandleRow = Reply<typeof getCandles>['items'][number];
export type CandleMarket = 'spot' | 'futures';

/** The server returns at most this many candles at once. */
const PAGE_MAX = 1_000;
/** More pages are never needed; the limit ends the requests if an exchange keeps repeating itself. */
const PAGES_MAX = 100;

export interface CandleWish {
  readonly market: CandleMarket;
  readonly symbol: string;
  readonly interval: Interval;
  /** Number of latest candles; fewer are returned where history is shorter. */
  readonly count: number;
  /** ISO instant before which they opened; null: now. */
  readonly endTime: string | null;
  readonly signal?: AbortSignal;
}

interface PageWish {
  readonly limit: number;
  readonly endTime: string | null;
}

/** Asks for one page: the latest candles before its end. */
export type AskPage = (page: PageWish) => Promise<readonly CandleRow[]>;

interface ReadOptions {
  /** By default it asks the server. */
  readonly ask?: AskPage;
  /** Called with the reason of a failure. */
  readonly failed?: (error: unknown) => void;
}

/**
 * Reads candles page by page, backwards in time, until the requested number is reached or there are no older ones.
 * @returns oldest first, each once; null when a page failed, which is logged
 */
export async function readCandles(wish: CandleWish, options: ReadOptions = {}): Promise<readonly CandleRow[] | null> {
  try {
    return await gather(wish, options.ask ?? askServer(wish));
  } catch (error) {
    if (wish.signal?.aborted !== true) console.error('The candles could not be read.', error); // Nobody waits for them.
    options.failed?.(error);
    return null;
  }
}

async function gather({ count, endTime }: CandleWish, ask: AskPage): Promise<readonly CandleRow[]> {
  const found = new Map<string, CandleRow>();
  const limit = Math.min(PAGE_MAX, count);
  let before = endTime;
  for (let page = 0; page < PAGES_MAX && found.size < count; page += 1) {
    const rows = await ask({ limit, endTime: before });
    const known = found.size;
    for (const row of rows) if (!found.has(row.time)) found.set(row.time, row);
    const oldest = rows.reduce<string | null>(
      (time, row) => (time === null || row.time < time ? row.time : time),
      null,
    );
    // A page that is not full, or holds nothing new, is where history begins.
    if (oldest === null || rows.length < limit || found.size === known) break;
    before = oldest;
  }
  return [...found.values()].sort((a, b) => (a.time < b.time ? -1 : 1)).slice(-count);
}

function askServer({ market, symbol, interval, signal }: CandleWish): AskPage {
  return async ({ limit, endTime }) => {
    const query = { symbol, interval, limit: String(limit), ...(endTime === null ? {} : { endTime }) };
    return (await api(getCandles, { params: { market }, query, ...(signal ? { signal } : {}) })).items;
  };
}
