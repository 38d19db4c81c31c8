import type { NoticeOutcome, NoticeSender, OutgoingNotice } from '#ports/notices/notice-sender.ts';
import { failed, telegramOutcome } from './telegram-outcome.ts';

/** Time for a whole answer. */
const ANSWER_MS = 10_000;
const BODY_BYTES_MAX = 64 * 1_024;
/** https://core.telegram.org/bots/api#sendmessage */
const TEXT_LENGTH_MAX = 4_096;
const NOTICES_MAX = 15;
const MARKS = { critical: '🔴', warning: '🟡', info: '⚪️' } as const;

/**
 * Sends notices to a chat. A group that became a supergroup has another number: the message is sent once more to that one,
 * which is returned. The token is part of Telegram's addresses, so nothing that may quote one leaves this file.
 * @param origin - scheme, host and port of Telegram's API
 */
export function telegramSender({ origin }: { readonly origin: string }): NoticeSender {
  return {
    batchMax: NOTICES_MAX,
    async send({ address, secret }, notices, signal) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
      const endpoint = new URL(`/bot${secret}/sendMessage`, origin);
      const text = textOf(notices);
      const post = async (chatId: string): Promise<NoticeOutcome> => {
        try {
          return await postTo(endpoint, { chatId, text }, within);
        } catch {
          return failed(within.aborted ? 'TIMED_OUT' : 'UNREACHABLE');
        }
      };
      const first = await post(address);
      if (first.movedTo === undefined) return first;
      const { movedTo } = first;
      const { movedTo: _, ...second } = await post(movedTo);
      return { ...second, movedTo };
    },
  };
}

async function postTo(
  endpoint: URL,
  { chatId, text }: { readonly chatId: string; readonly text: string },
  signal: AbortSignal,
): Promise<NoticeOutcome> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id: chatId, text, link_preview_options: { is_disabled: true } }),
    redirect: 'manual',
    signal,
  });
  return telegramOutcome(response.status, await textWithin(response));
}

async function textWithin(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function textOf(notices: readonly OutgoingNotice[]): string {
  return notices.map(lineOf).join('\n\n').slice(0, TEXT_LENGTH_MAX).toWellFormed(); // The cut may halve a sign.
}

function lineOf({ severity, botName, symbol, detail, at }: OutgoingNotice): string {
  const where = [botName, symbol].filter((part) => part !== null).join(' · ');
  const when = at.toISOString().slice(0, 16).replace('T', ' ');
  return `${MARKS[severity]} ${where === '' ? '' : `${where}\n`}${detail}\n${when} UTC`;
}
