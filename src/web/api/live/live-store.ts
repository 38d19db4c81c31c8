import type * as z from 'zod/mini';
import type { LiveBot, LiveFunds, LiveMessage, LiveTopic } from '#contract/live.ts';
import type { status } from '#contract/system.ts';

export type Status = z.output<typeof status>;
interface LivePrice {
  readonly symbol: string;
  readonly price: string;
  readonly time: string;
}

/** `lost`: the connection is down and being retried; values on screen are as old as `heardAt`. */
export type Line = 'connecting' | 'open' | 'lost';

/** When the next attempt to connect is due, wall time in UTC milliseconds, and how to make it at once. */
export interface Retry {
  readonly at: number;
  readonly now: () => void;
}

/** What one message did to the store. A gap means that a message was missed: only a fresh snapshot helps. */
export type Applied = { readonly kind: 'gap' } | { readonly kind: 'applied'; readonly topics: readonly LiveTopic[] };

/**
 * The live values of this tab, outside React: a tick wakes only the components that read that bot or that symbol.
 */
export class LiveStore {
  /** Null before a snapshot: a change alone has no meaning. */
  #seq: number | null = null;
  #line: Line = 'connecting';
  #heardAt: number | null = null;
  #status: Status | null = null;
  #retry: Retry | null = null;
  readonly #bots = new Map<string, LiveBot>();
  readonly #funds = new Map<string, LiveFunds>();
  readonly #prices = new Map<string, LivePrice>();
  readonly #listeners = new Map<string, Set<() => void>>();

  get line(): Line {
    return this.#line;
  }
  /** Wall time of the last message, UTC milliseconds; null before the first. */
  get heardAt(): number | null {
    return this.#heardAt;
  }
  get status(): Status | null {
    return this.#status;
  }
  /** The next attempt while the connection is lost. */
  get retry(): Retry | null {
    return this.#retry;
  }
  bot(botId: string): LiveBot | null {
    return this.#bots.get(botId) ?? null;
  }
  funds(portfolioId: string): LiveFunds | null {
    return this.#funds.get(portfolioId) ?? null;
  }
  price(symbol: string): LivePrice | null {
    return this.#prices.get(symbol) ?? null;
  }

  setLine(line: Line): void {
    if (line === this.#line) return;
    this.#line = line;
    this.#wake('line');
  }

  setRetry(retry: Retry): void {
    this.#retry = retry;
    this.#wake('line');
  }

  /** @param heardAt - wall time at which the message arrived, UTC milliseconds */
  apply(message: LiveMessage, heardAt: number): Applied {
    if (message.type === 'change' && (this.#seq === null || message.seq !== this.#seq + 1)) return { kind: 'gap' };
    this.#seq = message.seq;
    this.#heardAt = heardAt;
    if (message.type === 'snapshot') this.#forgetRows();
    if (message.status) this.#setStatus(message.status);
    for (const price of message.prices) this.#set(this.#prices, `price:${price.symbol}`, price.symbol, price);
    for (const bot of message.bots) this.#set(this.#bots, `bot:${bot.botId}`, bot.botId, bot);
    for (const funds of message.funds) this.#set(this.#funds, `funds:${funds.portfolioId}`, funds.portfolioId, funds);
    return { kind: 'applied', topics: message.type === 'change' ? message.topics : [] };
  }

  /** Removes everything of this user; called on sign-out. */
  clear(): void {
    this.#seq = null;
    this.#heardAt = null;
    this.#status = null;
    this.#forgetRows();
    this.#wake('status');
  }

  /** @param key - `status`, `line`, `bot:<id>`, `funds:<portfolio id>` or `price:<symbol>` */
  subscribe(key: string, listener: () => void): () => void {
    const group = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, group.add(listener));
    return () => {
      group.delete(listener);
      if (group.size === 0) this.#listeners.delete(key);
    };
  }

  #setStatus(next: Status): void {
    this.#status = next;
    this.#wake('status');
  }

  #set<T>(map: Map<string, T>, key: string, id: string, value: T): void {
    map.set(id, value);
    this.#wake(key);
  }

  #forgetRows(): void {
    const keys = [
      ...[...this.#bots.keys()].map((id) => `bot:${id}`),
      ...[...this.#funds.keys()].map((id) => `funds:${id}`),
    ];
    this.#bots.clear();
    this.#funds.clear();
    this.#prices.clear();
    for (const key of keys) this.#wake(key);
  }

  #wake(key: string): void {
    for (const listener of this.#listeners.get(key) ?? []) listener();
  }
}

export const liveStore = new LiveStore();
