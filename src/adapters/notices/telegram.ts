import * as z from 'zod/mini';
import type { NoticeFailure, NoticeOutcome, NoticeSender, OutgoingNotice } from '#ports/notices/notice-sender.ts';

/** Time for a whole answer. */
const ANSWER_MS = 10_000;
const BODY_BYTES_MAX = 64 * 1_024;
/** https://core.telegram.org/bots/api#sendmessage */
const TEXT_LENGTH_MAX = 4_096;
const NOTICES_MAX = 15;
const SECONDS_MAX = 3_600;
const MARKS = { critical: '🔴', warning: '🟡', info: '⚪️' } as const;

/** https://core.telegram.org/bots/api#making-requests */
const answerSchema = z.object({
  ok: z.boolean(),
  parameters: z.optional(z.object({ retry_after: z.optional(z.int()) })),
});

/**
 * Sends notices to a chat. The token is part of Telegram's addresses, so nothing that may quote one leaves this file.
 * @param origin - scheme, host and port of Telegram's API
 */
export function telegramSender({ origin }: { readonly origin: string }): NoticeSender {
  return {
    batchMax: NOTICES_MAX,
    async send({ address, secret }, notices, signal) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
      try {
        const response = await fetch(new URL(`/bot${secret}/sendMessage`, origin), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            chat_id: address,
            text: textOf(notices),
            link_preview_options: { is_disabled: true },
          }),
          redirect: 'manual',
          signal: within,
        });
        return outcomeOf(response.status, await waitIn(response));
      } catch {
        return failed(within.aborted ? 'TIMED_OUT' : 'UNREACHABLE');
      }
    },
  };
}

const failed = (failure: NoticeFailure, waitMs: number | null = null): NoticeOutcome => ({
  isSent: false,
  failure,
  waitMs,
});

function outcomeOf(status: number, waitMs: number | null): NoticeOutcome {
  if (status === 200) return { isSent: true };
  if (status === 401 || status === 404) return failed('TOKEN_REFUSED');
  if (status === 400 || status === 403) return failed('CHAT_UNKNOWN');
  if (status >= 300 && status < 400) return failed('REDIRECTED');
  return failed(status === 429 ? 'BUSY' : 'REFUSED', waitMs);
}

/** How long Telegram asks to wait; read only where it can stand. */
async function waitIn(response: Response): Promise<number | null> {
  if (response.status !== 429) {
    await response.body?.cancel();
    return null;
  }
  const seconds = secondsIn(await textWithin(response));
  return seconds > 0 ? Math.min(seconds, SECONDS_MAX) * 1_000 : null;
}

/** 0 when the answer does not say; something between us and Telegram may answer with a page of its own. */
function secondsIn(text: string): number {
  try {
    return answerSchema.parse(JSON.parse(text)).parameters?.retry_after ?? 0;
  } catch {
    return 0;
  }
}

async function textWithin(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return '{}';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function textOf(notices: readonly OutgoingNotice[]): string {
  return notices.map(lineOf).join('\n\n').slice(0, TEXT_LENGTH_MAX);
}

function lineOf({ severity, botName, symbol, detail, at }: OutgoingNotice): string {
  const where = [botName, symbol].filter((part) => part !== null).join(' · ');
  const when = at.toISOString().slice(0, 16).replace('T', ' ');
  return `${MARKS[severity]} ${where === '' ? '' : `${where}\n`}${detail}\n${when} UTC`;
}
