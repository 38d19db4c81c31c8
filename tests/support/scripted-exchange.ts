import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ExchangeUrls } from '#adapters/exchange-binance-usdm/transport/environments.ts';

export interface ScriptedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
}

/** A response: a value to send as JSON, or a status with a raw text. */
export type ScriptedAnswer =
  | { readonly json: unknown; readonly status?: number; readonly headers?: Record<string, string> }
  | { readonly text: string; readonly status?: number; readonly headers?: Record<string, string> };

/** An exchange scripted by a test, for responses that the simulated one never gives. Listens only on loopback. */
export interface ScriptedExchange {
  readonly urls: ExchangeUrls;
  readonly port: number;
  readonly requests: ScriptedRequest[];
  /** Streams that clients are subscribed to, over all sockets. */
  readonly streams: Set<string>;
  /** Sets the response for "METHOD path"; the latest one counts. A function may read the request, or never respond. */
  answer(
    route: string,
    answer: ScriptedAnswer | ((request: ScriptedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>),
  ): void;
  /** Sends a text to every socket whose path begins with `root`. */
  say(root: string, text: string): void;
  /** Drops every socket without a close frame. */
  drop(): void;
  sockets(): readonly { readonly path: string }[];
  close(): Promise<void>;
}

export async function openScriptedExchange(): Promise<ScriptedExchange> {
  const answers = new Map<string, (request: ScriptedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>>();
  const requests: ScriptedRequest[] = [];
  const streams = new Set<string>();
  const sockets = new Map<WebSocket, string>();
  const raw = new Set<Socket>();
  const server = http.createServer((call, reply) => {
    const url = new URL(call.url ?? '', 'http://scripted');
    const request = { method: call.method ?? '', path: url.pathname, query: url.searchParams, headers: call.headers };
    call.resume();
    requests.push(request);
    const found = answers.get(`${request.method} ${request.path}`);
    if (found === undefined) return void send(reply, { status: 404, json: { code: -5000, msg: 'not scripted' } });
    void Promise.resolve(found(request)).then((answer) => send(reply, answer));
  });
  server.on('connection', (socket) => raw.add(socket));
  const streamServer = new WebSocketServer({ server });
  streamServer.on('connection', (socket, call) => {
    sockets.set(socket, call.url ?? '');
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (data) => {
      const { method, params, id } = JSON.parse(String(data)) as { method: string; params: string[]; id: number };
      for (const name of params) method === 'SUBSCRIBE' ? streams.add(name) : streams.delete(name);
      socket.send(JSON.stringify({ result: null, id }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // A listening TCP server has one.
  return {
    urls: loopbackUrls(port),
    port,
    requests,
    streams,
    answer: (route, answer) => answers.set(route, typeof answer === 'function' ? answer : () => answer),
    say: (root, text) => {
      for (const [socket, path] of sockets) if (path.startsWith(root)) socket.send(text);
    },
    drop: () => {
      for (const socket of sockets.keys()) socket.terminate();
    },
    sockets: () => [...sockets.values()].map((path) => ({ path })),
    close: async () => {
      for (const socket of raw) socket.destroy();
      streamServer.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** All five addresses on one port of this machine. */
export function loopbackUrls(port: number): ExchangeUrls {
  const [rest, streams] = [`http://127.0.0.1:${port}`, `ws://127.0.0.1:${port}`];
  return { spotRest: rest, spotStreams: streams, fapiRest: rest, fapiStreams: streams, fapiWsApi: streams };
}

function send(reply: http.ServerResponse, answer: ScriptedAnswer): void {
  const isJson = 'json' in answer;
  const type = isJson ? 'application/json' : 'text/html';
  reply.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers });
  reply.end(isJson ? JSON.stringify(answer.json) : answer.text);
}
