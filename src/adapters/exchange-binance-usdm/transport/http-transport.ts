import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { unavailableError } from './exchange-error.ts';

/** A request as it goes out, signed where it has to be. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer of any status, its body unread. */
export interface WireAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** How long each stage of a request may take, and how much an answer may weigh. */
export interface TransportLimits {
  readonly connectMs: number;
  readonly headersMs: number;
  readonly bodyMs: number;
  readonly bytesMax: number;
}

/** The list of all contracts of the largest exchange is some 3 MB. */
export const TRANSPORT_LIMITS: TransportLimits = {
  connectMs: 4_000,
  headersMs: 10_000,
  bodyMs: 20_000,
  bytesMax: 32 * 1024 * 1024,
};

/** A connection that was idle for so long is not used again: the other side may just be closing it. */
const IDLE_MS = 15_000;

/**
 * Sends a request once over kept-alive connections: no redirect, a time limit for each stage, so that half-open
 * connections and answers that trickle end in a typed failure. Only a read is sent a second time, and only where a
 * connection that had been idle turned out to be closed.
 */
export class HttpTransport {
  private readonly limits: TransportLimits;
  private readonly plain = new http.Agent({ keepAlive: true, timeout: IDLE_MS });
  private readonly secure = new https.Agent({ keepAlive: true, timeout: IDLE_MS });

  constructor(limits: TransportLimits = TRANSPORT_LIMITS) {
    this.limits = limits;
  }

  /** @throws ExchangeError EXCHANGE_UNAVAILABLE, which says whether anything can have left this machine */
  async send(request: WireRequest): Promise<WireAnswer> {
    const first = await this.attempt(request);
    if (first !== STALE) return first;
    const second = request.method === 'GET' ? await this.attempt(request) : STALE;
    if (second === STALE) throw unavailableError('connection lost', true);
    return second;
  }

  /** Closes idle connections. */
  close(): void {
    this.plain.destroy();
    this.secure.destroy();
  }

  private attempt(request: WireRequest): Promise<WireAnswer | typeof STALE> {
    return new Promise((resolve, reject) => new RoundTrip(this, request, { resolve, reject }));
  }

  open({ method, url, headers }: WireRequest): http.ClientRequest {
    const options = { method, headers: { ...headers } };
    return url.protocol === 'https:'
      ? https.request(url, { ...options, agent: this.secure })
      : http.request(url, { ...options, agent: this.plain });
  }

  limit(stage: keyof TransportLimits): number {
    return this.limits[stage];
  }
}

/** A connection that had been idle was closed before anything came back. */
const STALE = Symbol('stale');

interface Settle {
  readonly resolve: (answer: WireAnswer | typeof STALE) => void;
  readonly reject: (error: Error) => void;
}

/** One request on its way: a timer that is set anew at each stage, and what has come so far. */
class RoundTrip {
  private readonly transport: HttpTransport;
  private readonly call: http.ClientRequest;
  private readonly settle: Settle;
  private timer: NodeJS.Timeout | undefined;
  private hasLeft = false;
  private hasAnswer = false;

  constructor(transport: HttpTransport, request: WireRequest, settle: Settle) {
    this.transport = transport;
    this.settle = settle;
    this.call = transport.open(request);
    this.call.on('socket', (socket) => this.onSocket(socket, request.url.protocol));
    this.call.on('response', (response) => this.onResponse(response));
    this.call.on('error', (error) => this.onError(error));
    this.call.end(request.body);
  }

  private onError(error: Error): void {
    const isStale = this.call.reusedSocket && !this.hasAnswer && 'code' in error && error.code === 'ECONNRESET';
    if (!isStale) return this.fail('connection lost', error);
    clearTimeout(this.timer);
    this.settle.resolve(STALE);
  }

  private onSocket(socket: Socket, protocol: string): void {
    if (!socket.connecting) return this.onConnected();
    this.wait('connectMs', 'no connection in time');
    socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => this.onConnected());
  }

  private onConnected(): void {
    this.hasLeft = true; // From here on bytes are handed to the system.
    this.wait('headersMs', 'no answer in time');
  }

  private onResponse(response: http.IncomingMessage): void {
    this.hasAnswer = true;
    this.wait('bodyMs', 'the answer did not end in time');
    const parts: Buffer[] = [];
    let size = 0;
    response.on('data', (part: Buffer) => {
      size += part.length;
      if (size > this.transport.limit('bytesMax')) this.fail('the answer is too large');
      else parts.push(part);
    });
    response.on('aborted', () => this.fail('the answer was cut off'));
    response.on('error', (error) => this.fail('the answer was cut off', error));
    response.on('end', () => this.finish(response, Buffer.concat(parts).toString('utf8')));
  }

  private finish(response: http.IncomingMessage, text: string): void {
    if (!response.complete) return this.fail('the answer was cut off');
    clearTimeout(this.timer);
    const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
    this.settle.resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(headers), text });
  }

  private wait(stage: keyof TransportLimits, reason: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail(reason), this.transport.limit(stage));
  }

  private fail(reason: string, cause?: Error): void {
    clearTimeout(this.timer);
    this.settle.reject(unavailableError(reason, this.hasLeft, cause));
    this.call.destroy();
  }
}
