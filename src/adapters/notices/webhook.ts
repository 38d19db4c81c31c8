import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { NoticeFailure, NoticeOutcome, NoticeSender, OutgoingNotice } from '#ports/notices/notice-sender.ts';
import { isPublicAddress } from './public-address.ts';
import { allowedWebhook, bareAddress, type WebhookHost } from './webhook-address.ts';

/** Time for resolving, connecting, sending and the head of the answer together. */
const ANSWER_MS = 10_000;
const SECONDS_MAX = 3_600;

/** An address that a name has, and its family. */
export interface Resolved {
  readonly address: string;
  readonly family: number;
}

export interface WebhookOptions {
  /** The only hosts that are ever called. */
  readonly hosts: readonly WebhookHost[];
  /** The addresses of a name; left out: those that the system knows. */
  readonly resolve?: (name: string) => Promise<readonly Resolved[]>;
}

/**
 * Sends notices to the addresses of users, signed. A name is resolved once, every address of it is checked, and the
 * connection goes to the first of these and nowhere else; a redirection is a failure.
 */
export function webhookSender({ hosts, resolve = resolveAll }: WebhookOptions): NoticeSender {
  return {
    batchMax: 1,
    async send({ address, secret }, notices, signal) {
      const allowed = allowedWebhook(address, hosts);
      if (allowed === null) return failed('ADDRESS_NOT_ALLOWED');
      const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
      try {
        const place = await placeOf(allowed, resolve);
        if (typeof place === 'string') return failed(place);
        for (const notice of notices) {
          const outcome = await post({ url: allowed.url, place, secret, notice, signal: within });
          if (!outcome.isSent) return outcome;
        }
        return { isSent: true };
      } catch {
        // The reason may quote the address, which may hold a secret of the receiver.
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

const resolveAll = (name: string) => lookup(name, { all: true, order: 'verbatim' });

async function placeOf(
  { url, host }: { readonly url: URL; readonly host: WebhookHost },
  resolve: (name: string) => Promise<readonly Resolved[]>,
): Promise<Resolved | NoticeFailure> {
  const bare = bareAddress(url.hostname);
  if (host.isAddress) return { address: bare, family: bare.includes(':') ? 6 : 4 };
  const found = await resolve(url.hostname).catch(() => []);
  const [first] = found;
  if (first === undefined) return 'NAME_UNKNOWN';
  return found.every(({ address }) => isPublicAddress(address)) ? first : 'ADDRESS_PRIVATE';
}

interface Post {
  readonly url: URL;
  readonly place: Resolved;
  readonly secret: string;
  readonly notice: OutgoingNotice;
  readonly signal: AbortSignal;
}

async function post({ url, place, secret, notice, signal }: Post): Promise<NoticeOutcome> {
  const body = JSON.stringify(bodyOf(notice));
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Botyard',
    'botyard-notice': notice.noticeId,
    'botyard-signature': signatureOf(secret, body, Math.floor(Date.now() / 1_000)),
  };
  const options = { method: 'POST', headers, signal, agent: false, lookup: pinnedTo(place) } as const;
  const answer = await answerTo(url, options, body);
  answer.destroy(); // Only the head is of interest: a body has no end that we would wait for.
  return outcomeOf(answer);
}

function answerTo(url: URL, options: RequestOptions, body: string): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const sent = request(url, options, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * A look-up that knows one answer: the address that was checked. A second look-up of the name could tell another one.
 * @param place - what every name leads to
 */
export function pinnedTo({ address, family }: Resolved): NonNullable<RequestOptions['lookup']> {
  return (_name, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): NoticeOutcome {
  if (statusCode >= 200 && statusCode < 300) return { isSent: true };
  if (statusCode >= 300 && statusCode < 400) return failed('REDIRECTED');
  return failed(statusCode === 429 || statusCode === 503 ? 'BUSY' : 'REFUSED', waitOf(headers['retry-after']));
}

function waitOf(seconds: string | undefined): number | null {
  const asked = /^\d{1,9}$/.test(seconds ?? '') ? Number(seconds) : 0;
  return asked === 0 ? null : Math.min(asked, SECONDS_MAX) * 1_000;
}

/**
 * The value of the header Botyard-Signature: when it was signed, and the HMAC-SHA256 of time and body in hexadecimal. A
 * receiver refuses an old time, so that nobody can send a recorded notice again.
 * @param seconds - since 1970, UTC
 */
export function signatureOf(secret: string, body: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

function bodyOf(notice: OutgoingNotice) {
  return {
    id: notice.noticeId,
    event: notice.event,
    severity: notice.severity,
    time: notice.at.toISOString(),
    detail: notice.detail,
    bot_id: notice.botId,
    bot_name: notice.botName,
    portfolio_id: notice.portfolioId,
    symbol: notice.symbol,
    cycle_id: notice.cycleId,
    order_id: notice.orderId,
    figures: notice.figures,
  };
}
