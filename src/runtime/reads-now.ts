import { setImmediate as nextTurn } from 'node:timers/promises';
import { sum, type Ticks, ticks } from '#base/exact.ts';
import { HOUR_MS, later } from '#base/time.ts';
import type { AtomView } from '#engine/model/account.ts';
import type { Feed } from '#ports/feed.ts';
import type { BotNow, FundsNow, RuntimeReads, WaitNow } from '#ports/runtime.ts';
import type { PaperAccount } from './paper-account.ts';
import type { LiveValues } from './ticks/live-values.ts';

/** All reads together yield the thread after this much work, wall milliseconds: commands and decisions go first. */
const READ_SLICE_MS = 2;

/** What is read: the accounts in memory, their live values, and the closed minutes. */
export interface Readable {
  readonly accounts: ReadonlyMap<string, PaperAccount>;
  readonly viewsOf: LiveValues['views'];
  readonly bar: Feed['bar'];
}

/** Serves the pages' reads of accounts in memory and of closed minutes, a slice of work at a time. */
export function readsNow({ accounts, viewsOf, bar }: Readable): RuntimeReads {
  const slice = sharedSlice();
  return {
    botsNow: (addresses) =>
      gathered(slice, addresses, {
        keyOf: ({ botId }) => botId,
        find: ({ portfolioId, botId }) => botNow(accounts.get(portfolioId), botId, viewsOf),
      }),
    async waitsNow(addresses) {
      const told = new Map<string, readonly WaitNow[]>();
      for (const { portfolioId, botId } of addresses) {
        const account = accounts.get(portfolioId)?.account;
        while (!slice.hasTime()) await slice.next();
        const waits: WaitNow[] = [];
        for (const wait of account?.waits(botId) ?? []) {
          while (!slice.hasTime()) await slice.next(); // A rule may read a thousand bars, and a bot has many atoms.
          waits.push({ ...wait, rule: account?.entryReading(botId, wait) ?? null });
        }
        if (waits.length > 0) told.set(botId, waits);
      }
      return told;
    },
    async pastEntry({ portfolioId, botId, at, ...place }) {
      while (!slice.hasTime()) await slice.next();
      return accounts.get(portfolioId)?.account.pastEntry(botId, place, at) ?? null;
    },
    fundsNow: (ids) => gathered(slice, ids, { keyOf: (id) => id, find: (id) => fundsNow(accounts.get(id), viewsOf) }),
    async closesAt(asked) {
      const found = new Map<string, readonly (Ticks | null)[]>();
      for (const { symbol, times } of asked) {
        const closes: (Ticks | null)[] = [];
        for (const time of times) {
          while (!slice.hasTime()) await slice.next();
          const hour = bar(symbol, later(time, -HOUR_MS), time);
          closes.push(hour === null ? null : ticks(hour.close));
        }
        found.set(symbol, closes);
      }
      return found;
    },
  };
}

/** A slice of the thread's time for reads in every turn of its event loop. */
interface Slice {
  /** Whether there is time left in this turn. */
  hasTime(): boolean;
  /** Resolves in the next turn, with a new slice. */
  next(): Promise<void>;
}

/** Readers that wait for the next slice get it in the order in which they came: the first that is at work uses it up. */
function sharedSlice(): Slice {
  let until = 0;
  let turn: Promise<void> | null = null;
  const begin = async (): Promise<void> => {
    await nextTurn();
    until = performance.now() + READ_SLICE_MS;
    turn = null;
  };
  return {
    hasTime: () => performance.now() < until,
    next() {
      turn ??= begin();
      return turn;
    },
  };
}

async function gathered<Wanted, Found>(
  slice: Slice,
  wanted: readonly Wanted[],
  { keyOf, find }: { readonly keyOf: (one: Wanted) => string; readonly find: (one: Wanted) => Found | null },
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  for (const one of wanted) {
    while (!slice.hasTime()) await slice.next();
    const value = find(one);
    if (value !== null) found.set(keyOf(one), value);
  }
  return found;
}

function botNow(paper: PaperAccount | undefined, botId: string, viewsOf: LiveValues['views']): BotNow | null {
  const snapshot = paper?.account.bot(botId) ?? null;
  if (paper === undefined || snapshot === null) return null;
  return { snapshot, views: viewsOf(paper, botId), committed: paper.account.committed(botId) };
}

/**
 * Only bots with an open cycle have positions. An account that still runs minutes of the past holds nothing yet that is
 * true now: what is stored of it counts.
 */
function fundsNow(paper: PaperAccount | undefined, viewsOf: LiveValues['views']): FundsNow | null {
  if (paper === undefined || paper.isLagging) return null;
  const { account, openCycles } = paper;
  const views: AtomView[] = [];
  for (const botId of openCycles.keys()) views.push(...viewsOf(paper, botId));
  return {
    wallet: account.wallet(),
    unrealized: sum(views.map((view) => view.unrealized)),
    initialMargin: sum(views.map((view) => view.initialMargin)),
    committed: account.committed(),
  };
}
