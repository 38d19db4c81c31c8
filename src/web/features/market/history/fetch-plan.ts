import type { SentBody } from '#contract/call.ts';
import type { startBackFill } from '#contract/market.ts';

export const fetchPeriods = ['7d', '30d', '90d', '1y', 'gaps', 'own'] as const;
export type FetchPeriod = (typeof fetchPeriods)[number];

const DAYS: Readonly<Record<Exclude<FetchPeriod, 'gaps' | 'own'>, number>> = {
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '1y': 365,
};
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1_440;
/** Minutes per request. */
const REQUEST_MINUTES = 499;

/** The minutes that a user wants to fetch. */
export interface FetchWish {
  readonly period: FetchPeriod;
  /** For the period `own`: days as YYYY-MM-DD; the end may be empty. */
  readonly from: string;
  readonly to: string;
  /** Null for all contracts. */
  readonly symbol: string | null;
}

/** The body of the call; null while the first day is missing. @param present - current market time */
export function bodyOf(
  { period, from, to, symbol }: FetchWish,
  present: string,
): SentBody<typeof startBackFill> | null {
  const symbols = symbol === null ? null : [symbol];
  if (period === 'gaps') return { symbols, dateFrom: null, dateTo: null };
  if (period === 'own') return from === '' ? null : { symbols, dateFrom: from, dateTo: to === '' ? null : to };
  return { symbols, dateFrom: daysBefore(present, DAYS[period]), dateTo: null };
}

/** The UTC day that lies this many days before an instant. */
function daysBefore(instant: string, days: number): string {
  return new Date(Date.parse(instant) - days * DAY_MS).toISOString().slice(0, 10);
}

/** Upper limit of the requests that a wish needs, for one contract or all; null when that is unknown. */
export function requestsMax(wish: FetchWish, present: string, contracts: number): number | null {
  const body = bodyOf(wish, present);
  if (body === null || body.dateFrom === null) return null;
  const end = body.dateTo === null ? Date.parse(present) : Date.parse(body.dateTo) + DAY_MS;
  const days = (end - Date.parse(body.dateFrom)) / DAY_MS;
  if (!(days > 0)) return null;
  return Math.ceil((days * DAY_MINUTES) / REQUEST_MINUTES) * (wish.symbol === null ? contracts : 1);
}
