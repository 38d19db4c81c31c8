import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#base/errors.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { AskedMarket } from './ask-page.ts';
import type { Completeness } from './completeness.ts';
import { type FillRules, fillFunding, fillMinutes } from './fill-past.ts';

/** After an answer that makes no sense. */
const REFUSED_WAIT_MS = 10_000;

/** The last closed minute, and what it waits for. */
export interface Head {
  closed(): Instant;
  /** The minute that closed last at the exchange, complete here or not. */
  due(): Instant;
  onClosed(listener: () => void): () => void;
  /** From now on waits for these symbols too. */
  wait(symbols: Iterable<string>, from: Instant): void;
  /** That minute has closed at the exchange. */
  reach(minute: Instant): void;
  /** Minutes were stored. */
  changed(): void;
  /** Minutes were lost: what is missing is asked for at once. */
  hurry(): void;
  stop(): void;
}

/** What the head is put together from. */
export interface HeadOptions {
  readonly market: AskedMarket;
  readonly rules: FillRules;
  readonly completeness: Completeness;
  /** Open of the minute that is closed already. */
  readonly start: Instant;
  /** So long, on the wall clock, the stream may take until the exchange is asked for a minute. */
  readonly graceMs: number;
  /** A broken belief: the program must end. */
  readonly failed: (error: unknown) => void;
}

interface Waiting {
  /** The first minute that is not complete. */
  next: Instant;
  /** Funding is known from there on or being asked for. */
  since: Instant;
  isAsked: boolean;
}

/** Moves on as the minutes of all symbols that it waits for become complete, and asks for those that do not come. */
export function startHead(options: HeadOptions): Head {
  const { market, rules, completeness, start } = options;
  const listeners = new Set<() => void>();
  const waiting = new Map<string, Waiting>();
  let [closed, due] = [start, start];
  let timer: NodeJS.Timeout | null = null;
  let isLooking = false;

  const look = (): void => {
    isLooking = false;
    let first = later(due, MINUTE_MS);
    let isLate = false;
    for (const [symbol, row] of waiting) {
      if (row.next <= due) row.next = completeness.until(symbol, row.next);
      if (row.next <= due) isLate = true;
      first = instantOf(Math.min(first, row.next));
    }
    if (isLate) timer ??= setTimeout(askLate, options.graceMs, due);
    else stopTimer();
    const newest = later(first, -MINUTE_MS);
    if (newest <= closed) return;
    closed = newest;
    for (const listener of listeners) listener();
  };
  /** Once for all that comes in one turn: an exchange tells the minutes of its symbols one behind the other. */
  const lookSoon = (): void => {
    if (isLooking) return;
    isLooking = true;
    setImmediate(look);
  };
  const stopTimer = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const askLate = (until: Instant): void => {
    timer = null;
    for (const [symbol, row] of waiting) {
      if (row.next <= until && !row.isAsked) void ask(symbol, row);
    }
  };
  const ask = async (symbol: string, row: Waiting): Promise<void> => {
    row.isAsked = true;
    try {
      while (row.next <= due) {
        const end = later(due, MINUTE_MS);
        await fillMinutes(market, rules, symbol, { from: row.next, to: end });
        row.next = completeness.until(symbol, row.next);
        if (row.next <= due) await fillFunding(market, rules, symbol, { from: row.since, to: end });
        row.next = completeness.until(symbol, row.next);
      }
    } catch (error) {
      if (rules.signal.aborted) return;
      if (!(error instanceof AppError)) return options.failed(error);
      rules.tell(error.message);
      await sleep(REFUSED_WAIT_MS, null, { signal: rules.signal }).catch(() => null); // Stopping is no failure.
    } finally {
      row.isAsked = false;
      lookSoon();
    }
  };
  return {
    closed: () => closed,
    due: () => due,
    onClosed(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    wait(symbols, from) {
      for (const symbol of symbols) {
        const listed = market.store.listings.get(symbol)?.onboardDate ?? from;
        const known = waiting.get(symbol);
        if (known !== undefined) known.since = instantOf(Math.min(known.since, Math.max(from, listed)));
        else {
          const next = instantOf(Math.max(later(closed, MINUTE_MS), listed));
          waiting.set(symbol, { next, since: instantOf(Math.max(from, listed)), isAsked: false });
        }
      }
      lookSoon();
    },
    reach(minute) {
      if (minute <= due) return;
      due = minute;
      lookSoon();
    },
    changed: lookSoon,
    hurry() {
      stopTimer();
      askLate(due);
    },
    stop() {
      stopTimer();
      listeners.clear();
    },
  };
}
