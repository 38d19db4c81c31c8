import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply, SentQuery } from '#contract/call.ts';
import { getCycleCounts, getCycles } from '#contract/cycle.ts';
import { getPortfolioPnl } from '#contract/portfolio.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';
import { readWholeLog } from '#web/bots/cycles/whole-log.ts';
import type { ListedCycle } from './cycles/cycle-rows.ts';
import { readOn } from './pnl-points.ts';

type CyclesAsked = SentQuery<typeof getCycles>;

/** Which cycles of a portfolio, and in which order; newest first when `sort` is left out. */
export type CycleListQuery = { readonly kind: BotKind; readonly portfolioId: string } & Pick<
  CyclesAsked,
  'group' | 'dateFrom' | 'endDate' | 'search' | 'sort'
>;

export type Pnl = Reply<typeof getPortfolioPnl>;

/** The live channel tells of ended cycles; this catches a new hour. */
const REFRESH_MS = 60_000;

/** @param dateFrom ISO instant or day; null: from the first */
export const pnlQuery = (portfolioId: string, dateFrom: string | null) =>
  queryOptions({
    queryKey: ['results', 'pnl', portfolioId, dateFrom],
    queryFn: ({ signal, client, queryKey }) =>
      readOn(client.getQueryData<Pnl>(queryKey), (pointsFrom) =>
        api(getPortfolioPnl, {
          query: {
            portfolioId,
            ...(dateFrom === null ? {} : { dateFrom }),
            ...(pointsFrom === undefined ? {} : { pointsFrom }),
          },
          signal,
        }),
      ),
    refetchInterval: REFRESH_MS,
  });

/** What explains a bend of the curves: starts, stops and new versions of the portfolio's bots, newest first. */
const EVENT_CODES = 'BOT_STARTED,BOT_RESTARTED,BOT_STOPPED,BOT_FINISHED,LADDER_REPLACED';

/** The marks of a curve lie too close together long before there are as many; then the newest are drawn. */
const EVENTS_MAX = 5_000;

/** @param dateFrom ISO instant */
export const botEventsQuery = (kind: BotKind, portfolioId: string, dateFrom: string) =>
  queryOptions({
    queryKey: ['logs', 'events', kind, portfolioId, dateFrom],
    queryFn: ({ signal }) =>
      readWholeLog({ kind, filter: { portfolioId, dateFrom, codes: EVENT_CODES }, most: EVENTS_MAX, signal }),
    placeholderData: (before) => before,
  });

const PAGE_ROWS = '200';
const EXPORT_ROWS = '5000';

/** Cycles in pages by cursor, so that those that end meanwhile shift nothing. @param list - see `CycleList` */
export const cyclePagesQuery = (list: CycleListQuery) =>
  infiniteQueryOptions({
    queryKey: ['cycles', 'pages', list],
    queryFn: ({ signal, pageParam }) => cyclePage(list, { limit: PAGE_ROWS, cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.cursor,
    placeholderData: (before) => before,
  });

/** The newest rows of a list of which older pages are loaded: it alone is asked again when a cycle changes. */
export const newestCyclesQuery = (list: CycleListQuery) =>
  queryOptions({
    queryKey: ['cycles', 'newest', list],
    queryFn: ({ signal }) => cyclePage(list, { limit: PAGE_ROWS, cursor: null, signal }),
  });

/** How many cycles of each end there are, whatever filter and order a list has. */
export const cycleCountsQuery = ({ kind, group: _, sort: __, ...query }: CycleListQuery) =>
  queryOptions({
    queryKey: ['cycles', 'counts', kind, query],
    queryFn: ({ signal }) => api(getCycleCounts, { params: { kind }, query, signal }),
    placeholderData: (before) => before,
  });

/** One cycle of a portfolio, also one that no loaded page holds. */
export const cycleQuery = (kind: BotKind, portfolioId: string, cycleId: string) =>
  queryOptions({
    queryKey: ['cycles', 'one', kind, portfolioId, cycleId],
    queryFn: ({ signal }) => api(getCycles, { params: { kind }, query: { portfolioId, cycleId }, signal }),
  });

/** Every cycle of a list, for a download. */
export async function allCycles(queries: QueryClient, list: CycleListQuery): Promise<readonly ListedCycle[]> {
  const cycles: ListedCycle[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Reply<typeof getCycles> = await queries.fetchQuery({
      queryKey: ['cycles export', list, cursor],
      queryFn: ({ signal }) => cyclePage(list, { limit: EXPORT_ROWS, cursor, signal }),
      gcTime: 0,
      staleTime: 0,
    });
    cycles.push(...page.items);
    cursor = page.cursor;
    if (cursor === null) return cycles;
  }
}

function cyclePage({ kind, ...list }: CycleListQuery, { limit, cursor, signal }: Paging) {
  const query = { ...list, limit, ...(cursor === null ? {} : { cursor }) };
  return api(getCycles, { params: { kind }, query, signal });
}

interface Paging {
  readonly limit: string;
  readonly cursor: string | null;
  readonly signal: AbortSignal;
}
