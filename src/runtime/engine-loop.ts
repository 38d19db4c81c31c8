import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { MarketMinute } from '#engine/model/account.ts';
import type { Feed } from '#ports/feed.ts';
import { advanceAccount, type PaperAccount } from './paper-account.ts';

/** The event loop is given back after this much work. */
const SLICE_MS = 4;
/** Longest sleep, so that the heartbeat stays recent. */
const SLEEP_MS = 1_000;
/** While both the market and single accounts catch up they take turns: this many minutes of an account each time. */
const CATCH_UP_TURN = 60;

/** What the loop drives, and what it calls. */
export interface EngineLoopOptions {
  readonly feed: Feed;
  /** Open of the last processed minute; the feed has it. */
  readonly start: Instant;
  /** Live map: accounts are added and removed while the loop runs. */
  readonly accounts: ReadonlyMap<string, PaperAccount>;
  /** Whether nothing can be stored at the moment: then nothing is decided either. */
  isHeldUp(): boolean;
  /** Whether too many rows wait for the database. */
  isFull(): boolean;
  /** Resolves at the next commit. */
  whenStored(): Promise<void>;
  minuteClosed(minute: MarketMinute): void;
  /** Called when a lagging account has caught up. */
  caughtUp(account: PaperAccount): void;
  failed(error: unknown): void;
}

/** The running loop. */
export interface EngineLoop {
  /** The last closed minute with its candles. */
  current(): MarketMinute;
  /** Wall time at which the current minute was decided for every account; null while it is being decided. */
  decidedAt(): Instant | null;
  /** Wall time of the last turn, UTC milliseconds. */
  beatAt(): Instant;
  /** Wakes the loop for new work: a lagging account. */
  wake(): void;
  /** Stops between two units of work. */
  stop(): Promise<void>;
}

/** Drives every account through the closed minutes, a slice of work at a time. */
export function startEngineLoop(options: EngineLoopOptions): EngineLoop {
  const work = units(options);
  let isStopping = false;
  let beat = Date.now();
  let wake = (): void => {};
  const stopped = Promise.withResolvers<void>();
  const forget = options.feed.onClosed(() => wake());

  const rest = async (): Promise<void> => {
    const controller = new AbortController();
    wake = () => controller.abort();
    await sleep(SLEEP_MS, null, { signal: controller.signal }).catch(() => null); // An abort is the wake-up.
  };

  const run = async (): Promise<void> => {
    await nextTurn(); // The starter gets the loop before it does any work.
    while (!isStopping) {
      beat = Date.now();
      if (options.isHeldUp()) await rest();
      else if (options.isFull()) await Promise.race([options.whenStored(), stopped.promise]);
      else if (slice(work)) await nextTurn();
      else await rest();
    }
  };

  const running = run().catch(options.failed);
  return {
    current: work.current,
    decidedAt: work.decidedAt,
    beatAt: () => beat as Instant, // The wall clock's reading is whole milliseconds.
    wake: () => wake(),
    stop: async () => {
      isStopping = true;
      stopped.resolve();
      forget();
      wake();
      await running;
    },
  };
}

/** Works for one slice; false when there was nothing to do. */
function slice(work: Units): boolean {
  const until = performance.now() + SLICE_MS;
  if (!work.next()) return false;
  while (performance.now() < until) {
    if (!work.next()) break;
  }
  return true;
}

interface Units {
  current(): MarketMinute;
  decidedAt(): Instant | null;
  /** Does one unit of work: one account, one minute. False when nothing is due. */
  next(): boolean;
}

function units({ feed, start, accounts, minuteClosed, caughtUp }: EngineLoopOptions): Units {
  let minute = feed.minute(start);
  /** Accounts that have yet to process the current minute. */
  let queue: Iterator<PaperAccount> | null = null;
  let decidedAt: Instant | null = null;
  let catchUpTurn = 0;

  const beginMinute = (): boolean => {
    if (feed.closed() <= minute.time) return false;
    minute = feed.minute(later(minute.time, MINUTE_MS));
    queue = [...accounts.values()].filter(({ isLive }) => isLive !== true).values();
    decidedAt = null;
    catchUpTurn = CATCH_UP_TURN;
    return true;
  };

  const advanceNext = (waiting: Iterator<PaperAccount>): void => {
    const { value: account } = waiting.next();
    if (account === undefined) {
      queue = null;
      decidedAt = instantOf(Date.now());
      minuteClosed(minute);
    } else if (!account.isLagging && account.minute < minute.time && accounts.has(account.portfolioId)) {
      advanceAccount(account, minute);
    }
  };

  const catchUp = (): boolean => {
    for (const account of accounts.values()) {
      if (!account.isLagging) continue;
      if (account.minute < minute.time) {
        advanceAccount(account, feed.minute(later(account.minute, MINUTE_MS)));
      } else {
        account.isLagging = false;
        caughtUp(account);
      }
      return true;
    }
    return false;
  };

  return {
    current: () => minute,
    decidedAt: () => decidedAt,
    next() {
      if (queue !== null) {
        advanceNext(queue);
        return true;
      }
      if (catchUpTurn > 0 && catchUp()) {
        catchUpTurn--;
        return true;
      }
      return beginMinute() || catchUp();
    },
  };
}
