import type * as z from 'zod/mini';
import {
  type BotChange,
  type FollowedTopic,
  type FundsChange,
  followedTopic,
  type LiveBot,
  type LiveFunds,
  type LiveMessage,
  type LiveTopic,
  liveBot,
  liveFunds,
} from '#contract/live.ts';
import type { status } from '#contract/system.ts';
import { withBotChange, withFields } from './apply-patch.ts';
import { Followers } from './followers.ts';

export type Status = z.output<typeof status>;

/** `lost`: the connection is down and being retried; values on screen are as old as `heardAt`. */
export type Line = 'connecting' | 'open' | 'lost';

/** When the next attempt to connect is due, wall time in UTC milliseconds, and how to make it at once. */
export interface Retry {
  readonly at: number;
  readonly now: () => void;
}

/** What a frame asks of the connection. */
export interface Applied {
  /** Topics of which a message was missed: only a fresh snapshot helps. */
  readonly gaps: readonly FollowedTopic[];
  /** Nouns whose lists changed. */
  readonly changed: readonly LiveTopic[];
}

type Patch = Extract<LiveMessage, { type: 'patch' }>;
type Snapshot = Extract<LiveMessage, { type: 'snapshot' }>;

/**
 * The live values of this tab, outside React: a tick wakes only the components that read that bot or that portfolio.
 * Values are never changed in place; what a patch leaves out stays the same object.
 */
export class LiveStore {
  /** Numbers of the topics that have begun: without a snapshot a patch has no meaning. */
  readonly #seqs = new Map<FollowedTopic, number>();
  #line: Line = 'connecting';
  #openedAt: number | null = null;
  #heardAt: number | null = null;
  #status: Status | null = null;
  #retry: Retry | null = null;
  readonly #bots = new Map<string, LiveBot>();
  readonly #funds = new Map<string, LiveFunds>();
  readonly #listeners = new Map<string, Set<() => void>>();
  /** Keys that the frame in hand has changed: their readers are woken once it is applied whole. */
  readonly #changed = new Set<string>();
  /** Who reads which topic. */
  readonly followers = new Followers((topic) => this.#forget(topic));

  get line(): Line {
    return this.#line;
  }
  /** Wall time since which the tab listens, UTC milliseconds; null while it does not. */
  get openedAt(): number | null {
    return this.#openedAt;
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

  /** @param openedAt - wall time, UTC milliseconds */
  open(openedAt: number): void {
    this.#openedAt = openedAt;
  }

  /** The status as it was asked for once, until the channel tells its own. */
  beginWith(status: Status): void {
    if (this.#status !== null || this.#openedAt === null) return;
    this.#setStatus(status);
    this.#wakeChanged();
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

  /** @param heardAt - wall time at which the frame arrived, UTC milliseconds */
  apply(frame: readonly LiveMessage[], heardAt: number): Applied {
    this.#heardAt = heardAt;
    const [gaps, changed]: [FollowedTopic[], LiveTopic[]] = [[], []];
    for (const message of frame) {
      if (message.type === 'changed') changed.push(...message.topics);
      else if (message.type === 'snapshot') this.#begin(message);
      else if (!this.#proceed(message)) gaps.push(message.topic);
    }
    this.#wakeChanged();
    return { gaps, changed };
  }

  /** Removes everything of this user; called on sign-out. */
  clear(): void {
    this.#openedAt = null;
    this.#heardAt = null;
    for (const topic of followedTopic.options) this.#forget(topic);
  }

  /** @param key - `status`, `line`, `bot:<id>` or `funds:<portfolio id>` */
  subscribe(key: string, listener: () => void): () => void {
    const group = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, group.add(listener));
    const leave = this.followers.join(topicOf(key));
    return () => {
      group.delete(listener);
      if (group.size === 0) this.#listeners.delete(key);
      leave();
    };
  }

  #begin(message: Snapshot): void {
    this.#seqs.set(message.topic, message.seq);
    switch (message.topic) {
      case 'status':
        return this.#setStatus(message.status);
      case 'bots':
        return this.#replace(this.#bots, 'bot', new Map(message.bots.map((bot) => [bot.botId, bot])));
      case 'funds':
        return this.#replace(this.#funds, 'funds', new Map(message.funds.map((funds) => [funds.portfolioId, funds])));
    }
  }

  /** Applies a patch. @returns false when a message before it was missed */
  #proceed(message: Patch): boolean {
    const seq = this.#seqs.get(message.topic);
    if (seq === undefined) return true; // Its snapshot has been asked for.
    if (message.seq !== seq + 1 || !this.#patch(message)) {
      this.#seqs.delete(message.topic);
      return false;
    }
    this.#seqs.set(message.topic, message.seq);
    return true;
  }

  /** @returns false when it names a row that is not known */
  #patch(message: Patch): boolean {
    if (message.topic === 'status') {
      if (this.#status === null) return false;
      this.#setStatus(withFields(this.#status, message.status));
      return true;
    }
    if (message.topic === 'bots') {
      for (const id of message.gone) this.#remove(this.#bots, 'bot', id);
      return message.bots.every((change) => this.#set(this.#bots, `bot:${change.botId}`, botWith(this.#bots, change)));
    }
    for (const id of message.gone) this.#remove(this.#funds, 'funds', id);
    return message.funds.every((change) =>
      this.#set(this.#funds, `funds:${change.portfolioId}`, fundsWith(this.#funds, change)),
    );
  }

  #setStatus(next: Status): void {
    this.#status = next;
    this.#changed.add('status');
  }

  #set<Row>(rows: Map<string, Row>, key: string, row: Row | null): boolean {
    if (row === null) return false;
    rows.set(key.slice(key.indexOf(':') + 1), row);
    this.#changed.add(key);
    return true;
  }

  #remove(rows: Map<string, unknown>, prefix: string, id: string): void {
    if (rows.delete(id)) this.#changed.add(`${prefix}:${id}`);
  }

  #replace<Row>(rows: Map<string, Row>, prefix: string, next: ReadonlyMap<string, Row>): void {
    for (const id of [...rows.keys()]) if (!next.has(id)) this.#remove(rows, prefix, id);
    for (const [id, row] of next) this.#set(rows, `${prefix}:${id}`, row);
  }

  /** What nobody follows grows old, so it is not kept. */
  #forget(topic: FollowedTopic): void {
    this.#seqs.delete(topic);
    if (topic === 'status') {
      this.#status = null;
      this.#changed.add('status');
    } else if (topic === 'bots') this.#replace(this.#bots, 'bot', new Map());
    else this.#replace(this.#funds, 'funds', new Map());
    this.#wakeChanged();
  }

  #wakeChanged(): void {
    const keys = [...this.#changed];
    this.#changed.clear();
    for (const key of keys) this.#wake(key);
  }

  #wake(key: string): void {
    for (const listener of [...(this.#listeners.get(key) ?? [])]) listener();
  }
}

/** Everything but bots and funds comes with the status, which every tab follows. */
function topicOf(key: string): FollowedTopic {
  if (key.startsWith('bot:')) return 'bots';
  return key.startsWith('funds:') ? 'funds' : 'status';
}

/** A known bot with the change, or a new one that comes whole; null when it is neither. */
function botWith(bots: ReadonlyMap<string, LiveBot>, change: BotChange): LiveBot | null {
  const known = bots.get(change.botId);
  return known === undefined ? (liveBot.safeParse(change).data ?? null) : withBotChange(known, change);
}

function fundsWith(funds: ReadonlyMap<string, LiveFunds>, change: FundsChange): LiveFunds | null {
  const known = funds.get(change.portfolioId);
  return known === undefined ? (liveFunds.safeParse(change).data ?? null) : withFields(known, change);
}

export const liveStore = new LiveStore();
