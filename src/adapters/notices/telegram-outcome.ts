import * as z from 'zod/mini';
import type { NoticeFailure, NoticeOutcome } from '#ports/notices/notice-sender.ts';

const SECONDS_MAX = 3_600;

/** An optional part; an unreadable one is as if absent, so that it does not hide the others. */
const part = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

/** https://core.telegram.org/bots/api#making-requests */
const responseSchema = z.object({
  ok: z.boolean(),
  error_code: part(z.int()),
  description: part(z.string()),
  // The identifiers of groups are below zero.
  parameters: part(z.object({ retry_after: part(z.int()), migrate_to_chat_id: part(z.int().check(z.lt(0))) })),
});

/** Descriptions by failure, in the words of Telegram's server: https://github.com/tdlib/telegram-bot-api (Client.cpp). */
const DESCRIPTIONS: readonly (readonly [NoticeFailure, RegExp])[] = [
  ['BUSY', /too many requests|retry after|slowmode|slow mode/],
  ['TOKEN_REFUSED', /unauthorized|invalid token|bot was logged out/],
  [
    'CHAT_CLOSED',
    /blocked|kicked|not a member|deactivated|rights|administrator|topic|restricted|_forbidden|_private|chat was deleted/,
  ],
  ['CHAT_UNKNOWN', /chat not found|user not found|chat_id|user_id|peer_id|can.t initiate|can.t send messages to/],
  ['MESSAGE_REFUSED', /message|text|entities|entity|utf-8/],
];

/**
 * Reads a response of Telegram. The description decides, because one status has many causes; a response of something
 * between us and Telegram, such as a proxy, says nothing about the token or the chat.
 */
export function telegramOutcome(status: number, text: string): NoticeOutcome {
  if (status >= 300 && status < 400) return failed('REDIRECTED');
  const response = readResponse(text);
  if (response === null) return failed(status === 429 ? 'BUSY' : 'REFUSED');
  if (response.ok) return { isSent: true };
  const { description = '', error_code: code = status, parameters = {} } = response;
  const { retry_after: seconds = 0, migrate_to_chat_id: chatId } = parameters;
  if (chatId !== undefined) return { ...failed('CHAT_UNKNOWN'), movedTo: String(chatId) };
  const waitMs = seconds > 0 ? Math.min(seconds, SECONDS_MAX) * 1_000 : null;
  return failed(waitMs === null ? failureOf(code, description.toLowerCase()) : 'BUSY', waitMs);
}

export const failed = (failure: NoticeFailure, waitMs: number | null = null) =>
  ({ isSent: false, failure, waitMs }) as const;

function failureOf(code: number, description: string): NoticeFailure {
  if (code === 429) return 'BUSY';
  // A token that is none has no address: "Not Found" and nothing more.
  if (code === 401 || (code === 404 && description === 'not found')) return 'TOKEN_REFUSED';
  if (code >= 500) return 'REFUSED';
  const known = DESCRIPTIONS.find(([, words]) => words.test(description));
  return known?.[0] ?? (code === 403 ? 'CHAT_CLOSED' : 'REFUSED');
}

function readResponse(text: string): z.infer<typeof responseSchema> | null {
  try {
    return responseSchema.parse(JSON.parse(text));
  } catch {
    return null; // A page of something else, or no text at all.
  }
}
