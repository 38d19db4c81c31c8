import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from './mix.ts';
import { headersOf, type Visitor } from './visitor.ts';

/** What became of one request. */
export interface Outcome {
  readonly call: string;
  readonly isCommand: boolean;
  /** From the moment at which it was due, so that a late sender hides nothing, to the last byte of the answer. */
  readonly ms: number;
  /** Null when the connection failed. */
  readonly status: number | null;
}

export interface LoadPlan {
  readonly address: string;
  readonly perSecond: number;
  readonly seconds: number;
  /** The request of this number, and who sends it. */
  readonly next: (number: number) => Request & { readonly visitor: Visitor };
}

const SOCKETS_MAX = 400;
const REQUEST_TIMEOUT_MS = 60_000;

/** Sends requests at a fixed rate, whether or not the earlier ones were answered, and waits for the last answer. */
export async function openLoop({ address, perSecond, seconds, next }: LoadPlan): Promise<readonly Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });
  const waiting: Promise<Outcome>[] = [];
  const total = perSecond * seconds;
  const begin = performance.now();
  while (waiting.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - begin) * perSecond) / 1e3) + 1);
    while (waiting.length < due) {
      const number = waiting.length;
      waiting.push(sent(agent, address, next(number), begin + (number * 1e3) / perSecond));
    }
    await sleep(1);
  }
  const outcomes = await Promise.all(waiting);
  agent.destroy();
  return outcomes;
}

/** One request, whatever becomes of it. */
function sent(
  agent: Agent,
  address: string,
  { call, isCommand, path, body, visitor }: Request & { readonly visitor: Visitor },
  dueAt = performance.now(),
): Promise<Outcome> {
  return new Promise((resolve) => {
    const end = (status: number | null): void => {
      resolve({ call, isCommand, status, ms: performance.now() - dueAt });
    };
    const headers = {
      ...headersOf(visitor),
      'accept-encoding': 'gzip, deflate, br, zstd', // As browsers do.
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const request = httpRequest(new URL(path, address), { agent, method, headers, timeout: REQUEST_TIMEOUT_MS });
    request.once('response', (response) => {
      response.resume();
      response.once('end', () => end(response.statusCode ?? null));
      response.once('error', () => end(null));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => end(null));
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
