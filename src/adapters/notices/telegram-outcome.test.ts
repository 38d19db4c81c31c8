import { expect, it } from 'vitest';
import { telegramOutcome } from './telegram-outcome.ts';

const refusal = (code: number, description: string) => JSON.stringify({ ok: false, error_code: code, description });

// Descriptions as the Bot API's server writes them.
it.each([
  [400, 'Bad Request: chat not found', 'CHAT_UNKNOWN'],
  [400, 'Bad Request: PEER_ID_INVALID', 'CHAT_UNKNOWN'],
  [400, 'Bad Request: chat_id is empty', 'CHAT_UNKNOWN'],
  [403, "Forbidden: bot can't initiate conversation with a user", 'CHAT_UNKNOWN'],
  [403, "Forbidden: bot can't send messages to bots", 'CHAT_UNKNOWN'],
  [403, 'Forbidden: bot was blocked by the user', 'CHAT_CLOSED'],
  [403, 'Forbidden: bot was kicked from the supergroup chat', 'CHAT_CLOSED'],
  [403, 'Forbidden: bot is not a member of the channel chat', 'CHAT_CLOSED'],
  [403, 'Forbidden: user is deactivated', 'CHAT_CLOSED'],
  [400, 'Bad Request: not enough rights to send text messages to the chat', 'CHAT_CLOSED'],
  [400, 'Bad Request: CHAT_WRITE_FORBIDDEN', 'CHAT_CLOSED'],
  [400, 'Bad Request: CHAT_SEND_PLAIN_FORBIDDEN', 'CHAT_CLOSED'],
  [400, 'Bad Request: CHANNEL_PRIVATE', 'CHAT_CLOSED'],
  [400, 'Bad Request: the group chat was deleted', 'CHAT_CLOSED'],
  [400, 'Bad Request: need administrator rights in the channel chat', 'CHAT_CLOSED'],
  [400, 'Bad Request: message is too long', 'MESSAGE_REFUSED'],
  [400, 'Bad Request: message text is empty', 'MESSAGE_REFUSED'],
  [400, "Bad Request: can't parse entities: Unexpected end tag at byte offset 3", 'MESSAGE_REFUSED'],
  [400, 'Bad Request: strings must be encoded in UTF-8', 'MESSAGE_REFUSED'],
  [400, 'Bad Request: something new', 'REFUSED'],
  [401, 'Unauthorized', 'TOKEN_REFUSED'],
  [404, 'Not Found', 'TOKEN_REFUSED'],
  [404, 'Not Found: method not found', 'REFUSED'],
  [429, 'Too Many Requests: retry later', 'BUSY'],
  [500, 'Internal Server Error: chat not found', 'REFUSED'],
])('Telegram’s answer %i "%s" is %s', (code, description, failure) => {
  expect(telegramOutcome(code, refusal(code, description))).toEqual({ isSent: false, failure, waitMs: null });
});

it.each([
  [200, '<html>Sign in to this network</html>', 'REFUSED'],
  [200, '', 'REFUSED'],
  [400, '<html>Bad request</html>', 'REFUSED'],
  [401, '{"error":"proxy authentication"}', 'REFUSED'],
  [403, 'Forbidden by policy', 'REFUSED'],
  [404, '<html>nginx</html>', 'REFUSED'],
  [302, '', 'REDIRECTED'],
])('a response %i that is not Telegram’s (%s) blames neither the token nor the chat', (status, text, failure) => {
  expect(telegramOutcome(status, text)).toEqual({ isSent: false, failure, waitMs: null });
});

it('a time to wait is respected whatever the status is, and at most an hour', () => {
  const waits = (status: number, seconds: number) =>
    telegramOutcome(status, JSON.stringify({ ok: false, parameters: { retry_after: seconds } }));
  expect(waits(429, 30)).toEqual({ isSent: false, failure: 'BUSY', waitMs: 30_000 });
  expect(waits(400, 999_999)).toEqual({ isSent: false, failure: 'BUSY', waitMs: 3_600_000 });
});

it.each([null, [], { retry_after: '30' }, { migrate_to_chat_id: 0 }, { migrate_to_chat_id: 'group' }])(
  'unreadable parameters (%j) hide neither the description nor the status',
  (parameters) => {
    const answer = { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user', parameters };
    expect(telegramOutcome(403, JSON.stringify(answer))).toEqual({
      isSent: false,
      failure: 'CHAT_CLOSED',
      waitMs: null,
    });
  },
);
