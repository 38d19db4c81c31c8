import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply, SentQuery } from '#contract/call.ts';
import { getExecutedOrders, getOrderStat, getWorstOrders, saveOrderStat } from '#contract/orders/order-stat.ts';
import { api } from '#web/api/api.ts';

export type OrderStat = Reply<typeof getOrderStat>;
export type StatFigures = OrderStat['total'];
export type ExecutedOrder = Reply<typeof getExecutedOrders>['items'][number];

const PAGE = '100';
const EXPORT_PAGE = '1000';
/** An exported file holds at most this many orders. */
export const ORDERS_EXPORT_MAX = 50_000;
/** Sums over a busy day need not follow each fill; the button at the top asks at once. */
const STAT_REFRESH_MS = 30_000;

/** Which orders: days such as "2025-06-03", both included, and what else is set. */
export type StatSearch = SentQuery<typeof getOrderStat>;
/** The same for a list of single orders. */
export type ListSearch = StatSearch & Pick<SentQuery<typeof getExecutedOrders>, 'state' | 'side'>;

export const orderStatQuery = (search: StatSearch) =>
  queryOptions({
    queryKey: ['orders', 'stat', search],
    queryFn: ({ signal }) => api(getOrderStat, { query: search, signal }),
    placeholderData: (before) => before,
    refetchInterval: STAT_REFRESH_MS,
  });

export const worstOrdersQuery = (search: StatSearch) =>
  queryOptions({
    queryKey: ['orders', 'worst', search],
    queryFn: ({ signal }) => api(getWorstOrders, { query: search, signal }),
    placeholderData: (before) => before,
    refetchInterval: STAT_REFRESH_MS,
  });

/** Executed orders, the latest first, paged by cursor, so that orders that end meanwhile shift nothing. */
export const executedOrdersQuery = (search: ListSearch) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'executed', search],
    queryFn: ({ signal, pageParam }) => page(search, { limit: PAGE, cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.cursor,
    placeholderData: (before) => before,
  });

/** Every order that the filter finds, the latest first, up to a bound. */
export async function allOrders(queries: QueryClient, search: ListSearch): Promise<readonly ExecutedOrder[]> {
  const orders: ExecutedOrder[] = [];
  for (let cursor: string | null = null; orders.length < ORDERS_EXPORT_MAX; ) {
    const part: Reply<typeof getExecutedOrders> = await queries.fetchQuery({
      queryKey: ['order export', search, cursor],
      queryFn: ({ signal }) => page(search, { limit: EXPORT_PAGE, cursor, signal }),
      gcTime: 0,
      staleTime: 0,
    });
    orders.push(...part.items);
    cursor = part.cursor;
    if (cursor === null) break;
  }
  return orders.slice(0, ORDERS_EXPORT_MAX);
}

/** Computes the statistics of a day again. */
export function saveDay(day: string) {
  return api(saveOrderStat, { body: { day } });
}

interface Paging {
  readonly limit: string;
  readonly cursor: string | null;
  readonly signal: AbortSignal;
}

function page(search: ListSearch, { limit, cursor, signal }: Paging) {
  const query = { limit, ...search, ...(cursor === null ? {} : { cursor }) };
  return api(getExecutedOrders, { query, signal });
}
