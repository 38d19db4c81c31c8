import { type CandleWindow, intervalMs, intervals } from '#web/api/market/candle-queries.ts';
import type { TestDetail } from '../test-queries.ts';

/** Candles of one answer. */
const CANDLES_MAX = 1_000;

/** The candles of a whole test: the shortest interval of which one answer holds all. */
export function runWindow(symbol: string, { dateFrom, dateTo }: Pick<TestDetail, 'dateFrom' | 'dateTo'>): CandleWindow {
  const lengthMs = Date.parse(dateTo) - Date.parse(dateFrom);
  const interval = intervals.find((one) => lengthMs / intervalMs[one] <= CANDLES_MAX) ?? '1d';
  const limit = Math.min(CANDLES_MAX, Math.max(1, Math.ceil(lengthMs / intervalMs[interval])));
  return { symbol, interval, limit, endTime: dateTo };
}
