import * as z from 'zod/mini';
import { type NoticeEvent, noticeEvents } from '#engine/notices/notice-events.ts';
import { call } from '../call.ts';
import { count, id, instantText, limitUpTo, maybeInstant, pageOf } from '../fields.ts';

const events = Object.keys(noticeEvents) as NoticeEvent[]; // Its own keys, which TypeScript types as any string.

export const noticeEvent = z.enum(events);
export const noticeSeverity = z.enum(['critical', 'warning', 'info']);
/** The channels that leave the program. */
export const outsideChannel = z.enum(['webhook', 'telegram']);

/** Something that the user is told of. */
export const notice = z.object({
  noticeId: id,
  event: noticeEvent,
  severity: noticeSeverity,
  /** When it happened: market time for what a bot did, otherwise wall time. */
  ts: instantText,
  portfolioId: z.nullable(id),
  botId: z.nullable(id),
  botName: z.nullable(z.string()),
  kind: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  direction: z.nullable(z.enum(['buy', 'sell'])),
  cycleId: z.nullable(id),
  orderId: z.nullable(id),
  /** Which sentence it is: the code of the log line, or of the state of the program. */
  code: z.string(),
  /** An English sentence. */
  detail: z.string(),
  /** The numbers of the sentence. */
  figures: z.array(z.object({ name: z.string(), value: z.string() })),
  readAt: maybeInstant,
});

const LIMIT_MAX = 200;
const LIMIT_USUAL = 50;
const cursor = z.optional(z.string().check(z.maxLength(200)));

export const getNotices = call({
  name: 'getNotices',
  method: 'GET',
  path: '/api/notices',
  summary: 'List what the user was told of, newest first, with the number of unread notices.',
  access: 'user',
  query: z.strictObject({
    isUnread: z.optional(z.enum(['true', 'false'])),
    limit: limitUpTo(LIMIT_MAX, LIMIT_USUAL),
    cursor,
  }),
  reply: z.extend(pageOf(notice), { unread: count }),
  status: 200,
  refusals: ['CURSOR_INVALID'],
});

/** Either the ids of notices, or `up_to` for one and all older ones. */
export const markNotices = call({
  name: 'markNotices',
  method: 'POST',
  path: '/api/mark-notices',
  summary: 'Mark notices as read, or as unread again.',
  access: 'user',
  body: z.strictObject({
    noticeIds: z.optional(z.array(id).check(z.maxLength(LIMIT_MAX))),
    upTo: z.optional(id),
    isRead: z._default(z.boolean(), true),
  }),
  reply: z.object({ unread: count }),
  status: 200,
  refusals: ['NOTICE_NOT_FOUND'],
});
