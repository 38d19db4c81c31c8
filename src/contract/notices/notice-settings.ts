import * as z from 'zod/mini';
import { call } from '../call.ts';
import { count, id, instantText, limitUpTo, listOf, maybeInstant, pageOf } from '../fields.ts';
import { noticeEvent, noticeSeverity, outsideChannel } from './notice.ts';

/** Bounds of the secret that signs a webhook's notices. */
export const WEBHOOK_SECRET_LENGTH = { min: 24, max: 200 } as const;
const ADDRESS_LENGTH_MAX = 2_000;

/** Why notices did not arrive. */
export const noticeFailure = z.enum([
  'ADDRESS_NOT_ALLOWED',
  'ADDRESS_PRIVATE',
  'NAME_UNKNOWN',
  'UNREACHABLE',
  'TIMED_OUT',
  'REDIRECTED',
  'REFUSED',
  'BUSY',
  'TOKEN_REFUSED',
  'CHAT_UNKNOWN',
  'CHAT_CLOSED',
  'MESSAGE_REFUSED',
  'SECRET_UNREADABLE',
  'TOO_OLD',
]);

/** A way out of the program. Its secret is in no answer. */
export const noticeChannelState = z.object({
  channel: outsideChannel,
  isSetUp: z.boolean(),
  isOn: z.boolean(),
  /** The host of the webhook, whose whole address is in no answer, or the id of the chat; empty before it is set up. */
  address: z.string(),
  /** The address before Telegram made the group a supergroup, whose number replaced it; null when the user entered it. */
  movedFrom: z.nullable(z.string()),
  /** Increases with every secret. */
  version: count,
  changedAt: maybeInstant,
  lastSentAt: maybeInstant,
});

/** Where an event goes. */
export const noticeChoice = z.object({
  event: noticeEvent,
  severity: noticeSeverity,
  app: z.boolean(),
  webhook: z.boolean(),
  telegram: z.boolean(),
});

const noticeSettings = z.object({
  channels: z.array(noticeChannelState),
  events: z.array(noticeChoice),
  /** Hosts of WEBHOOK_HOSTS; without one there are no webhooks. */
  webhookHosts: z.array(z.string()),
});

export const getNoticeSettings = call({
  name: 'getNoticeSettings',
  method: 'GET',
  path: '/api/notice-settings',
  summary: 'Get the channels of the user, and which event goes where.',
  access: 'user',
  reply: noticeSettings,
  status: 200,
  refusals: [],
});

/** Choices that are left out stay as they are. */
export const setNoticeChoices = call({
  name: 'setNoticeChoices',
  method: 'POST',
  path: '/api/set-notice-choices',
  summary: 'Choose which events go to which channel.',
  access: 'user',
  body: z.strictObject({
    choices: z
      .array(z.strictObject({ event: noticeEvent, channel: z.enum(['app', 'webhook', 'telegram']), isOn: z.boolean() }))
      .check(z.minLength(1), z.maxLength(200)),
  }),
  reply: noticeSettings,
  status: 200,
  refusals: [],
});

const printable = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.string().check(
    z.regex(new RegExp(`^[\\x21-\\x7e]{${min},${max}}$`), {
      error: `must be ${min} to ${max} printable characters without spaces`,
    }),
  );

/** The caller makes the secret, so that it never has to be shown. Left out, the stored address or secret stays. */
export const setNoticeWebhook = call({
  name: 'setNoticeWebhook',
  method: 'POST',
  path: '/api/set-notice-webhook',
  summary: 'Set the address that notices are posted to, and the secret that signs them.',
  access: 'user',
  body: z.strictObject({
    address: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(ADDRESS_LENGTH_MAX))),
    secret: z.optional(printable(WEBHOOK_SECRET_LENGTH)),
    isOn: z._default(z.boolean(), true),
  }),
  reply: noticeSettings,
  status: 200,
  refusals: ['WEBHOOK_NOT_ALLOWED', 'NOTICE_SECRET_MISSING', 'NOTICE_CHANNEL_NOT_FOUND', 'VERSION_CONFLICT'],
});

export const setNoticeTelegram = call({
  name: 'setNoticeTelegram',
  method: 'POST',
  path: '/api/set-notice-telegram',
  summary: 'Set the chat that notices are sent to, and the token of the bot that sends them.',
  access: 'user',
  body: z.strictObject({
    chatId: z
      .string()
      .check(
        z.trim(),
        z.regex(/^(?:-?\d{1,20}|@\w{4,60})$/, { error: 'must be the number of a chat or @name of a channel' }),
      ),
    token: z.optional(
      z
        .string()
        .check(
          z.trim(),
          z.regex(/^\d{5,20}:[\w-]{20,100}$/, { error: 'must be a token as BotFather gives it: 123456:ABC…' }),
        ),
    ),
    isOn: z._default(z.boolean(), true),
  }),
  reply: noticeSettings,
  status: 200,
  refusals: ['NOTICE_SECRET_MISSING', 'VERSION_CONFLICT'],
});

export const removeNoticeChannel = call({
  name: 'removeNoticeChannel',
  method: 'POST',
  path: '/api/remove-notice-channel',
  summary: 'Remove a channel with its secret; what waits for it is not sent.',
  access: 'user',
  body: z.strictObject({ channel: outsideChannel }),
  reply: noticeSettings,
  status: 200,
  refusals: ['NOTICE_CHANNEL_NOT_FOUND'],
});

export const testNoticeChannel = call({
  name: 'testNoticeChannel',
  method: 'POST',
  path: '/api/test-notice-channel',
  summary: 'Send a test notice to a channel now, and tell whether it arrived.',
  access: 'user',
  body: z.strictObject({ channel: outsideChannel }),
  reply: z.object({ isSent: z.boolean(), failure: z.nullable(noticeFailure) }),
  status: 200,
  refusals: ['NOTICE_CHANNEL_NOT_FOUND'],
});

/** A notice that has failed to leave at least once. */
export const failedDelivery = z.object({
  noticeId: id,
  channel: outsideChannel,
  event: noticeEvent,
  severity: noticeSeverity,
  toldAt: instantText,
  state: z.enum(['waiting', 'given_up']),
  attempts: count,
  /** Null when it was given up. */
  nextAt: maybeInstant,
  failure: noticeFailure,
});

export const getNoticeDeliveries = call({
  name: 'getNoticeDeliveries',
  method: 'GET',
  path: '/api/notice-deliveries',
  summary: 'List the notices that have failed to leave and have not arrived, newest first.',
  access: 'user',
  query: z.strictObject({
    limit: limitUpTo(200, 50),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: pageOf(failedDelivery),
  status: 200,
  refusals: ['CURSOR_INVALID'],
});

export const retryNoticeDelivery = call({
  name: 'retryNoticeDelivery',
  method: 'POST',
  path: '/api/retry-notice-delivery',
  summary: 'Send a notice again that was given up or waits for its next attempt.',
  access: 'user',
  body: z.strictObject({ noticeId: id, channel: outsideChannel }),
  reply: listOf(failedDelivery),
  status: 200,
  refusals: ['NOTICE_NOT_FOUND'],
});
