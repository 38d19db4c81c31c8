import { CANDLE_LENGTH_MS, type CandleInterval, gridBegin } from '#base/candle-interval.ts';
import { AppError } from '#base/errors.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { CandleText, MarketSource } from '#ports/market-source.ts';

/** Maximum candles per page, the exchange's limit in both markets. */
const CANDLE_PAGE_MAX = 1_000;
/** Pages in memory; a full one is about 100 kB. */
const PAGES_KEPT = 200;
/** How long a page with the open candle is served, wall time. */
const OPEN_PAGE_MS = 2_000;

/**
 * Request weight that all charts together may use in a wall minute, a quarter of what the exchange allows: viewing
 * charts must not use up the budget of bots that wait for a minute.
 */
const WEIGHT_A_MINUTE = 600;
/** What one user may use of it, so that nobody who pages through the past leaves the others without charts. */
const WEIGHT_OF_A_USER = 200;

/** Candles that are requested to bring a page with the open candle up to date; fewer than a hundred cost the least. */
const FRESH_CANDLES = 99;

/** The candles of a request. */
export interface CandlePageQuery {
  readonly market: 'spot' | 'futures';
  readonly symbol: string;
  readonly interval: CandleInterval;
  /** 1 to 1,000: the latest candles before `endTime`. */
  readonly limit: number;
  /** Only candles that opened before this instant of market time; null for the latest, including the open one. */
  readonly endTime: Instant | null;
  /** The user whose share of the exchange's budget the request uses. */
  readonly askedBy: string;
}

/**
 * Candles as the exchange returns them, oldest first.
 * @throws AppError as the source does; CHARTS_SHARE_USED
 */
export type ReadCandlePage = (query: CandlePageQuery) => Promise<readonly CandleText[]>;

interface Page {
  readonly limit: number;
  readonly candles: Promise<readonly CandleText[]>;
  /** Wall time until which it is served. */
  goodUntil: number;
}

/**
 * Reads pages of candles through a bounded cache. A page whose last candle has closed never changes; of one with the open
 * candle, what is new is requested after two seconds. Concurrent requests for a page share one answer. Requests beyond a
 * share of the exchange's budget, of all charts or of one user, fail with CHARTS_SHARE_USED without being sent.
 * @param wallMs - the wall clock, milliseconds
 */
export function candlePages(source: MarketSource, wallMs: () => number): ReadCandlePage {
  const pages = new Map<string, Page>();
  const spend = minuteBudget(wallMs);
  const keep = (key: string, page: Page): void => {
    pages.delete(key); // Inserted again, it is evicted last.
    pages.set(key, page);
    for (const oldest of pages.keys()) {
      if (pages.size <= PAGES_KEPT) break;
      pages.delete(oldest);
    }
  };
  const fetchAll = (query: CandlePageQuery, to: Instant | null): Promise<readonly CandleText[]> => {
    const { market, symbol, interval, askedBy } = query;
    const limit = Math.min(query.limit, CANDLE_PAGE_MAX);
    spend(askedBy, weightOf(limit));
    return source.candleTexts(market, { symbol, interval, from: null, to, limit });
  };
  /** The page up to its last candle, which may have been open, and everything since; all of it when that is too much. */
  const freshen = async (known: Page, query: CandlePageQuery): Promise<readonly CandleText[]> => {
    const past = await known.candles;
    const last = past.at(-1);
    if (last === undefined) return fetchAll(query, null);
    const { market, symbol, interval, askedBy } = query;
    spend(askedBy, weightOf(FRESH_CANDLES));
    const fresh = await source.candleTexts(market, {
      symbol,
      interval,
      from: last.time,
      to: null,
      limit: FRESH_CANDLES,
    });
    if (fresh.length === FRESH_CANDLES || fresh[0]?.time !== last.time) return fetchAll(query, null);
    return [...past.slice(0, -1), ...fresh].slice(-known.limit);
  };
  const ask = (
    key: string,
    query: CandlePageQuery,
    { to, known }: { to: Instant | null; known: Page | undefined },
  ): Page => {
    const { interval } = query;
    const canFreshen = known !== undefined && known.limit >= query.limit && to === null;
    const limit = canFreshen ? known.limit : Math.min(query.limit, CANDLE_PAGE_MAX);
    const candles = canFreshen ? freshen(known, { ...query, limit }) : fetchAll(query, to);
    const page: Page = { limit, candles, goodUntil: Number.POSITIVE_INFINITY };
    const isSettled = async (): Promise<boolean> =>
      to !== null && later(to, CANDLE_LENGTH_MS[interval]) <= (await source.marketTime());
    const settle = async (): Promise<void> => {
      const isClosed = await isSettled(); // Checked before the request: afterwards this could be true of a candle that is open in the answer.
      await candles;
      if (!isClosed) page.goodUntil = wallMs() + OPEN_PAGE_MS;
    };
    settle().catch(() => pages.delete(key)); // A failure goes to the waiting callers and is not cached.
    return page;
  };
  return async (query) => {
    const to = query.endTime === null ? null : lastOpen(query.interval, query.endTime);
    if (to !== null && to < 0) return []; // The exchange refuses times before 1970, when it had no candles.
    const key = [query.market, query.symbol, query.interval, to].join(' ');
    const known = pages.get(key);
    const isGood =
      known !== undefined && known.limit >= Math.min(query.limit, CANDLE_PAGE_MAX) && known.goodUntil > wallMs();
    const page = isGood ? known : ask(key, query, { to, known });
    keep(key, page);
    return (await page.candles).slice(-query.limit);
  };
}

/**
 * Weight of a page on the futures host, whose budget counts:
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/market-data/rest-api/Kline-Candlestick-Data
 */
function weightOf(limit: number): number {
  if (limit < 100) return 1;
  return limit < 500 ? 2 : 5;
}

/**
 * Counts the weight used in the current wall minute, and throws CHARTS_SHARE_USED when a request would exceed the share of
 * all charts or of its user.
 */
function minuteBudget(wallMs: () => number): (userId: string, weight: number) => void {
  let [minute, used] = [0, 0];
  const usedBy = new Map<string, number>();
  return (userId, weight) => {
    const now = Math.floor(wallMs() / MINUTE_MS);
    if (now !== minute) {
      [minute, used] = [now, 0];
      usedBy.clear();
    }
    const own = (usedBy.get(userId) ?? 0) + weight;
    if (used + weight > WEIGHT_A_MINUTE || own > WEIGHT_OF_A_USER) {
      throw new AppError('CHARTS_SHARE_USED', 'Charts have used up their share of the requests of this minute.', {
        isRetryable: true,
      });
    }
    used += weight;
    usedBy.set(userId, own);
  };
}

/** The open time of the last candle that opens before an instant. */
function lastOpen(interval: CandleInterval, before: Instant): Instant {
  const length = CANDLE_LENGTH_MS[interval];
  const shift = gridBegin(interval);
  return instantOf(Math.ceil((before - shift) / length) * length + shift - length);
}
