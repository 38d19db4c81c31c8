import type { QueryClient } from '@tanstack/react-query';
import { LIVE_PATH, liveMessage } from '#contract/live.ts';
import { withOurNames } from '../our-names.ts';
import { idToken } from '../token-source.ts';
import type { LiveStore } from './live-store.ts';

const BACK_OFF_FIRST_MS = 500;
const BACK_OFF_MAX_MS = 15_000;
/** The server sends at least this often; longer silence is a dead connection that TCP has not noticed. */
const SILENCE_MAX_MS = 20_000;

/** The one WebSocket of this tab: snapshot, then numbered changes; a gap, silence or a close means a new connection. */
export class LiveConnection {
  readonly #store: LiveStore;
  readonly #queries: QueryClient;
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isClosed = false;

  constructor(store: LiveStore, queries: QueryClient) {
    this.#store = store;
    this.#queries = queries;
  }

  async open(): Promise<void> {
    if (this.#isClosed) return;
    const token = await idToken(false).catch(() => null);
    if (this.#isClosed) return;
    if (token === null) {
      this.#again();
      return;
    }
    const socket = new WebSocket(new URL(LIVE_PATH, location.href.replace(/^http/, 'ws')));
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', token }));
    socket.onmessage = (event) => this.#hear(socket, String(event.data));
    socket.onclose = () => this.#lose(socket);
    this.#watchSilence(socket);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    this.#socket?.close();
    this.#store.clear();
  }

  #hear(socket: WebSocket, data: string): void {
    if (socket !== this.#socket) return;
    const message = liveMessage.safeParse(withOurNames(JSON.parse(data)));
    const applied = message.success ? this.#store.apply(message.data, Date.now()) : { kind: 'gap' as const };
    if (applied.kind === 'gap') {
      socket.close();
      return;
    }
    this.#failures = 0;
    this.#store.setLine('open');
    this.#watchSilence(socket);
    for (const topic of applied.topics) void this.#queries.invalidateQueries({ queryKey: [topic] });
  }

  #watchSilence(socket: WebSocket): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => socket.close(), SILENCE_MAX_MS);
  }

  #lose(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
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
