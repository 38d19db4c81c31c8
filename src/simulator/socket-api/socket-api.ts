import { type AnswerParts, answerRead, type ReadRequest } from '../rest/http/answer-request.ts';
import { checkAccess } from '../rest/http/check-access.ts';
import type { Endpoint } from '../rest/http/endpoint.ts';
import type { Delivery } from '../rest/http/fault-hook.ts';
import { keyKind } from '../rest/http/signatures.ts';
import type { StreamSocket } from '../streams/stream-socket.ts';
import { accept, refuse, type WireReply } from '../wire-error.ts';
import { API_METHODS } from './api-methods.ts';
import { type ApiRequest, apiRequest } from './api-request.ts';

/** What the WebSocket API is answered from. */
export interface ApiParts extends AnswerParts {
  readonly endpoints: readonly Endpoint[];
}

/** Calls as messages on a socket; they pass what calls over HTTP pass, and count against the same limits. */
export interface SocketApi {
  /** @param address - of the client */
  onText(socket: StreamSocket, text: string, address: string): void;
}

/** A socket whose client has logged on, and since when. */
interface Session {
  readonly apiKey: string;
  readonly sinceMs: number;
}

type Sessions = WeakMap<StreamSocket, Session>;

export function socketApi(parts: ApiParts): SocketApi {
  const sessions: Sessions = new WeakMap();
  const routes = new Map(parts.endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));
  const carryOut = async (socket: StreamSocket, request: ApiRequest, address: string): Promise<void> => {
    const act = SESSION_ACTS[request.method];
    if (act !== undefined) return tell(socket, request, answerOf(act({ parts, socket, request, sessions })));
    const endpoint = routes.get(API_METHODS[request.method] ?? '');
    if (endpoint === undefined) return tell(socket, request, answerOf(refuse('methodUnknown')));
    const read = readRequest(request, endpoint, { address, session: sessions.get(socket) });
    deliver(parts, { socket, request }, await answerRead(parts, endpoint, read));
  };
  return {
    onText(socket, text, address) {
      const request = apiRequest(text);
      if (request === null) return tell(socket, NOBODYS, answerOf(refuse('jsonInvalid')));
      carryOut(socket, request, address).catch(parts.onFailure);
    },
  };
}

const NOBODYS: Pick<ApiRequest, 'id'> = { id: 'null' };

/** What logs a socket on or off, or tells who has logged on. */
type SessionAct = (call: {
  readonly parts: ApiParts;
  readonly socket: StreamSocket;
  readonly request: ApiRequest;
  readonly sessions: Sessions;
}) => WireReply<object>;

const SESSION_ACTS: Readonly<Record<string, SessionAct>> = {
  'session.logon': ({ parts: { simulation }, socket, request: { params, signedText }, sessions }) => {
    const apiKey = params.get('apiKey') ?? '';
    const access = checkAccess('user-data', { apiKey, signedText, params }, simulation);
    if (!access.ok) return access;
    if (access.value === null || keyKind(access.value) !== 'ed25519') return refuse('keyKind');
    sessions.set(socket, { apiKey, sinceMs: simulation.wallMs() });
    return accept(presentSession(socket, sessions, simulation.wallMs()));
  },
  'session.status': ({ parts: { simulation }, socket, sessions }) =>
    accept(presentSession(socket, sessions, simulation.wallMs())),
  'session.logout': ({ parts: { simulation }, socket, sessions }) => {
    sessions.delete(socket);
    return accept(presentSession(socket, sessions, simulation.wallMs()));
  },
};

function presentSession(socket: StreamSocket, sessions: Sessions, serverTime: number): object {
  const session = sessions.get(socket);
  return {
    apiKey: session?.apiKey ?? null,
    authorizedSince: session?.sinceMs ?? null,
    connectedSince: socket.openedMs,
    returnRateLimits: true,
    serverTime,
  };
}

/** A session that has logged on needs neither key nor signature; a key that is sent counts, with its signature. */
function readRequest(
  { params, signedText }: ApiRequest,
  { method, path }: Endpoint,
  { address, session }: { readonly address: string; readonly session: Session | undefined },
): ReadRequest {
  const apiKey = params.get('apiKey');
  const isOfSession = apiKey === undefined && session !== undefined;
  return {
    method,
    path,
    apiKey: apiKey ?? session?.apiKey ?? '',
    address,
    origin: '',
    params: accept(params),
    signedText: isOfSession ? null : signedText,
  };
}

interface Answer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  /** JSON; null when the answer has none. */
  readonly rateLimits: string | null;
}

function answerOf(reply: WireReply<object>): Answer {
  if (reply.ok) return { status: 200, body: JSON.stringify(reply.value), rateLimits: null };
  const { status, code, message } = reply.error;
  return { status, body: JSON.stringify({ code, msg: message }), rateLimits: null };
}

function tell(socket: StreamSocket, { id }: Pick<ApiRequest, 'id'>, { status, body, rateLimits }: Answer): void {
  socket.say(textOf(id, { status, body, rateLimits }));
}

function textOf(id: string, { status, body, rateLimits }: Answer): string {
  const limits = rateLimits === null ? '' : `,"rateLimits":${rateLimits}`;
  return `{"id":${id},"status":${status},"${status === 200 ? 'result' : 'error'}":${body}${limits}}`;
}

/** Sends an answer, or does what a fault made of it: on a socket a firewall's page is a broken connection. */
function deliver(
  { limits }: ApiParts,
  { socket, request }: { readonly socket: StreamSocket; readonly request: ApiRequest },
  delivery: Delivery,
): void {
  if (delivery.kind === 'drop' || !delivery.answer.contentType.startsWith('application/json')) return socket.drop();
  const { status, body, headers } = delivery.answer;
  const wantsLimits = request.params.get('returnRateLimits') !== 'false';
  const answer = { status, body, rateLimits: wantsLimits ? JSON.stringify(countsOf(headers, limits)) : null };
  if (delivery.kind === 'send') return tell(socket, request, answer);
  socket.say(textOf(request.id, answer).slice(0, delivery.bytes));
  socket.drop();
}

/** What the headers of a call over HTTP say. */
function countsOf(headers: Readonly<Record<string, string>>, limits: AnswerParts['limits']): readonly object[] {
  const orders = limits.orderLimits();
  const rows = [
    ['X-MBX-ORDER-COUNT-10S', 'ORDERS', 'SECOND', 10, orders.tenSeconds],
    ['X-MBX-ORDER-COUNT-1M', 'ORDERS', 'MINUTE', 1, orders.minute],
    ['X-MBX-USED-WEIGHT-1M', 'REQUEST_WEIGHT', 'MINUTE', 1, limits.weightLimit()],
  ] as const;
  return rows.flatMap(([header, rateLimitType, interval, intervalNum, limit]) => {
    const count = headers[header];
    return count === undefined ? [] : [{ rateLimitType, interval, intervalNum, limit, count: Number(count) }];
  });
}
