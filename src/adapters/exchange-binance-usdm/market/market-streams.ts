import type { WebsocketClient } from 'binance';
import { streamClient } from '../transport/clients.ts';
import { unavailableError } from '../transport/exchange-error.ts';

const KEY = 'usdmMarket';
/** The library puts this many streams into one request, which gets one answer. */
const TOPICS_IN_REQUEST = 250;
const SUBSCRIBE_WAIT_MS = 15_000;

/** Callbacks of the market streams. */
export interface StreamListener {
  /** A message, or a list of them; its shape is for the listener to check. */
  message(message: unknown): void;
  /** Reconnected and subscribed to everything again. */
  returned(): void;
  /** An unreadable message arrived. */
  unreadable(): void;
}

/** The market streams of one environment over one socket; the library connects, answers pings and reconnects. */
export class MarketStreams {
  private readonly client: WebsocketClient;
  private readonly listener: StreamListener;
  private topics: readonly string[] = [];
  /** Number of subscription requests without an answer yet. */
  private awaited = 0;
  private wasAway = false;
  private waiting: (() => void)[] = [];
  private connected = false;
  private isClosed = false;

  constructor(wsUrl: string, listener: StreamListener) {
    this.client = streamClient(wsUrl);
    this.listener = listener;
    this.client.on('message', (message) => listener.message(message));
    this.client.on('response', (response) => this.onResponse(response));
    this.client.on('exception', (exception) => this.onException(exception));
    this.client.on('open', () => this.onOpen());
    this.client.on('reconnected', () => this.onOpen());
    this.client.on('reconnecting', () => this.onAway());
  }

  get isConnected(): boolean {
    return this.connected && this.awaited === 0;
  }

  /**
   * Replaces the subscribed streams; resolves when the exchange has confirmed all of them.
   * @throws ExchangeError EXCHANGE_UNAVAILABLE after 15 s; the streams are still subscribed as soon as possible
   */
  async follow(topics: readonly string[]): Promise<void> {
    const [added, dropped] = [without(topics, this.topics), without(this.topics, topics)];
    this.topics = topics;
    if (dropped.length > 0) this.request(dropped, () => this.client.unsubscribe(dropped, KEY));
    if (added.length > 0) this.request(added, () => this.client.subscribe(added, KEY));
    if (this.isConnected || topics.length === 0) return;
    await this.untilSubscribed();
  }

  /** Drops the socket, which the library opens again. */
  restart(): void {
    this.client.getWsStore().getWs(KEY)?.terminate();
  }

  close(): void {
    this.isClosed = true;
    this.connected = false;
    this.client.closeAll(true);
  }

  private request(topics: readonly string[], send: () => Promise<unknown>): void {
    if (this.connected) this.awaited += requestsFor(topics.length);
    // The library retries a failed connection; only the answer counts.
    send().catch(() => {});
  }

  private onOpen(): void {
    this.connected = true;
    this.awaited = requestsFor(this.topics.length);
  }

  private onAway(): void {
    this.connected = false;
    this.wasAway = true;
  }

  private onResponse(response: unknown): void {
    if (typeof response !== 'object' || response === null || !('result' in response) || this.awaited === 0) return;
    this.awaited -= 1;
    if (this.awaited > 0) return;
    for (const resume of this.waiting.splice(0)) resume();
    if (this.wasAway) this.listener.returned();
    this.wasAway = false;
  }

  private onException(exception: unknown): void {
    const isMessage = typeof exception === 'object' && exception !== null && 'eventData' in exception;
    if (isMessage && !this.isClosed) this.listener.unreadable();
  }

  private untilSubscribed(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== resume);
        this.wasAway = true; // The caller continues without, and gets a gap event once the streams are subscribed.
        reject(unavailableError('the streams are not reached', false));
      }, SUBSCRIBE_WAIT_MS);
      const resume = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.waiting.push(resume);
    });
  }
}

function requestsFor(topics: number): number {
  return Math.ceil(topics / TOPICS_IN_REQUEST);
}

function without(list: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return list.filter((item) => !known.has(item));
}
