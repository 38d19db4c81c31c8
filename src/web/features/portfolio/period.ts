import { DAY_MS } from '#base/time.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';

export const periods = ['7d', '30d', '90d', 'all'] as const;
export type ChartPeriod = (typeof periods)[number];

/** The period in the address, as written there and as it is shown. */
export function usePeriod() {
  const [periodText, setPeriod] = useSearchText('period');
  const period: ChartPeriod = periods.find((one) => one === periodText) ?? '30d';
  return { periodText, period, setPeriod };
}

const days: Readonly<Record<Exclude<ChartPeriod, 'all'>, number>> = { '7d': 7, '30d': 30, '90d': 90 };

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** First UTC day of a period that ends today, market time; null for all. */
export function firstDayOf(period: ChartPeriod, marketNow: number): string | null {
  return period === 'all' ? null : dayOf(marketNow - (days[period] - 1) * DAY_MS);
}

/** The six weeks, or fewer, that a calendar shows; `page` 0 ends today. */
export function calendarRange(from: string, to: string, page: number): { readonly from: string; readonly to: string } {
  const end = Date.parse(to) - page * CALENDAR_DAYS * DAY_MS;
  const start = Math.max(Date.parse(from), end - (CALENDAR_DAYS - 1) * DAY_MS);
  return { from: dayOf(start), to: dayOf(end) };
}

export const CALENDAR_DAYS = 35;
