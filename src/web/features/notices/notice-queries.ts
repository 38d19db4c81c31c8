import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Reply, SentBody } from '#contract/call.ts';
import { getNotices, markNotices } from '#contract/notices/notice.ts';
import {
  getNoticeDeliveries,
  getNoticeSettings,
  removeNoticeChannel,
  retryNoticeDelivery,
  setNoticeChoices,
  setNoticeTelegram,
  setNoticeWebhook,
  testNoticeChannel,
} from '#contract/notices/notice-settings.ts';
import type { OutsideChannel } from '#engine/notices/notice-events.ts';
import { api } from '#web/api/api.ts';

export type Notice = Reply<typeof getNotices>['items'][number];
export type NoticeSettings = Reply<typeof getNoticeSettings>;
export type ChannelState = NoticeSettings['channels'][number];
export type EventChoice = NoticeSettings['events'][number];
export type Undelivered = Reply<typeof getNoticeDeliveries>['items'][number];

/** What the user was told of, newest first, paged by cursor. The live channel says when it has changed. */
export const noticesQuery = (isUnread: boolean) =>
  infiniteQueryOptions({
    queryKey: ['notices', 'list', isUnread],
    queryFn: ({ signal, pageParam }) => {
      const unread = isUnread ? { isUnread: 'true' as const } : {};
      return api(getNotices, { query: { ...unread, ...(pageParam === null ? {} : { cursor: pageParam }) }, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.cursor,
  });

export const noticeSettingsQuery = queryOptions({
  queryKey: ['notices', 'settings'],
  queryFn: ({ signal }) => api(getNoticeSettings, { signal }),
});

/** What has failed to leave and has not arrived. */
export const deliveriesQuery = infiniteQueryOptions({
  queryKey: ['notices', 'deliveries'],
  queryFn: ({ signal, pageParam }) =>
    api(getNoticeDeliveries, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.cursor,
});

/** Asks again for everything about notices that could not be read: one press brings the whole page back. */
export function useAskAgain(): () => void {
  const queries = useQueryClient();
  return () =>
    void queries.refetchQueries({ queryKey: ['notices'], predicate: ({ state }) => state.status === 'error' });
}

export function useMarkNotices() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBody<typeof markNotices>) => api(markNotices, { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['notices', 'list'] }),
  });
}

/** Every change answers with the settings as they then are. */
function useSettingsChange<Body>(send: (body: Body) => Promise<NoticeSettings>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (settings) => queries.setQueryData(noticeSettingsQuery.queryKey, settings),
  });
}

export const useChoose = () =>
  useSettingsChange((choices: SentBody<typeof setNoticeChoices>['choices']) =>
    api(setNoticeChoices, { body: { choices } }),
  );
export const useSetWebhook = () =>
  useSettingsChange((body: SentBody<typeof setNoticeWebhook>) => api(setNoticeWebhook, { body }));
export const useSetTelegram = () =>
  useSettingsChange((body: SentBody<typeof setNoticeTelegram>) => api(setNoticeTelegram, { body }));
export const useRemoveChannel = () =>
  useSettingsChange((channel: OutsideChannel) => api(removeNoticeChannel, { body: { channel } }));

export function useTestChannel() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (channel: OutsideChannel) => api(testNoticeChannel, { body: { channel } }),
    // A test may find that the chat has another number.
    onSettled: () => queries.invalidateQueries({ queryKey: noticeSettingsQuery.queryKey }),
  });
}

export function useRetry() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ noticeId, channel }: Pick<Undelivered, 'noticeId' | 'channel'>) =>
      api(retryNoticeDelivery, { body: { noticeId, channel } }),
    onSettled: () => queries.invalidateQueries({ queryKey: deliveriesQuery.queryKey }),
  });
}
