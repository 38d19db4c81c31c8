import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Reply } from '#contract/call.ts';
import { getLogs } from '#contract/cycle.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';

export type LogEntry = Reply<typeof getLogs>['items'][number];
export type LogLevel = LogEntry['level'];

const PAGE = '200';

export interface LogFilter {
  readonly level?: LogLevel | undefined;
  readonly botId?: string | undefined;
  readonly cycleId?: string | undefined;
  readonly search?: string | undefined;
}

/** Log lines, newest first, paged by cursor, so that lines that arrive meanwhile shift nothing. */
export const logsQuery = (kind: BotKind, filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['logs', kind, filter],
    queryFn: ({ signal, pageParam }) =>
      api(getLogs, {
        params: { kind },
        query: { limit: PAGE, ...given(filter), ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.cursor,
  });

/** The filters that are set: the server would treat an empty text as a filter that matches nothing. */
function given(filter: LogFilter) {
  return {
    ...(filter.level ? { level: filter.level } : {}),
    ...(filter.botId ? { botId: filter.botId } : {}),
    ...(filter.cycleId ? { cycleId: filter.cycleId } : {}),
    ...(filter.search ? { search: filter.search } : {}),
  };
}
