import type { Instant } from '#base/time.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import type { RuntimeChange } from './runtime.ts';

/** At most five changes a second reach a listener. */
const EVERY_MS = 200;

type Topic = RuntimeChange['touched'][number]['topics'][number];

/** Takes in what changed, gives out what is worth telling. */
export interface ChangeFeed {
  /** The market moved on. */
  moved(): void;
  /** Stored rows of an owner changed. */
  touched(ownerId: string, topics: Iterable<Topic>): void;
  /** A bot changed that may hold nothing. */
  botTouched(ownerId: string, portfolioId: string, botId: string): void;
  subscribe(listener: (change: RuntimeChange) => void): () => void;
  stop(): void;
}

/** What the feed cannot know itself, read when a change goes out. */
export interface ChangeSources {
  minute(): Instant;
  prices(): RuntimeChange['prices'];
  /** Bots that change with the price because they have an open cycle. */
  openBots(): RuntimeChange['bots'];
}

/** Gathers what changed and tells it at most five times a second: the latest prices, each bot and topic once. */
export function changeFeed(sources: ChangeSources): ChangeFeed {
  const listeners = new Set<(change: RuntimeChange) => void>();
  let topics = new Map<string, Set<Topic>>();
  let bots = new Map<string, RuntimeChange['bots'][number]>();
  let timer: NodeJS.Timeout | null = null;

  const emit = (): void => {
    timer = null;
    for (const bot of sources.openBots()) bots.set(bot.botId, bot);
    const change: RuntimeChange = {
      minute: sources.minute(),
      prices: sources.prices(),
      bots: [...bots.values()],
      touched: [...topics].map(([ownerId, names]) => ({ ownerId, topics: [...names] })),
    };
    [topics, bots] = [new Map(), new Map()];
    for (const listener of listeners) listener(change);
  };

  const schedule = (): void => {
    if (listeners.size > 0) timer ??= setTimeout(emit, EVERY_MS);
  };

  return {
    moved: schedule,
    touched(ownerId, names) {
      if (listeners.size === 0) return;
      const gathered = topics.get(ownerId) ?? new Set();
      for (const name of names) gathered.add(name);
      topics.set(ownerId, gathered);
      schedule();
    },
    botTouched(ownerId, portfolioId, botId) {
      if (listeners.size === 0) return;
      bots.set(botId, { ownerId, portfolioId, botId });
      schedule();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      listeners.clear();
    },
  };
}

/** The lists of the screens that a record appears in. */
export function topicsOf(records: readonly AccountRecord[]): ReadonlySet<Topic> {
  const topics = new Set<Topic>();
  for (const record of records) for (const topic of TOPICS[record.type]) topics.add(topic);
  return topics;
}

const TOPICS: Readonly<Record<AccountRecord['type'], readonly Topic[]>> = {
  trade: ['cycles', 'portfolios'],
  order: ['cycles'],
  cycle: ['cycles', 'portfolios'],
  'net-cycle': ['cycles'],
  ledger: ['portfolios'],
  note: ['logs'],
  bot: ['bots', 'portfolios'],
};
