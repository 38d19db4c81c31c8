import { assert, unreachable } from '#base/assert.ts';
import type { Outcome } from '#base/errors.ts';
import { HOUR_MS, instantOf, later } from '#base/time.ts';
import type { MarketMinute } from '#engine/model/account.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import { NO_TRADE, type Venue, type VenueEvent, type VenueFill, type VenueIncome } from '#ports/venue.ts';
import type { AccountBatch } from '#storage/recorder/recorder.ts';
import { advanceAccount, type PaperAccount, takeAccountBatch } from '../paper-account.ts';
import type { LiveState } from './account-state.ts';
import { askOrder, type Found } from './inputs/ask-order.ts';
import { recordFill } from './inputs/record-fill.ts';
import { settleOrders } from './inputs/settle-orders.ts';
import { takeAnswer } from './inputs/take-answer.ts';
import { takeEvent } from './inputs/take-event.ts';
import { takeFound } from './inputs/take-found.ts';
import { marketDayOf, takeIncome } from './inputs/take-income.ts';
import { emptyJournal, type JournalDraft, type NewRequest } from './journal/journal-draft.ts';
import type { LiveOrder } from './orders/live-order.ts';
import { dropEntries, planRequests } from './orders/plan-requests.ts';
import { type RequestAnswer, sendRequest } from './orders/send-request.ts';

/** How long after an answer that does not settle an order it is asked for again, wall milliseconds. */
const ASK_AGAIN_MS = 1_000;

/** How the transaction of an account ended: another program has the account, or an entry came after a halt. */
export type Journalled = 'stored' | 'fenced' | 'halted';

export interface ExchangeAccountOptions {
  readonly state: LiveState;
  /**
   * Stores a draft, the portfolios' records and snapshots in one transaction; the same draft may be stored again when the
   * outcome of a commit is not known. Rejects only when it is given up.
   */
  store(draft: JournalDraft): Promise<Journalled>;
  /** Called after each transaction. */
  stored(draft: JournalDraft): void;
  /** Another program trades the account now: nothing more may be sent. */
  fenced(): void;
  log(line: string): void;
  failed(error: unknown): void;
}

type Input =
  | { readonly kind: 'minute'; readonly minute: MarketMinute }
  | { readonly kind: 'event'; readonly event: VenueEvent }
  | { readonly kind: 'answer'; readonly request: NewRequest; readonly answer: RequestAnswer }
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'trades'; readonly fills: readonly VenueFill[] }
  | { readonly kind: 'income'; readonly lines: readonly VenueIncome[] }
  | { readonly kind: 'change'; readonly apply: () => void; readonly done: () => void }
  | { readonly kind: 'look' };

/**
 * One exchange account and the live portfolios on it. It takes one input after another: applies it, compares what is wanted
 * with what is at the exchange, stores the next requests with everything that led to them, and only then sends them, each
 * once. Answers come back as inputs.
 */
export class ExchangeAccount {
  readonly state: LiveState;
  readonly #options: ExchangeAccountOptions;
  readonly #inputs: Input[] = [];
  readonly #asking = new Set<string>();
  readonly #reading = new Set<string>();
  #isRunning = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | null = null;
  #idle: PromiseWithResolvers<void> | null = null;

  constructor(options: ExchangeAccountOptions) {
    this.#options = options;
    this.state = options.state;
  }

  minuteClosed(minute: MarketMinute): void {
    this.#take({ kind: 'minute', minute });
  }

  heard(event: VenueEvent): void {
    this.#take({ kind: 'event', event });
  }

  /** Changes the account between two inputs; resolves when the change is stored. */
  change<T>(apply: () => Outcome<T>): Promise<Outcome<T>> {
    const { promise, resolve } = Promise.withResolvers<Outcome<T>>();
    let outcome: Outcome<T> | null = null;
    this.#take({
      kind: 'change',
      apply: () => {
        outcome = apply();
      },
      done: () => {
        assert(outcome !== null, 'a change is applied before it is stored');
        resolve(outcome);
      },
    });
    return promise;
  }

  /** Looks again at what is unknown and what was held back. */
  look(): void {
    this.#take({ kind: 'look' });
  }

  /** Whether no input waits and no request is on its way. */
  isQuiet(): boolean {
    return (
      !this.#isRunning &&
      this.#inputs.length === 0 &&
      this.state.orders.alive.every(({ progress }) => progress === 'open')
    );
  }

  /** Takes no more inputs. Resolves when the one under way is stored. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (!this.#isRunning) return;
    this.#idle ??= Promise.withResolvers<void>();
    await this.#idle.promise;
  }

  #take(input: Input): void {
    if (this.#isStopped) return;
    this.#inputs.push(input);
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run().catch(this.#options.failed);
  }

  async #run(): Promise<void> {
    while (this.#inputs.length > 0 && !this.#isStopped) {
      const inputs = this.#inputs.splice(0);
      for (const input of inputs) this.#apply(input);
      for (const symbol of settleOrders(this.state)) this.#readTrades(symbol);
      if (this.state.wantsIncome) this.#readIncome();
      planRequests(this.state);
      const { draft } = this.state;
      for (const { paper } of this.state.portfolios.values()) draft.batches.push(...batchOf(paper));
      if (!(await this.#store(draft))) break;
      this.#options.stored(draft);
      for (const input of inputs) if (input.kind === 'change') input.done();
      for (const request of draft.requests) this.#send(request);
      for (const order of this.state.orders.alive) if (order.progress === 'unknown') this.#ask(order);
    }
    this.#isRunning = false;
    this.#idle?.resolve();
    this.#lookLater();
  }

  #apply(input: Input): void {
    switch (input.kind) {
      case 'minute':
        this.state.now = instantOf(Math.max(this.state.now, input.minute.time + CLOSE_OFFSET_MS));
        for (const { paper } of this.state.portfolios.values()) advanceAccount(paper, input.minute);
        return;
      case 'event':
        return takeEvent(this.state, input.event);
      case 'answer':
        return takeAnswer(this.state, input.request, input.answer);
      case 'found':
        return takeFound(this.state, input.found);
      case 'trades':
        // Read back to the account's first trade, so only those of known orders count.
        for (const fill of input.fills) if (this.state.orders.owner(fill) !== undefined) recordFill(this.state, fill);
        return;
      case 'income':
        return takeIncome(this.state, input.lines);
      case 'change':
        return input.apply();
      case 'look':
        return;
      default:
        return unreachable(input);
    }
  }

  /** False when nothing more may be done: the account belongs to another program. */
  async #store(draft: JournalDraft): Promise<boolean> {
    this.state.draft = emptyJournal();
    const outcome = await this.#options.store(draft);
    if (outcome === 'stored') return true;
    if (outcome === 'halted') {
      this.state.draft = draft;
      dropEntries(this.state);
      return this.#store(draft);
    }
    this.#isStopped = true;
    this.#options.fenced();
    return false;
  }

  #send(request: NewRequest): void {
    const { venue, instruments } = this.state;
    const instrument = instruments.get(request.order.atom.symbol);
    assert(instrument !== undefined, 'the symbol of an order is listed');
    void sendRequest(venue, instrument, request)
      .then((answer) => this.#take({ kind: 'answer', request, answer }))
      .catch(this.#options.failed);
  }

  #ask(order: LiveOrder): void {
    const { clientId } = order;
    if (this.#asking.has(clientId)) return;
    this.#asking.add(clientId);
    void askOrder(this.state.venue, order)
      .then((found) => this.#take({ kind: 'found', found }))
      .catch((error: unknown) => this.#options.log(`The exchange was asked for an order in vain: ${String(error)}`))
      .finally(() => setTimeout(() => this.#asking.delete(clientId), ASK_AGAIN_MS).unref());
  }

  #readTrades(symbol: string): void {
    if (this.#reading.has(symbol)) return;
    this.#reading.add(symbol);
    void readTrades(this.state.venue, symbol)
      .then((fills) => this.#take({ kind: 'trades', fills }))
      .catch((error: unknown) => this.#options.log(`Trades of ${symbol} could not be read: ${String(error)}`))
      .finally(() => setTimeout(() => this.#reading.delete(symbol), ASK_AGAIN_MS).unref());
  }

  #readIncome(): void {
    const { venue, incomeFrom, now } = this.state;
    this.state.wantsIncome = false;
    const from = instantOf(Math.min(incomeFrom, marketDayOf(now)));
    void venue
      .income(from, later(now, HOUR_MS)) // The exchange's clock may be ahead of the last event.
      .then((lines) => this.#take({ kind: 'income', lines }))
      .catch((error: unknown) => {
        this.#options.log(`The income of the account could not be read: ${String(error)}`);
        this.state.wantsIncome = true;
      });
  }

  /** While something is unknown or held back, the account looks again after a second. */
  #lookLater(): void {
    if (this.#isStopped || this.#timer !== null) return;
    const isWaiting = this.state.notBefore.size > 0 || this.state.orders.alive.some(isOpenQuestion);
    if (!isWaiting) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      const now = performance.now();
      for (const [key, until] of this.state.notBefore) if (until <= now) this.state.notBefore.delete(key);
      this.look();
    }, ASK_AGAIN_MS);
  }
}

const TRADES_PAGE = 1_000;
const TRADE_PAGES_MAX = 50;

/** All trades of the account on a symbol that the exchange still returns. */
async function readTrades(venue: Venue, symbol: string): Promise<readonly VenueFill[]> {
  const all: VenueFill[] = [];
  for (let page = 0; page < TRADE_PAGES_MAX; page += 1) {
    const trades = await venue.trades({ symbol, fromId: all.at(-1)?.tradeId ?? NO_TRADE });
    all.push(...trades);
    if (trades.length < TRADES_PAGE) break;
  }
  return all;
}

function batchOf(paper: PaperAccount): readonly AccountBatch[] {
  const batch = takeAccountBatch(paper);
  return batch === null ? [] : [batch];
}

const isOpenQuestion = ({ progress, end }: LiveOrder): boolean => progress === 'unknown' || end !== null;
