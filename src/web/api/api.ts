import { objectToSnake } from 'ts-case-convert';
import type { Call, Reply, SentBody, SentParams, SentQuery } from '#contract/call.ts';
import { problem as problemSchema } from '#contract/problem/problem-body.ts';
import { ApiError } from './api-error.ts';
import { takeEarly } from './early-answers.ts';
import { withOurNames } from './our-names.ts';
import { idToken } from './token-source.ts';

const TIMEOUT_MS = 20_000;

type Needed<Name extends string, T> = [T] extends [undefined] ? unknown : { readonly [K in Name]: T };
type MaybeNeeded<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Partial<T> extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T };

/** What a call needs to be sent; a part that the call does not have cannot be given. */
export type Sent<C extends Call> = Needed<'params', SentParams<C>> &
  MaybeNeeded<'query', SentQuery<C>> &
  Needed<'body', SentBody<C>> & { readonly signal?: AbortSignal; readonly idempotencyKey?: string };

interface Loose {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

/**
 * Sends one call of the contract and returns its reply in camelCase.
 * A 401 asks the session for a fresh token once. Commands carry an idempotency key, so a repeat has one effect.
 * @throws ApiError with the server's code, or NETWORK, TIMEOUT, BAD_RESPONSE, CANCELLED
 */
export async function api<const C extends Call>(call: C, sent: Sent<C>): Promise<Reply<C>> {
  const loose = sent as Loose; // The parts were checked against the call by the signature.
  const isRead = call.method === 'GET' || call.isRead === true;
  const early = isRead ? await takeEarly(addressOf(call, loose), loose.body && objectToSnake(loose.body)) : null;
  const reply = call.reply.safeParse(withOurNames(early ?? (await asked(call, loose))));
  if (!reply.success) throw new ApiError('BAD_RESPONSE', { cause: reply.error });
  return reply.data as Reply<C>; // Parsed by the schema that the type comes from.
}

/** The body of a successful answer. */
async function asked(call: Call, sent: Loose): Promise<object> {
  const isCommand = call.method !== 'GET' && call.isRead !== true;
  const key = sent.idempotencyKey ?? (isCommand ? crypto.randomUUID() : null);
  let response = await send(call, sent, key, false);
  if (response.status === 401 && call.access === 'user') response = await send(call, sent, key, true);
  if (!response.ok) throw problemOf(response, await jsonOf(response).catch(() => ({})));
  return await jsonOf(response);
}

async function send(call: Call, sent: Loose, key: string | null, isForced: boolean): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = sent.signal ? AbortSignal.any([sent.signal, timeout]) : timeout;
  const headers = new Headers({ accept: 'application/json' });
  if (key !== null) headers.set('idempotency-key', key);
  if (call.access === 'user') {
    const token = await idToken(isForced);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
  }
  const init: RequestInit = { method: call.method, headers, signal };
  if (sent.body) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(objectToSnake(sent.body));
  }
  return fetch(addressOf(call, sent), init).catch((cause: unknown) => {
    if (timeout.aborted) throw new ApiError('TIMEOUT', { cause });
    throw new ApiError(sent.signal?.aborted ? 'CANCELLED' : 'NETWORK', { cause });
  });
}

/** The path with its parameters filled in and the query in snake_case. */
export function addressOf(call: Call, sent: Pick<Loose, 'params' | 'query'>): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(sent.params?.[name])));
  const given = Object.entries(objectToSnake(sent.query ?? {})).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? path : `${path}?${query}`;
}

async function jsonOf(response: Response): Promise<object> {
  try {
    return await response.json();
  } catch (cause) {
    throw new ApiError('BAD_RESPONSE', { cause });
  }
}

/** An error without a problem body is not ours: from 500 on, it is a proxy that cannot reach the server. */
function problemOf(response: Response, body: object): ApiError {
  const parsed = problemSchema.safeParse(withOurNames(body));
  if (!parsed.success) return new ApiError(response.status < 500 ? 'BAD_REQUEST' : 'NETWORK');
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(parsed.data.code, {
    problem: parsed.data,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : null,
  });
}
