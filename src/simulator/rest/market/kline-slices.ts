import { setImmediate } from 'node:timers/promises';
import { at } from '#base/assert.ts';
import { DAY_MS } from '#base/time.ts';
import { intervalEnd, intervalStart } from '../../market/bars/intervals.ts';
import type { Kline, KlineQuery } from '../../market/market.ts';
import type { MarketMoment } from './market-call.ts';

/** A month has no more days. */
const DAYS_OF_MONTH = 31;

/**
 * A page of candles, computed one day of market time per turn: quote volumes of long intervals need every print, which
 * would block all other requests.
 */
export async function klinesInSlices(
  { market, now }: Pick<MarketMoment, 'market' | 'now'>,
  symbol: string,
  query: KlineQuery,
): Promise<readonly Kline[]> {
  const start = intervalStart(query.interval, now);
  const lengthMs = intervalEnd(query.interval, start) - start;
  if (lengthMs > DAY_MS) {
    await klinesInSlices({ market, now }, symbol, { ...query, interval: '1d', limit: query.limit * DAYS_OF_MONTH });
  }
  const slice = Math.max(1, Math.floor(DAY_MS / lengthMs));
  let cursor = query;
  let found: readonly Kline[] = [];
  while (found.length < query.limit) {
    const page = market.klines(symbol, { ...cursor, limit: Math.min(slice, query.limit - found.length) }, now);
    if (page.length === 0) break;
    if (query.startTime === null) {
      found = [...page, ...found];
      cursor = { ...cursor, endTime: at(page, 0).time - 1 };
    } else {
      found = [...found, ...page];
      cursor = { ...cursor, startTime: at(page, page.length - 1).closeTime + 1 };
    }
    if (found.length < query.limit) await setImmediate();
  }
  return found;
}
