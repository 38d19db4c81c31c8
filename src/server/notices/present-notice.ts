import { toSnake } from 'ts-case-convert';
import type * as z from 'zod/mini';
import type { Reply } from '#contract/call.ts';
import { type notice, noticeEvent } from '#contract/notices/notice.ts';
import type { failedDelivery, getNoticeSettings } from '#contract/notices/notice-settings.ts';
import { noticeFailure } from '#contract/notices/notice-settings.ts';
import { isUsual, type NoticeChannel, noticeEvents, type OutsideChannel } from '#engine/notices/notice-events.ts';
import type { FailedDelivery } from '#storage/notices/deliveries.ts';
import type { NoticeChannelRow, NoticeChoiceRow } from '#storage/notices/notice-settings.ts';
import type { NoticeRow } from '#storage/notices/notices.ts';

export function presentNotice(row: NoticeRow): z.output<typeof notice> {
  const { noticeId, event, severity, portfolioId, botId, botName, kind, symbol, direction, cycleId, orderId } = row;
  return {
    ...{ noticeId, event, severity, portfolioId, botId, botName, kind, symbol, direction, cycleId, orderId },
    ts: row.ts.toISOString(),
    code: row.code ?? event,
    detail: row.detail,
    figures: Object.entries(row.figures).map(([name, value]) => ({ name: toSnake(name), value: String(value) })),
    readAt: row.readAt?.toISOString() ?? null,
  };
}

export interface StoredSettings {
  readonly channels: readonly NoticeChannelRow[];
  readonly choices: readonly NoticeChoiceRow[];
  readonly sent: ReadonlyMap<OutsideChannel, Date>;
}

const OUTSIDE = ['webhook', 'telegram'] as const;

export function presentNoticeSettings(
  { channels, choices, sent }: StoredSettings,
  webhookHosts: readonly string[],
): Reply<typeof getNoticeSettings> {
  return {
    channels: OUTSIDE.map((channel) => {
      const row = channels.find((one) => one.channel === channel);
      return {
        channel,
        isSetUp: row !== undefined,
        movedFrom: row?.movedFrom ?? null,
        isOn: row?.isOn ?? false,
        address: row?.address ?? '',
        version: row?.version ?? 0,
        changedAt: row?.changedAt.toISOString() ?? null,
        lastSentAt: sent.get(channel)?.toISOString() ?? null,
      };
    }),
    events: noticeEvent.options.map((event) => {
      const isOn = (channel: NoticeChannel): boolean =>
        choices.find((row) => row.event === event && row.channel === channel)?.isOn ?? isUsual(event, channel);
      const severity = noticeEvents[event];
      return { event, severity, app: isOn('app'), webhook: isOn('webhook'), telegram: isOn('telegram') };
    }),
    webhookHosts: [...webhookHosts],
  };
}

export function presentDelivery(row: FailedDelivery): z.output<typeof failedDelivery> {
  const { noticeId, channel, event, severity, attempts } = row;
  const state = row.state === 'waiting' ? 'waiting' : 'given_up';
  return {
    ...{ noticeId, channel, event, severity, state, attempts },
    toldAt: row.toldAt.toISOString(),
    nextAt: state === 'waiting' ? row.nextAt.toISOString() : null,
    failure: noticeFailure.parse(row.failure),
  };
}
