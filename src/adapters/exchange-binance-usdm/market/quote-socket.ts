import { type RawData, WebSocket } from 'ws';
import { type BackOff, backOffMs } from '#base/back-off.ts';
import { MINUTE_MS, SECOND_MS } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { BookQuote, QuoteStream } from '#ports/quotes.ts';
import { bookTickerReader } from './book-ticker.ts';

/** In wall milliseconds. */
export interface QuoteTimes {
  /** Delay before each attempt to reconnect. */
  readonly backOff: BackOff;
  /** The exchange pings every three minutes: a socket that was silent for so long is dead. */
  readonly silenceMs: number;
}

const TIMES: QuoteTimes = {
  backOff: { firstMs: SECOND_MS, maxMs: 30 * SECOND_MS, factor: 2 },
  silenceMs: 5 * MINUTE_MS,
};
const HANDSHAKE_MS = 10 * SECOND_MS;
/** The exchange allows no more streams on one socket. */
const STREAMS_MAX = 1_024;
const STREAMS_IN_REQUEST = 200;
/** A quote is some 200 bytes. */
const MESSAGE_BYTES_MAX = 64 * 1_024;

/**
 * The `bookTicker` streams of some instruments over a socket of its own. The library that serves the other streams parses
 * every message into objects; there are more of these than of all others together, so they are read as bytes.
 *
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/websocket-market-streams/Individual-Symbol-Book-Ticker-Streams
 */
export class QuoteSocket implements QuoteStream {
  private readonly url: string;
  private readonly listener: (quote: BookQuote) => void;
  private readonly times: QuoteTimes;
  private read = bookTickerReader([]);
  private names: readonly string[] = [];
  private socket: WebSocket | null = null;
  private retry: NodeJS.Timeout | null = null;
  private silence: NodeJS.Timeout | null = null;
  /** Consecutive connections without a quote. */
  private failures = 0;
  private requests = 0;
  private isClosed = false;

  /** @param fapiStreams - origin of the futures streams, such as "wss://fstream.binance.com" */
  constructor(fapiStreams: string, listener: (quote: BookQuote) => void, times: QuoteTimes = TIMES) {
    this.url = `${fapiStreams}/public/ws`;
    this.listener = listener;
    this.times = times;
  }

  follow(instruments: readonly Instrument[]): void {
    const followed = instruments.slice(0, STREAMS_MAX);
    this.read = bookTickerReader(followed);
    const [before, names] = [new Set(this.names), followed.map(({ symbol }) => `${symbol.toLowerCase()}@bookTicker`)];
    this.names = names;
    const kept = new Set(names);
    this.request(
      'UNSUBSCRIBE',
      [...before].filter((name) => !kept.has(name)),
    );
    this.request(
      'SUBSCRIBE',
      names.filter((name) => !before.has(name)),
    );
    if (this.socket === null && this.retry === null && names.length > 0) this.connect();
  }

  close(): void {
    this.isClosed = true;
    if (this.retry !== null) clearTimeout(this.retry);
    this.socket?.terminate();
  }

  private connect(): void {
    this.retry = null;
    if (this.isClosed) return;
    const socket = new WebSocket(this.url, { handshakeTimeout: HANDSHAKE_MS, maxPayload: MESSAGE_BYTES_MAX });
    this.socket = socket;
    socket.on('open', () => this.request('SUBSCRIBE', this.names));
    socket.on('message', (data) => this.onMessage(data));
    socket.on('ping', () => this.silence?.refresh());
    socket.on('error', () => {}); // A close event follows.
    socket.on('close', () => this.onClose());
    this.silence = setTimeout(() => socket.terminate(), this.times.silenceMs).unref();
  }

  private onMessage(data: RawData): void {
    this.silence?.refresh();
    const quote = Buffer.isBuffer(data) ? this.read(data) : null;
    if (quote === null) return; // An answer to a request, or a quote that cannot be read.
    this.failures = 0;
    this.listener(quote);
  }

  private onClose(): void {
    this.socket = null;
    if (this.silence !== null) clearTimeout(this.silence);
    if (this.isClosed) return;
    this.failures += 1;
    this.retry = setTimeout(() => this.connect(), backOffMs(this.times.backOff, this.failures)).unref();
  }

  private request(method: 'SUBSCRIBE' | 'UNSUBSCRIBE', names: readonly string[]): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return; // All streams are subscribed once it is open.
    for (let from = 0; from < names.length; from += STREAMS_IN_REQUEST) {
      this.requests += 1;
      const params = names.slice(from, from + STREAMS_IN_REQUEST);
      this.socket.send(JSON.stringify({ method, params, id: this.requests }));
    }
  }
}
