import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#base/errors.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { AskedMarket } from './ask-page.ts';
import type { Completeness } from './completeness.ts';
import { type FillRules, fillFunding, fillMinutes } from './fill-past.ts';

/**
 * A contract that is not traded gets this part of the patience and no question: it would be asked about every minute. If
 * trading begins again just then, its first minute may be lost to it.
 */
const HALTED_PATIENCE = 0.1;

/** What the head is put together from. */
export interface HeadOptions {
  readonly market: AskedMarket;
  readonly marks: AskedMarket;
  readonly rules: FillRules;
  readonly completeness: Completeness;
  /** Open of the minute that is closed already. */
  readonly start: Instant;
  /** So long, on the wall clock, the stream may take until the exchange is asked for a minute. */
  readonly graceMs: number;
  /** So long after its end a minute of the mark may still change. */
  readonly settleMs: number;
  /** Times the symbols that are held: so long on the wall clock between two questions for the marks of one of them. */
  readonly marksEveryMs: number;
  /** So long a symbol is left alone after an answer that makes no sense. */
  readonly refusedMs: number;
  /** An internal error: the program must end. */
  readonly failed: (error: unknown) => void;
}

interface Waiting {
  /** The first minute that is not complete. */
  next: Instant;
  /** Funding is known from there on or being asked for. */
  since: Instant;
  isAsked: boolean;
  /** When its marks were asked for last, wall milliseconds. */
  marksAskedMs: number;
}

/**
 * The last closed minute. It moves on as the minutes of all symbols that it waits for become complete, and asks for those
 * that do not come.
 */
export class Head {
  private readonly options: HeadOptions;
  private readonly listeners = new Set<() => void>();
  private readonly waiting = new Map<string, Waiting>();
  private closedMinute: Instant;
  private dueMinute: Instant;
  private timer: NodeJS.Timeout | null = null;
  private haltedTimer: NodeJS.Timeout | null = null;
  private isLooking = false;

  constructor(options: HeadOptions) {
    this.options = options;
    this.closedMinute = options.start;
    this.dueMinute = options.start;
  }

  closed(): Instant {
    return this.closedMinute;
  }

  /** The minute that closed last at the exchange, complete here or not. */
  due(): Instant {
    return this.dueMinute;
  }

  onClosed(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** From now on waits for these symbols too. */
  wait(symbols: Iterable<string>, from: Instant): void {
    for (const symbol of symbols) {
      const listed = this.options.market.store.listings.get(symbol)?.onboardDate ?? from;
      const since = instantOf(Math.max(from, listed));
      const known = this.waiting.get(symbol);
      const next = instantOf(Math.max(later(this.closedMinute, MINUTE_MS), listed));
      if (known === undefined) this.waiting.set(symbol, { next, since, isAsked: false, marksAskedMs: 0 });
      else known.since = instantOf(Math.min(known.since, since));
    }
    this.changed();
  }

  /** That minute has closed at the exchange. */
  reach(minute: Instant): void {
    if (minute <= this.dueMinute) return;
    this.dueMinute = minute;
    this.changed();
  }

  /**
   * Minutes were stored: looks soon, once for all that comes in one turn, for an exchange tells the minutes of its symbols
   * one behind the other.
   */
  changed(): void {
    if (this.isLooking) return;
    this.isLooking = true;
    setImmediate(() => this.look());
  }

  /** Minutes were lost: what is missing is asked for at once. */
  hurry(): void {
    this.stopTimer();
    this.askLate(this.dueMinute);
  }

  stop(): void {
    this.stopTimer();
    if (this.haltedTimer !== null) clearTimeout(this.haltedTimer);
    this.listeners.clear();
  }

  private look(): void {
    this.isLooking = false;
    let [first, isLate] = [later(this.dueMinute, MINUTE_MS), false];
    for (const [symbol, row] of this.waiting) {
      if (row.next <= this.dueMinute) row.next = this.options.completeness.until(symbol, row.next);
      first = instantOf(Math.min(first, row.next));
      if (row.next > this.dueMinute) continue;
      const known = this.options.market.store.knownUntil(symbol, row.next);
      if (known > row.next) this.settleSoon(symbol, row, known);
      else if (this.isTraded(symbol)) isLate = true;
      else this.passSoon();
    }
    if (isLate) this.startTimer();
    else this.stopTimer();
    this.moveTo(later(first, -MINUTE_MS));
  }

  private isTraded(symbol: string): boolean {
    return this.options.market.store.listings.get(symbol)?.status === 'TRADING';
  }

  /** Minutes of contracts that are not traded. */
  private passSoon(): void {
    const late = this.dueMinute;
    this.haltedTimer ??= setTimeout(() => this.passHalted(late), this.options.graceMs * HALTED_PATIENCE);
  }

  private passHalted(until: Instant): void {
    this.haltedTimer = null;
    for (const [symbol, row] of this.waiting) {
      if (row.next > until || this.isTraded(symbol)) continue;
      this.options.market.store.putAbsent(symbol, { from: row.next, to: later(until, MINUTE_MS) });
    }
    this.changed();
  }

  private moveTo(minute: Instant): void {
    if (minute <= this.closedMinute) return;
    this.closedMinute = minute;
    for (const listener of this.listeners) listener();
  }

  /** Settlements and marks come over no stream: where nothing else is missing there is nothing to be patient for. */
  private settleSoon(symbol: string, row: Waiting, known: Instant): void {
    if (!row.isAsked) void this.ask(row, () => this.settle(symbol, row, known));
  }

  private askLate(until: Instant): void {
    this.timer = null;
    for (const [symbol, row] of this.waiting) {
      if (row.next <= until && !row.isAsked) void this.ask(row, () => this.fill(symbol, row));
    }
  }

  private async fill(symbol: string, row: Waiting): Promise<void> {
    const { market, rules, completeness } = this.options;
    while (row.next <= this.dueMinute) {
      const end = later(this.dueMinute, MINUTE_MS);
      await fillMinutes(market, rules, symbol, { from: row.next, to: end });
      row.next = completeness.until(symbol, row.next);
      if (row.next < end) await this.settle(symbol, row, end);
    }
  }

  private async settle(symbol: string, row: Waiting, end: Instant): Promise<void> {
    const { market, rules, completeness } = this.options;
    if (completeness.settledUntil(symbol, row.next) < end) {
      await fillFunding(market, rules, symbol, { from: row.since, to: end });
    }
    await this.fillMarks(symbol, row);
    row.next = completeness.until(symbol, row.next);
  }

  /**
   * Asks once for all marks that are missing behind the candles that are there. The faster the market's time and the more
   * symbols are held, the more minutes a question is for: the budget is the same, and the head stays a little behind.
   */
  private async fillMarks(symbol: string, row: Waiting): Promise<void> {
    const { market, marks, rules, settleMs } = this.options;
    const missing = () =>
      marks.store.missing(symbol, { from: row.next, to: market.store.knownUntil(symbol, row.next) }).at(-1);
    if (missing() === undefined) return;
    const nextMs = row.marksAskedMs + this.marksEveryMs() * this.waiting.size;
    await sleep(Math.max(settleMs, nextMs - Date.now()), null, { signal: rules.signal });
    row.marksAskedMs = Date.now();
    const last = missing();
    if (last !== undefined) await fillMinutes(marks, rules, symbol, { from: row.next, to: last.to });
  }

  /** What is left of the budget, as after a long past was asked for, is spread over the rest of the exchange's minute. */
  private marksEveryMs(): number {
    const { rules } = this.options;
    const { limit, used } = rules.source.budget();
    const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
    return Math.max(this.options.marksEveryMs, leftMs / Math.max(1, limit * rules.share - used));
  }

  private async ask(row: Waiting, work: () => Promise<void>): Promise<void> {
    const { rules, failed, refusedMs } = this.options;
    row.isAsked = true;
    try {
      await work();
    } catch (error) {
      if (rules.signal.aborted) return;
      if (!(error instanceof AppError)) return failed(error);
      rules.tell(error.message);
      await sleep(refusedMs, null, { signal: rules.signal }).catch(() => null); // Stopping is no failure.
    } finally {
      row.isAsked = false;
      this.changed();
    }
  }

  /** The patience is for the minutes that are late now; those that close meanwhile have a right to their own. */
  private startTimer(): void {
    const late = this.dueMinute;
    this.timer ??= setTimeout(() => this.askLate(late), this.options.graceMs);
  }

  private stopTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
