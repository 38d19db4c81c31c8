import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { getWaits } from '#contract/bot.ts';
import { getEntryAt } from '#contract/bots/entry-at.ts';
import type { Reply, SentQuery } from '#contract/call.ts';
import { getLogs } from '#contract/cycle.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';

export type ToldWait = Reply<typeof getWaits>['items'][number];

/** The answer changes with every minute of the market; the topic `bots` also refreshes it. */
const WAITS_REFRESH_MS = 3_000;
const LINES = '100';

export const waitsQuery = (kind: BotKind, botId: string) =>
  queryOptions({
    queryKey: ['bots', 'waits', botId],
    queryFn: ({ signal }) => api(getWaits, { params: { kind }, query: { botId }, signal }),
    refetchInterval: WAITS_REFRESH_MS,
  });

export type ToldEntry = Reply<typeof getEntryAt>;

/** What the rules of an atom said at a close of the past; null: none is looked at. */
export const entryAtQuery = (kind: BotKind, query: SentQuery<typeof getEntryAt> | null) =>
  queryOptions({
    queryKey: ['bots', 'entry at', query],
    queryFn: query === null ? skipToken : ({ signal }) => api(getEntryAt, { params: { kind }, query, signal }),
    placeholderData: keepPreviousData,
  });

/** The newest lines of a bot's log. */
export const botLogQuery = (kind: BotKind, botId: string) =>
  queryOptions({
    queryKey: ['logs', 'bot', botId],
    queryFn: ({ signal }) => api(getLogs, { params: { kind }, query: { botId, limit: LINES }, signal }),
  });
