import type { QueryClient } from '@tanstack/react-query';
import { LIVE_PATH, type LiveRequest, type LiveTopic, liveFrame, liveTopic } from '#contract/live.ts';
import { withOurNames } from '../our-names.ts';
import { idToken } from '../token-source.ts';
import type { LiveStore } from './live-store.ts';

const BACK_OFF_FIRST_MS = 500;
const BACK_OFF_MAX_MS = 15_000;
/** The server sends at least this often; longer silence is a dead connection that TCP has not noticed. */
const SILENCE_MAX_MS = 20_000;
/** The sign-in library renews tokens five minutes before they expire; the server gets the new one within a minute. */
const TOKEN_LOOK_EVERY_MS = 60_000;

/**
 * The one WebSocket of this tab: snapshots of the topics that its components read, then numbered changes. After a gap a
 * topic is followed again; silence or a close means a new connection.
 */
export class LiveConnection {
  readonly #store: LiveStore;
  readonly #queries: QueryClient;
  #socket: WebSocket | null = null;
  #token = '';
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  readonly #renewal: ReturnType<typeof setInterval>;
  #failures = 0;
  /** Word of changed lists was missed while there was no connection. */
  #hasMissedWord = false;
  #isClosed = false;

  constructor(store: LiveStore, queries: QueryClient) {
    this.#store = store;
    this.#queries = queries;
    store.open(Date.now());
    this.#renewal = setInterval(() => void this.#renew(), TOKEN_LOOK_EVERY_MS);
    store.followers.listen({
      follow: (topic) => this.#say({ type: 'follow', topics: [topic] }),
      leave: (topic) => this.#say({ type: 'leave', topics: [topic] }),
    });
  }

  async open(): Promise<void> {
    if (this.#isClosed) return;
    const token = await idToken(false).catch(() => null);
    if (this.#isClosed) return;
    if (token === null) {
      this.#again();
      return;
    }
    this.#token = token;
    const socket = new WebSocket(new URL(LIVE_PATH, location.href.replace(/^http/, 'ws')));
    this.#socket = socket;
    socket.onopen = () => this.#say({ type: 'hello', token, topics: [...this.#store.followers.topics] });
    socket.onmessage = (event) => this.#hear(socket, String(event.data));
    socket.onclose = () => this.#lose(socket);
    this.#watchSilence(socket);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    clearInterval(this.#renewal);
    this.#store.followers.listen(null);
    this.#socket?.close();
    this.#store.clear();
  }

  /** Before the connection is open, there is nobody to tell: the hello says it all. */
  #say(request: LiveRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  #hear(socket: WebSocket, data: string): void {
    if (socket !== this.#socket) return;
    const frame = liveFrame.safeParse(withOurNames(JSON.parse(data)));
    if (!frame.success) {
      socket.close();
      return;
    }
    const { gaps, changed } = this.#store.apply(frame.data, Date.now());
    if (gaps.length > 0) this.#say({ type: 'follow', topics: [...gaps] });
    this.#failures = 0;
    this.#store.setLine('open');
    this.#watchSilence(socket);
    this.#fetchAgain(this.#hasMissedWord ? liveTopic.options : changed);
    this.#hasMissedWord = false;
  }

  #fetchAgain(topics: readonly LiveTopic[]): void {
    for (const topic of topics) void this.#queries.invalidateQueries({ queryKey: [topic] });
  }

  /** Tells the server the token that replaces the one it knows. */
  async #renew(): Promise<void> {
    const token = await idToken(false).catch(() => null);
    if (token === null || token === this.#token) return;
    this.#token = token;
    this.#say({ type: 'token', token });
  }

  #watchSilence(socket: WebSocket): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => socket.close(), SILENCE_MAX_MS);
  }

  #lose(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#hasMissedWord = true;
    clearTimeout(this.#silence);
    this.#store.setLine('lost');
    this.#again();
  }

  #again(): void {
    if (this.#isClosed) return;
    const delayMs = Math.min(BACK_OFF_FIRST_MS * 2 ** this.#failures, BACK_OFF_MAX_MS);
    this.#failures += 1;
    this.#retry = setTimeout(() => void this.open(), delayMs);
    this.#store.setRetry({ at: Date.now() + delayMs, now: () => this.#tryNow() });
  }

  #tryNow(): void {
    if (this.#socket !== null) return; // An attempt is already in progress.
    clearTimeout(this.#retry);
    void this.open();
  }
}
