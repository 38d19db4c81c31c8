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
/** Minutes of one request. */
const REQUEST_MINUTES = 499;

/** What a user wants to be fetched. */
export interface FetchWish {
  readonly period: FetchPeriod;
  /** Of the period `own`: days as YYYY-MM-DD, the end may be empty. */
  readonly from: string;
  readonly to: string;
  /** Null for all contracts. */
  readonly symbol: string | null;
}

/** The wish as the call takes it; null while the first day is missing. @param present - where the market stands */
export function bodyOf(
  { period, from, to, symbol }: FetchWish,
  present: string,
): SentBody<typeof startBackFill> | null {
  const symbols = symbol === null ? null : [symbol];
  if (period === 'gaps') return { symbols, dateFrom: null, dateTo: null };
  if (period === 'own') return from === '' ? null : { symbols, dateFrom: from, dateTo: to === '' ? null : to };
  return { symbols, dateFrom: daysBefore(present, DAYS[period]), dateTo: null };
}

/** A whole day so many days before an instant. */
function daysBefore(instant: string, days: number): string {
  return new Date(Date.parse(instant) - days * DAY_MS).toISOString().slice(0, 10);
}

/** The most requests that a wish can need, for one contract or for so many; null where that is not known. */
export function requestsMax(wish: FetchWish, present: string, contracts: number): number | null {
  const body = bodyOf(wish, present);
  if (body === null || body.dateFrom === null) return null;
  const end = body.dateTo === null ? Date.parse(present) : Date.parse(body.dateTo) + DAY_MS;
  const days = (end - Date.parse(body.dateFrom)) / DAY_MS;
  if (!(days > 0)) return null;
  return Math.ceil((days * DAY_MINUTES) / REQUEST_MINUTES) * (wish.symbol === null ? contracts : 1);
}
