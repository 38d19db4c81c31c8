import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { SECOND_MS } from '#base/time.ts';

/**
 * How a request ended. `offline`: no connection was established. `broken`: the connection was lost before the answer.
 */
export type JsonAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'offline' | 'timeout' | 'broken' };

/** Time limit for establishing a connection, TLS included. */
const CONNECT_MS = 10 * SECOND_MS;
/** Time limit for the whole answer, from the start of the call. */
const ANSWER_MS = 15 * SECOND_MS;
/** A document is at most 1 MiB. */
const BODY_BYTES_MAX = 2 * 1_024 * 1_024;

/**
 * Requests a JSON document with a bearer token, on a new connection. Follows no redirects, never throws, and never puts
 * the token anywhere but into its header.
 */
export function getJson(url: URL, token: string): Promise<JsonAnswer> {
  return new Promise((resolve) => {
    const ask = url.protocol === 'https:' ? tlsRequest : plainRequest;
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    const request = ask(url, { headers, agent: false });
    let isConnected = false;
    const end = (answer: JsonAnswer): void => {
      clearTimeout(connecting);
      clearTimeout(answering);
      request.destroy();
      resolve(answer); // Later events have no effect.
    };
    const connecting = setTimeout(() => end({ kind: 'offline' }), CONNECT_MS);
    const answering = setTimeout(() => end({ kind: 'timeout' }), ANSWER_MS);
    onceConnected(request, url, () => {
      isConnected = true;
      clearTimeout(connecting);
    });
    request.on('error', () => end({ kind: isConnected ? 'broken' : 'offline' }));
    request.on('response', (response) => readBody(response, end));
    request.end();
  });
}

function onceConnected(request: ClientRequest, url: URL, connected: () => void): void {
  const event = url.protocol === 'https:' ? 'secureConnect' : 'connect';
  request.on('socket', (socket: Socket) => socket.once(event, connected));
}

function readBody(response: IncomingMessage, end: (answer: JsonAnswer) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) end({ kind: 'answered', status: response.statusCode ?? 0, body: null });
  });
  response.on('error', () => end({ kind: 'broken' }));
  response.on('end', () => {
    if (!response.complete) return end({ kind: 'broken' });
    end({ kind: 'answered', status: response.statusCode ?? 0, body: parsed(Buffer.concat(chunks).toString()) });
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null; // The schema refuses it.
  }
}
