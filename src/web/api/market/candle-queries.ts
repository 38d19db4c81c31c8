import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type candleInterval, getCandles } from '#contract/market.ts';
import { api } from '../api.ts';

export type Interval = z.output<typeof candleInterval>;

/** Intervals a chart chooses from by itself, shortest first. */
export const intervals = ['1m', '5m', '15m', '1h', '4h', '1d'] as const satisfies readonly Interval[];

export const intervalMs: Readonly<Record<Interval, number>> = {
  '1m': 60_000,
  '3m': 180_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '2h': 7_200_000,
  '4h': 14_400_000,
  '6h': 21_600_000,
  '8h': 28_800_000,
  '12h': 43_200_000,
  '1d': 86_400_000,
  '1w': 604_800_000,
};

export interface CandleWindow {
  readonly symbol: string;
  readonly interval: Interval;
  /** At most 1000. */
  readonly limit: number;
  /** ISO instant before which the bars opened; null: now. */
  readonly endTime: string | null;
}

/** A window that ends now is refreshed while its last bar grows. */
export const candlesQuery = ({ symbol, interval, limit, endTime }: CandleWindow) =>
  queryOptions({
    queryKey: ['candles', symbol, interval, limit, endTime],
    queryFn: ({ signal }) =>
      api(getCandles, {
        params: { market: 'futures' },
        query: { symbol, interval, limit: String(limit), ...(endTime === null ? {} : { endTime }) },
        signal,
      }),
    refetchInterval: endTime === null ? 10_000 : false,
  });
