import { DAY_MS } from '#base/time.ts';

/** A period that a user chooses for curves and results. */
export type ChartPeriod = '7d' | '30d' | '90d' | 'all';

/** The period of a portfolio's results until another one is chosen. */
export const usualPeriod: ChartPeriod = '30d';

const days: Readonly<Record<Exclude<ChartPeriod, 'all'>, number>> = { '7d': 7, '30d': 30, '90d': 90 };

/** The UTC day of an instant. @param ms - UTC milliseconds */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** First UTC day of a period that ends today, market time; null for all. */
export function firstDayOf(period: ChartPeriod, marketNow: number): string | null {
  return period === 'all' ? null : dayOf(marketNow - (days[period] - 1) * DAY_MS);
}
