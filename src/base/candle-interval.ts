import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

/** Candle lengths by their name in Binance's API; calendar months have no fixed length. */
export const CANDLE_LENGTH_MS = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '1w': 7 * DAY_MS,
} as const;

export type CandleInterval = keyof typeof CANDLE_LENGTH_MS;

/** Weeks open on Mondays, and 1970 began on a Thursday: the first Monday, in UTC milliseconds. */
export const FIRST_MONDAY_MS = 4 * DAY_MS;

/** The start of the grid of candle opens: a Monday for weeks, 1970 for all other lengths. */
export function gridBegin(interval: CandleInterval): number {
  return interval === '1w' ? FIRST_MONDAY_MS : 0;
}
