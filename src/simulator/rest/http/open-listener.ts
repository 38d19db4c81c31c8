import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { assert } from '#base/assert.ts';
import type { Certificate } from '../../tls/certificate.ts';
import { type AnswerParts, answerRequest } from './answer-request.ts';
import { deliver } from './deliver.ts';
import type { Endpoint } from './endpoint.ts';
import type { IsOwnRequest } from './own-request.ts';
import { BODY_TOO_LARGE, readBody } from './read-body.ts';

/** What one port of the simulator serves. */
export interface ListenerParts extends AnswerParts {
  readonly endpoints: readonly Endpoint[];
  /** Others are refused before they are counted. */
  readonly isOwnRequest: IsOwnRequest;
  readonly isAdminPath: (path: string) => boolean;
  /** Answers the admin paths. */
  readonly admin: (request: IncomingMessage, response: ServerResponse) => void;
  /** Takes over connections that become web sockets. */
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

export interface Listener {
  readonly port: number;
  /** Ends all connections. */
  close(): Promise<void>;
}

const HEADER_BYTES_MAX = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than clients keep idle connections, so that none is closed while a request is arriving. */
const IDLE_TIMEOUT_MS = 75_000;
/** How often Node checks these timeouts. */
const CHECK_MS = 2_000;
const SILENCE_TIMEOUT_MS = 120_000;
const CONNECTIONS_MAX = 2_000;

/** Where to listen. */
export interface ListenOn {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Without one, nothing is encrypted. */
  readonly certificate?: Certificate;
}

/** Listens on one port for everything: calls, web sockets, the admin surface. */
export async function openListener(parts: ListenerParts, { host, port, certificate }: ListenOn): Promise<Listener> {
  const routes = routesOf(parts.endpoints);
  const scheme = certificate === undefined ? 'http' : 'https';
  const server = serverOf(certificate, (request, response) => {
    serve({ ...parts, routes, scheme }, request, response).catch((cause: unknown) => {
      parts.onFailure(cause);
      response.destroy();
    });
  });
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = IDLE_TIMEOUT_MS;
  server.timeout = SILENCE_TIMEOUT_MS;
  server.maxConnections = CONNECTIONS_MAX;
  server.on('upgrade', (request, socket, head) => {
    if (parts.isOwnRequest(request.headers)) parts.onUpgrade(request, socket, head);
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port, // A server that listens on a port has this kind of address.
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function serverOf(certificate: Certificate | undefined, listener: RequestListener): Server {
  const limits = { maxHeaderSize: HEADER_BYTES_MAX, connectionsCheckingInterval: CHECK_MS };
  return certificate === undefined
    ? createServer(limits, listener)
    : createTlsServer({ ...limits, ...certificate }, listener);
}

function routesOf(endpoints: readonly Endpoint[]): ReadonlyMap<string, Endpoint> {
  const routes = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));
  assert(routes.size === endpoints.length, 'no call of the wire is mounted twice');
  return routes;
}

interface Served extends ListenerParts {
  readonly routes: ReadonlyMap<string, Endpoint>;
  readonly scheme: 'http' | 'https';
}

async function serve(parts: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request;
  const [path = '', query = ''] = splitOnce(url, '?');
  if (!parts.isOwnRequest(request.headers)) return refuseForeign(response);
  if (parts.isAdminPath(path)) return parts.admin(request, response);
  const body = await readBody(request);
  if (body === null) return; // The client has disconnected.
  if (body === BODY_TOO_LARGE) return refuseLarge(response);
  const received = {
    method,
    path,
    query,
    body,
    apiKey: String(request.headers['x-mbx-apikey'] ?? ''),
    address: request.socket.remoteAddress ?? '',
    origin: `${parts.scheme}://${request.headers.host ?? ''}`,
  };
  deliver(await answerRequest(parts, parts.routes.get(`${method} ${path}`), received), response);
}

function splitOnce(text: string, separator: string): readonly string[] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + separator.length)];
}

function refuseForeign(response: ServerResponse): void {
  const detail =
    'Pages of other sites cannot use the simulated exchange. Use localhost, or name the host in SIMULATOR_HOSTS.';
  response
    .writeHead(403, { Connection: 'close', 'Content-Type': 'application/json' })
    .end(JSON.stringify({ code: 'HOST_FOREIGN', detail }));
}

function refuseLarge(response: ServerResponse): void {
  response.writeHead(413, { Connection: 'close' }).end();
}
