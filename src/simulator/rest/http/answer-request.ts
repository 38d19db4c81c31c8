import { assert } from '#base/assert.ts';
import type { ApiKey, Simulation } from '../../simulation.ts';
import { accept, refuse, type WireError, type WireReply } from '../../wire-error.ts';
import { checkAccess, textToSign } from './check-access.ts';
import type { Endpoint } from './endpoint.ts';
import { type ArrivedRequest, type Delivery, type FaultHook, type HttpAnswer, jsonAnswer } from './fault-hook.ts';
import { namedParams, parseRequestParams, type RequestParams } from './params.ts';
import type { RateLimits } from './rate-limits.ts';

/** A request as received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** One character per byte. */
  readonly query: string;
  readonly body: string;
  /** Of the header `X-MBX-APIKEY`; empty without one. */
  readonly apiKey: string;
  readonly address: string;
  readonly origin: string;
}

/** What calls are answered from. */
export interface AnswerParts {
  readonly simulation: Simulation;
  readonly limits: RateLimits;
  readonly faults: FaultHook;
  /** Called for failures that no request should be able to cause; the client gets an unknown error. */
  readonly onFailure: (cause: unknown) => void;
}

/** A request whose parameters have been read. */
export interface ReadRequest extends Pick<ReceivedRequest, 'method' | 'path' | 'apiKey' | 'address' | 'origin'> {
  readonly params: WireReply<RequestParams>;
  /** See `Credentials`. */
  readonly signedText: string | null;
}

/** Answers a request of query and body. */
export function answerRequest(
  parts: AnswerParts,
  endpoint: Endpoint | undefined,
  { query, body, ...received }: ReceivedRequest,
): Promise<Delivery> {
  const params = parseRequestParams(decodedBytes(query), decodedBytes(body));
  return answerRead(parts, endpoint, { ...received, params, signedText: textToSign(query, body) });
}

/** Limits of the address, then faults, then key and signature, then limits of the account, then the call itself. */
export async function answerRead(
  parts: AnswerParts,
  endpoint: Endpoint | undefined,
  received: ReadRequest,
): Promise<Delivery> {
  const parsed = received.params;
  const params: RequestParams = parsed.ok ? parsed.value : namedParams([]);
  const charged = chargeWeight(parts, endpoint, params, received.address);
  const arrived: ArrivedRequest = {
    method: received.method,
    path: received.path,
    params,
    accountId: parts.simulation.key(received.apiKey)?.accountId ?? null,
  };
  const answer = (error: WireError): Delivery => ({
    kind: 'send',
    answer: errorAnswer(error, weightHeader(parts, endpoint, received.address)),
  });
  if (!charged.ok) return answer(charged.error);
  const instead = await parts.faults.before(arrived);
  if (instead !== null) return withWeight(instead, weightHeader(parts, endpoint, received.address));
  if (endpoint === undefined) return answer(refuse('pathUnknown', received.path, received.method).error);
  const carried = parsed.ok ? await carryOut(parts, endpoint, received, params) : parsed;
  const headers = { ...weightHeader(parts, endpoint, received.address), ...orderHeaders(parts, endpoint, arrived) };
  const made = carried.ok ? jsonAnswer(200, carried.value, headers) : errorAnswer(carried.error, headers);
  const { contentType = made.contentType } = carried.ok ? endpoint : made;
  return parts.faults.after(arrived, { ...made, contentType });
}

/** An answer made by a fault carries the used weight like any other, except for a firewall's page. */
function withWeight(delivery: Delivery, headers: Readonly<Record<string, string>>): Delivery {
  if (delivery.kind === 'drop' || !delivery.answer.contentType.startsWith('application/json')) return delivery;
  return { ...delivery, answer: { ...delivery.answer, headers: { ...headers, ...delivery.answer.headers } } };
}

/** Decodes texts that are UTF-8 and not percent-encoded. */
function decodedBytes(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}

function chargeWeight(
  { limits, simulation }: AnswerParts,
  endpoint: Endpoint | undefined,
  params: RequestParams,
  address: string,
): WireReply<null> {
  const weight = typeof endpoint?.weight === 'function' ? endpoint.weight(params) : (endpoint?.weight ?? 1);
  return limits.charge(address, endpoint?.pool ?? 'futures', weight, simulation.wallMs());
}

/** The JSON of the answer. */
async function carryOut(
  parts: AnswerParts,
  endpoint: Endpoint,
  received: ReadRequest,
  params: RequestParams,
): Promise<WireReply<string>> {
  const access = checkAccess(endpoint.security, { ...received, params }, parts.simulation);
  if (!access.ok) return access;
  const account = access.value;
  const counted = countOrders(parts, endpoint, account);
  if (!counted.ok) return counted;
  try {
    const answer = await endpoint.handle({ params, simulation: parts.simulation, account, origin: received.origin });
    if (account !== null) await parts.simulation.settled(); // Account data is sent only after everything it depends on is on disk.
    if (!answer.ok) return answer;
    return accept(endpoint.contentType === undefined ? JSON.stringify(answer.value) : String(answer.value));
  } catch (cause) {
    parts.onFailure(cause);
    return refuse('unknown');
  }
}

function countOrders({ limits, simulation }: AnswerParts, endpoint: Endpoint, account: ApiKey | null): WireReply<null> {
  if (endpoint.orders === undefined) return accept(null);
  assert(account !== null, 'a call that places orders asks for a key');
  return limits.chargeOrders(account.accountId, endpoint.orders, simulation.wallMs());
}

function weightHeader({ limits, simulation }: AnswerParts, endpoint: Endpoint | undefined, address: string) {
  const used = limits.usedWeight(address, endpoint?.pool ?? 'futures', simulation.wallMs());
  return { 'X-MBX-USED-WEIGHT-1M': String(used) };
}

function orderHeaders(
  { limits, simulation }: AnswerParts,
  endpoint: Endpoint,
  { accountId }: ArrivedRequest,
): Readonly<Record<string, string>> {
  if (endpoint.orders === undefined || accountId === null) return {};
  const used = limits.usedOrders(accountId, simulation.wallMs());
  return { 'X-MBX-ORDER-COUNT-10S': String(used.tenSeconds), 'X-MBX-ORDER-COUNT-1M': String(used.minute) };
}

function errorAnswer(error: WireError, headers: Readonly<Record<string, string>>): HttpAnswer {
  const retry = error.retryAfterS === undefined ? {} : { 'Retry-After': String(error.retryAfterS) };
  return jsonAnswer(error.status, JSON.stringify({ code: error.code, msg: error.message }), { ...headers, ...retry });
}
