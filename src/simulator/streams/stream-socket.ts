import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#base/time.ts';
import type { Frame } from './frame.ts';
import { API_ROOT, type StreamAddress } from './stream-address.ts';

/** Limits of one socket, as the exchange names them; wall time. */
export const STREAMS_MAX = 1_024;
const MESSAGES_PER_SECOND_MAX = 10;
const PING_EVERY_MS = 3 * MINUTE_MS;
const PONG_WITHIN_MS = 10 * MINUTE_MS;
const LIFE_MS = DAY_MS;
/** A client that leaves this much unread is dropped, to bound memory. */
export const UNREAD_BYTES_MAX = 16 * 1_024 * 1_024;

/** Close code of RFC 6455 for a policy violation. */
const POLICY = 1_008;
const NORMAL = 1_000;

/**
 * How a socket is silenced: `muted` sends only pongs, `half-open` not even those, as when the other end has vanished.
 */
export type Silence = 'none' | 'muted' | 'half-open';

/** Clock and limits of a socket. */
export interface SocketTerms {
  readonly wallMs: () => number;
  readonly unreadBytesMax: number;
  onText(socket: StreamSocket, text: string): void;
  onClose(socket: StreamSocket): void;
}

/** One client's socket: owns the connection and keeps the exchange's limits on it. */
export class StreamSocket {
  readonly address: StreamAddress;
  /** All subscriptions, including those that are never delivered here. */
  readonly names = new Set<string>();
  silence: Silence = 'none';
  readonly #ws: WebSocket;
  readonly #transport: Duplex;
  readonly #wallMs: () => number;
  readonly #unreadBytesMax: number;
  /** Wall time. */
  readonly openedMs: number;
  #pingedMs: number;
  #pongedMs: number;
  #window = { beganMs: 0, count: 0 };
  #isCorked = false;

  /** @param transport - the underlying connection, corked while messages are written in a row */
  constructor(ws: WebSocket, transport: Duplex, address: StreamAddress, terms: SocketTerms) {
    const { wallMs } = terms;
    this.address = address;
    this.#ws = ws;
    this.#transport = transport;
    this.#wallMs = wallMs;
    this.#unreadBytesMax = terms.unreadBytesMax;
    this.openedMs = this.#pingedMs = this.#pongedMs = wallMs();
    ws.on('message', (data, isBinary) => {
      if (this.#isTooFast() || isBinary) return;
      terms.onText(this, String(data));
    });
    ws.on('ping', (data) => {
      if (!this.#isTooFast() && this.silence !== 'half-open') ws.pong(data);
    });
    ws.on('pong', () => {
      this.#pongedMs = wallMs();
      this.#isTooFast();
    });
    ws.on('close', () => terms.onClose(this));
    ws.on('error', () => ws.terminate()); // A broken frame or connection: the client is gone.
  }

  /** Sends a message of a stream, unless a fault silences the socket. */
  deliver(frame: Frame): void {
    this.#send(this.address.mode === 'stream' ? frame.wrapped : frame.plain);
  }

  /** Sends the answer to a request. */
  answer(body: object): void {
    this.say(JSON.stringify(body));
  }

  /** Sends a text. */
  say(text: string): void {
    this.#send(Buffer.from(text));
  }

  /**
   * Sends pings, drops a client that does not answer, and ends the socket after 24 hours. Called about once a second.
   */
  keep(): void {
    const now = this.#wallMs();
    if (now - this.openedMs >= LIFE_MS) return this.end();
    if (now - this.#pongedMs > PONG_WITHIN_MS) return this.drop();
    if (now - this.#pingedMs < PING_EVERY_MS) return;
    this.#pingedMs = now;
    if (this.silence === 'none') this.#ws.ping(String(now));
  }

  /** Ends the connection as after 24 hours. */
  end(): void {
    this.close(NORMAL, 'The connection has lived for 24 hours');
  }

  /** Ends the connection because a rule was broken. */
  refuse(reason: string): void {
    this.close(POLICY, reason);
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  /** Breaks the connection without a close frame. */
  drop(): void {
    this.#ws.terminate();
  }

  /** Counts a message of the client; ends the connection when there are too many. */
  #isTooFast(): boolean {
    if (this.address.root === API_ROOT) return false; // Its calls are limited by weight.
    const now = this.#wallMs();
    if (now - this.#window.beganMs >= SECOND_MS) this.#window = { beganMs: now, count: 0 };
    this.#window.count += 1;
    if (this.#window.count <= MESSAGES_PER_SECOND_MAX) return false;
    this.refuse('Too many requests');
    return true;
  }

  #send(data: Buffer): void {
    if (this.silence !== 'none' || this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#ws.bufferedAmount > this.#unreadBytesMax) return this.drop();
    this.#cork();
    this.#ws.send(data, { binary: false });
  }

  /** Messages sent in one go are combined in one write. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#transport.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      this.#transport.uncork();
    });
  }
}
