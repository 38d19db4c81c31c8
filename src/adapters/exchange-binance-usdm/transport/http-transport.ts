import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { unavailableError } from './exchange-error.ts';

/** A request as sent, signed if necessary. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Limit of the whole round trip, to the last byte of the answer; without it each stage has only its own. */
  readonly totalMs?: number;
}

/** An answer of any status with its raw body. */
export interface WireAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Time limits of each stage of a request, and the size limit of an answer. */
export interface TransportLimits {
  readonly connectMs: number;
  readonly headersMs: number;
  readonly bodyMs: number;
  readonly bytesMax: number;
}

/** The exchange's list of all contracts is about 3 MB. */
export const TRANSPORT_LIMITS: TransportLimits = {
  connectMs: 4_000,
  headersMs: 10_000,
  bodyMs: 20_000,
  bytesMax: 32 * 1024 * 1024,
};

/** A connection that was idle this long is not reused, because the server may be closing it. */
const IDLE_MS = 15_000;

/**
 * Sends a request once over kept-alive connections, without redirects. Each stage has a time limit, so that half-open
 * connections and trickling answers end in a typed failure. Only a read is sent a second time, and only if an idle
 * connection turned out to be closed.
 */
export class HttpTransport {
  private readonly limits: TransportLimits;
  private readonly plain = new http.Agent({ keepAlive: true, timeout: IDLE_MS });
  private readonly secure = new https.Agent({ keepAlive: true, timeout: IDLE_MS });

  constructor(limits: TransportLimits = TRANSPORT_LIMITS) {
    this.limits = limits;
  }

  /** @throws ExchangeError EXCHANGE_UNAVAILABLE, with whether anything can have left this machine */
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

/** An idle connection was closed before anything was received. */
const STALE = Symbol('stale');

interface Settle {
  readonly resolve: (answer: WireAnswer | typeof STALE) => void;
  readonly reject: (error: Error) => void;
}

/** A request in progress: a timer for the current stage, and what has been received so far. */
class RoundTrip {
  private readonly transport: HttpTransport;
  private readonly call: http.ClientRequest;
  private readonly settle: Settle;
  private timer: NodeJS.Timeout | undefined;
  private totalTimer: NodeJS.Timeout | undefined;
  private hasLeft = false;
  private hasAnswer = false;

  constructor(transport: HttpTransport, request: WireRequest, settle: Settle) {
    this.transport = transport;
    this.settle = settle;
    this.call = transport.open(request);
    this.call.on('socket', (socket) => this.onSocket(socket, request.url.protocol));
    this.call.on('response', (response) => this.onResponse(response));
    this.call.on('error', (error) => this.onError(error));
    const { totalMs } = request;
    if (totalMs !== undefined) this.totalTimer = setTimeout(() => this.fail('no whole answer in time'), totalMs);
    this.call.end(request.body);
  }

  private onError(error: Error): void {
    const isStale = this.call.reusedSocket && !this.hasAnswer && 'code' in error && error.code === 'ECONNRESET';
    if (!isStale) return this.fail('connection lost', error);
    this.clearTimers();
    this.settle.resolve(STALE);
  }

  private onSocket(socket: Socket, protocol: string): void {
    if (!socket.connecting) return this.onConnected();
    this.wait('connectMs', 'no connection in time');
    socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => this.onConnected());
  }

  private onConnected(): void {
    this.hasLeft = true; // From here on bytes are passed to the operating system.
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
    this.clearTimers();
    const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
    this.settle.resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(headers), text });
  }

  private wait(stage: keyof TransportLimits, reason: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fail(reason), this.transport.limit(stage));
  }

  private clearTimers(): void {
    clearTimeout(this.timer);
    clearTimeout(this.totalTimer);
  }

  private fail(reason: string, cause?: Error): void {
    this.clearTimers();
    this.settle.reject(unavailableError(reason, this.hasLeft, cause));
    this.call.destroy();
  }
}
