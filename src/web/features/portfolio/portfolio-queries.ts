import { queryOptions } from '@tanstack/react-query';
import type { Reply } from '#contract/call.ts';
import { getCycles, getLogs } from '#contract/cycle.ts';
import { getPortfolioPnl } from '#contract/portfolio.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';

export type Pnl = Reply<typeof getPortfolioPnl>;

const REFRESH_MS = 15_000;

/** @param dateFrom ISO instant or day; null: from the first */
export const pnlQuery = (portfolioId: string, dateFrom: string | null) =>
  queryOptions({
    queryKey: ['portfolios', 'pnl', portfolioId, dateFrom],
    queryFn: ({ signal }) =>
      api(getPortfolioPnl, { query: { portfolioId, ...(dateFrom === null ? {} : { dateFrom }) }, signal }),
    refetchInterval: REFRESH_MS,
  });

/** What explains a bend of the curves: starts, stops and new versions of the portfolio's bots, newest first. */
const EVENT_CODES = 'BOT_STARTED,BOT_RESTARTED,BOT_STOPPED,BOT_FINISHED,LADDER_REPLACED';

/** @param dateFrom ISO instant */
export const botEventsQuery = (kind: BotKind, portfolioId: string, dateFrom: string) =>
  queryOptions({
    queryKey: ['logs', 'events', kind, portfolioId, dateFrom],
    queryFn: ({ signal }) =>
      api(getLogs, {
        params: { kind },
        query: { portfolioId, dateFrom, codes: EVENT_CODES, limit: '500' },
        signal,
      }),
    placeholderData: (before) => before,
  });

export const cyclesQuery = (kind: BotKind, portfolioId: string) =>
  queryOptions({
    queryKey: ['cycles', kind, portfolioId],
    queryFn: ({ signal }) => api(getCycles, { params: { kind }, query: { portfolioId, limit: '1500' }, signal }),
  });

export const cycleLogsQuery = (kind: BotKind, cycleId: string) =>
  queryOptions({
    queryKey: ['logs', 'cycle', cycleId],
    queryFn: ({ signal }) => api(getLogs, { params: { kind }, query: { cycleId, limit: '200' }, signal }),
  });
