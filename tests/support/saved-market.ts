import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { Listing } from '#ports/market-source.ts';
import { ETH } from './market.ts';

/** Minutes of a page; a few pages make a day, and some days cross a month. */
export const SAVED_PAGE = 499;
const START = instantOf(Date.UTC(2025, 4, 30));

export const SAVED_LISTING: Listing = {
  instrument: ETH,
  status: 'TRADING',
  onboardDate: START,
  sector: '',
  fundingHours: 8,
  hasBrackets: true,
};

export function savedMinute(index: number): Instant {
  return later(START, index * MINUTE_MS);
}

/** The candles of a page, which follow from its number alone. */
export function savedPage(page: number): readonly Candle[] {
  return Array.from({ length: SAVED_PAGE }, (_, index) => savedCandle(page * SAVED_PAGE + index));
}

export function savedCandle(index: number): Candle {
  const open = 100_000 + (index % 977);
  return { time: savedMinute(index), open, high: open + 5, low: open - 3, close: open + 2, volume: index };
}
