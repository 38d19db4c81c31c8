import { DAY_MS } from '#base/time.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { type ChartPeriod, dayOf, usualPeriod } from '#web/ui/values/chart-period.ts';

export const periods = ['7d', '30d', '90d', 'all'] as const satisfies readonly ChartPeriod[];

/** The period in the address, as written there and as it is shown. */
export function usePeriod() {
  const [periodText, setPeriod] = useSearchText('period');
  const period: ChartPeriod = periods.find((one) => one === periodText) ?? usualPeriod;
  return { periodText, period, setPeriod };
}

/** The six weeks, or fewer, that a calendar shows; `page` 0 ends today. */
export function calendarRange(from: string, to: string, page: number): { readonly from: string; readonly to: string } {
  const end = Date.parse(to) - page * CALENDAR_DAYS * DAY_MS;
  const start = Math.max(Date.parse(from), end - (CALENDAR_DAYS - 1) * DAY_MS);
  return { from: dayOf(start), to: dayOf(end) };
}

export const CALENDAR_DAYS = 35;
