import type { Instant } from '#base/time.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import { noticeOfNote } from '#engine/notices/notice-of-note.ts';
import type { RuntimeChange } from '#ports/runtime.ts';

/** Minimum interval between two changes sent to a listener: five a second. */
const EVERY_MS = 200;

type Topic = RuntimeChange['touched'][number]['topics'][number];

/** Collects changes and sends them to its listeners. */
export interface ChangeFeed {
  /** A minute closed: all prices are sent, and all bots that change with them. */
  moved(): void;
  /** Stored rows of an owner changed. */
  touched(ownerId: string, topics: Iterable<Topic>): void;
  /** A bot changed, with or without an open cycle. */
  botTouched(ownerId: string, portfolioId: string, botId: string): void;
  /** A price moved between two minutes. */
  priceMoved(price: RuntimeChange['prices'][number]): void;
  subscribe(listener: (change: RuntimeChange) => void): () => void;
  stop(): void;
}

/** What the feed reads from outside when it sends a change. */
export interface ChangeSources {
  minute(): Instant;
  prices(): RuntimeChange['prices'];
  /** Bots that change with the price because they have an open cycle. */
  openBots(): RuntimeChange['bots'];
  /** Called after every change sent. */
  told(change: RuntimeChange): void;
}

/** Collects changes and sends them at most five times a second: the latest prices, each bot and topic once. */
export function changeFeed(sources: ChangeSources): ChangeFeed {
  const listeners = new Set<(change: RuntimeChange) => void>();
  let topics = new Map<string, Set<Topic>>();
  let bots = new Map<string, RuntimeChange['bots'][number]>();
  let prices = new Map<string, RuntimeChange['prices'][number]>();
  let hasMinuteClosed = false;
  let timer: NodeJS.Timeout | null = null;

  const emit = (): void => {
    timer = null;
    if (hasMinuteClosed) {
      for (const bot of sources.openBots()) bots.set(bot.botId, bot);
      for (const price of sources.prices()) prices.set(price.symbol, price);
    }
    const change: RuntimeChange = {
      minute: sources.minute(),
      prices: [...prices.values()],
      bots: [...bots.values()],
      touched: [...topics].map(([ownerId, names]) => ({ ownerId, topics: [...names] })),
    };
    [topics, bots, prices, hasMinuteClosed] = [new Map(), new Map(), new Map(), false];
    for (const listener of listeners) listener(change);
    sources.told(change);
  };

  const schedule = (): void => {
    if (listeners.size > 0) timer ??= setTimeout(emit, EVERY_MS);
  };

  return {
    moved() {
      hasMinuteClosed = true;
      schedule();
    },
    priceMoved(price) {
      if (listeners.size === 0) return;
      prices.set(price.symbol, price);
      schedule();
    },
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

/** The topics under which a record appears on screen. */
export function topicsOf(records: readonly AccountRecord[]): ReadonlySet<Topic> {
  const topics = new Set<Topic>();
  for (const record of records) {
    for (const topic of TOPICS[record.type]) topics.add(topic);
    if (record.type === 'note' && noticeOfNote(record) !== null) topics.add('notices');
    if (movesResults(record)) for (const topic of OF_RESULTS) topics.add(topic);
  }
  return topics;
}

/** Closed results stand in the curves of portfolios and in the rows of bots. */
const OF_RESULTS: readonly Topic[] = ['results', 'bots'];

/** Closed results are those of ended cycles; a curve is moved by a transfer too. */
function movesResults(record: AccountRecord): boolean {
  if (record.type === 'cycle') return record.cycle.endAt !== null;
  return record.type === 'ledger' && record.postings.some(({ account }) => account === 'transfer');
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
