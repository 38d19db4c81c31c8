import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply } from '#contract/call.ts';
import { getLogCounts, getLogs } from '#contract/cycle.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';
import type { LogEntry } from '#web/bots/cycles/whole-log.ts';

type Level = LogEntry['level'];
export type LogCounts = Reply<typeof getLogCounts>;

const PAGE = '200';
const EXPORT_PAGE = '1000';
/** An exported file holds at most this many lines. */
export const EXPORT_MAX = 50_000;

/** Which lines; an empty text does not restrict them. */
export interface LogSearch {
  readonly level: Level | undefined;
  readonly botId: string;
  readonly portfolioId: string;
  readonly cycleId: string;
  readonly orderId: string;
  readonly symbol: string;
  readonly search: string;
  /** Instants. */
  readonly dateFrom: string;
  readonly dateTo: string;
}

/** Log lines, newest first, paged by cursor, so that lines that arrive meanwhile shift nothing. */
export const logsQuery = (kind: BotKind, filter: LogSearch) =>
  infiniteQueryOptions({
    queryKey: ['logs', kind, filter],
    queryFn: ({ signal, pageParam }) => logPage(kind, filter, { limit: PAGE, cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.cursor,
  });

/** How many lines there are of each level, whatever level the filter names. */
export const logCountsQuery = (kind: BotKind, { level: _, ...filter }: LogSearch) =>
  queryOptions({
    queryKey: ['logs', 'counts', kind, filter],
    queryFn: ({ signal }) => api(getLogCounts, { params: { kind }, query: given(filter), signal }),
    placeholderData: (before) => before,
  });

/** Every line that the filter finds, newest first, up to a bound. */
export async function allLines(queries: QueryClient, kind: BotKind, filter: LogSearch): Promise<readonly LogEntry[]> {
  const lines: LogEntry[] = [];
  for (let cursor: string | null = null; lines.length < EXPORT_MAX; ) {
    const page: Reply<typeof getLogs> = await queries.fetchQuery({
      queryKey: ['log export', kind, filter, cursor],
      queryFn: ({ signal }) => logPage(kind, filter, { limit: EXPORT_PAGE, cursor, signal }),
      gcTime: 0,
      staleTime: 0,
    });
    lines.push(...page.items);
    cursor = page.cursor;
    if (cursor === null) break;
  }
  return lines.slice(0, EXPORT_MAX);
}

interface Paging {
  readonly limit: string;
  readonly cursor: string | null;
  readonly signal: AbortSignal;
}

function logPage(kind: BotKind, { level, ...filter }: LogSearch, { limit, cursor, signal }: Paging) {
  const query = { limit, ...given(filter), ...(level ? { level } : {}), ...(cursor === null ? {} : { cursor }) };
  return api(getLogs, { params: { kind }, query, signal });
}

/** The filters that are set: the server would treat an empty text as a filter that matches nothing. */
function given(filter: Omit<LogSearch, 'level'>): Partial<Omit<LogSearch, 'level'>> {
  return Object.fromEntries(Object.entries(filter).filter(([, text]) => text !== ''));
}
