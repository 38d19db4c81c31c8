import { assert } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import { DAY_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { Feed } from '#ports/feed.ts';
import type { MarketEvent, MarketSource } from '#ports/market-source.ts';
import { type AskedMarket, askedMarks } from './feed/ask-page.ts';
import { type Completeness, completeness } from './feed/completeness.ts';
import { type FillRules, fillFunding, fillMinutes } from './feed/fill-past.ts';
import { Head } from './feed/head.ts';
import { inTurns } from './feed/in-turns.ts';
import { type ListingWatch, watchListings } from './feed/listing-watch.ts';
import { closedBy, heardOf, latest } from './feed/market-news.ts';
import { asking, BULK_SHARE, MARKET_SHARE, type RetryRules } from './feed/retry.ts';
import { storedMinute } from './feed/stored-minute.ts';
import type { MarketStore } from './store/market-store.ts';
import type { MinuteSpan } from './store/span-set.ts';

/** Symbols whose past is requested concurrently. */
const HELD_AT_ONCE = 6;
/** A hold gives up after this many failures in a row; its caller may try again. */
const HOLD_FAILURES_MAX = 4;
/** A first start, which has no stored market to open with, gives up after this many failures: a busy machine answers late. */
const OPEN_FAILURES_MAX = 3;
/** Market time that the streams may skip before the exchange is asked for confirmation. */
const JUMP_MAX_MS = 15 * MINUTE_MS;

/**
 * Minimum interval between confirmations of the market's present: reading all marks weighs as much as five pages. Wall
 * time.
 */
const DOUBT_MS = 500;

/** How long the feed waits, wall milliseconds. */
export interface FeedTimes {
  /** How long the stream may take before a minute is requested. */
  readonly graceMs: number;
  /** Wait after a failed request; twice as long after each following one. */
  readonly firstWaitMs: number;
  /** After this long without a message the exchange is asked for its market's present. */
  readonly silenceMs: number;
  /** Pause of a symbol after an invalid answer, and minimum interval between requests for the contracts. */
  readonly askedAgainMs: number;
  /**
   * Times the symbols that are held: between two questions for the marks of one of them. All of them together ask so often,
   * whatever the speed of the market.
   */
  readonly marksEveryMs: number;
}

/** Ten questions for marks a second are a quarter of the exchange's budget. */
const TIMES: FeedTimes = {
  graceMs: 1_000,
  firstWaitMs: 500,
  silenceMs: 5_000,
  askedAgainMs: 10_000,
  marksEveryMs: 100,
};

/** What the feed is given by its caller. */
export interface ExchangeFeedOptions extends AskedMarket {
  readonly source: MarketSource;
  /** Where the minutes of the mark are stored, for symbols in use. */
  readonly marks: MarketStore;
  /** Symbols whose minutes are followed even without a hold; null for every traded contract. */
  readonly watch: readonly string[] | null;
  /** Called with a sentence about what the feed waits for. */
  readonly tell: (line: string) => void;
  /** Called when an assertion fails: the program must end. */
  readonly failed: (error: unknown) => void;
  readonly times?: FeedTimes;
  /** For an exchange that replays a recording: the repetition that contains a minute. */
  readonly round?: (minute: Instant) => number;
}

/** A feed of minutes that come from an exchange over the wire. */
export interface ExchangeFeed extends Feed {
  /** The last minute closed at the exchange, whether or not it is complete here. */
  due(): Instant;
  /** Stops after writing everything to the files. The source stays open. */
  close(): Promise<void>;
}

/**
 * Opens the market of an exchange over a store. A minute passes when each held symbol has its closed candle, from the
 * stream or from a REST answer, its funding and its mark; symbols without a hold may lag. Minutes lost by the streams are
 * requested before the head moves on. Marks are always requested: the samples of their stream are not the minute that the
 * exchange keeps and reports again after a restart.
 *
 * While the exchange is unreachable it opens with what is stored, and continues when the exchange is back.
 * @throws AppError EXCHANGE_UNAVAILABLE when nothing is stored and the exchange does not answer
 */
export async function openExchangeFeed(options: ExchangeFeedOptions): Promise<ExchangeFeed> {
  const { source, store, marks, tell, times = TIMES } = options;
  const ending = new AbortController();
  const listings = watchListings({ ...options, askedAgainMs: times.askedAgainMs }, ending.signal);
  const { refresh: refreshListings } = listings;
  const rules = { source, signal: ending.signal, firstWaitMs: times.firstWaitMs, tell, refreshListings };
  const startMinute = await openedAt(options, listings, { ...rules, share: MARKET_SHARE });
  const complete = completeness(store, marks);
  const markMarket = askedMarks(source, marks);
  const head = new Head({
    market: options,
    marks: markMarket,
    rules: { ...rules, failuresMax: Number.POSITIVE_INFINITY, share: MARKET_SHARE },
    completeness: complete,
    start: startMinute,
    graceMs: times.graceMs,
    settleMs: source.settleMs,
    marksEveryMs: times.marksEveryMs,
    refusedMs: times.askedAgainMs,
    failed: options.failed,
  });
  const news = followNews({ options, head, complete, listings, signal: ending.signal });
  const saved = savedDaily(options, head);
  await listings.follow([]);
  const hold = async (symbols: Iterable<string>, from: Instant): Promise<void> => {
    const held = [...new Set(symbols)];
    const unknown = held.find((symbol) => !store.instruments.has(symbol));
    if (unknown !== undefined) throw new AppError('SYMBOL_UNKNOWN', `The exchange does not list ${unknown}.`);
    head.wait(held, from);
    await listings.follow(held);
    const past = { from: startOf(from, MINUTE_MS), to: later(head.closed(), MINUTE_MS) };
    const fill: FillRules = { ...rules, failuresMax: HOLD_FAILURES_MAX, share: BULK_SHARE };
    await inTurns(held, HELD_AT_ONCE, async (symbol) => {
      await fillMinutes(options, fill, symbol, past);
      await fillMinutes(markMarket, fill, symbol, past);
      await settlePast(options, fill, complete, { symbol, ...past });
    });
  };
  return {
    instruments: store.instruments,
    get firstMinute() {
      return instantOf(Math.min(store.oldest() ?? startMinute, startMinute));
    },
    startMinute,
    closed: () => head.closed(),
    due: () => head.due(),
    onClosed: (listener) => head.onClosed(listener),
    hold,
    storedShare: (symbols, from) =>
      storedShare([store, marks], new Set(symbols), { from: startOf(from, MINUTE_MS), to: head.closed() }),
    ...readers(options, head),
    round: options.round ?? (() => null),
    async close() {
      ending.abort();
      news.stop();
      head.stop();
      await saved.end();
    },
  };
}

/** The last closed minute, according to the exchange or the store. */
async function openedAt(
  { source, store, tell }: ExchangeFeedOptions,
  listings: ListingWatch,
  rules: Omit<RetryRules, 'failuresMax'>,
): Promise<Instant> {
  const newest = store.newest();
  const ask = async (): Promise<Instant> => {
    await listings.open();
    return closedBy(await source.marketTime());
  };
  if (newest === null) return asking({ ...rules, failuresMax: OPEN_FAILURES_MAX }, ask);
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tell(`${error.message} Until the exchange answers, the market ends at the last stored minute.`);
    return newest;
  }
}

function storedShare(
  stores: readonly Pick<MarketStore, 'missing'>[],
  symbols: ReadonlySet<string>,
  span: MinuteSpan,
): number {
  const all = stores.length * symbols.size * (span.to - span.from);
  if (all <= 0) return 1;
  const holes = stores.flatMap((store) => [...symbols].flatMap((symbol) => store.missing(symbol, span)));
  return 1 - holes.reduce((sum, { from, to }) => sum + (to - from), 0) / all;
}

interface Past extends MinuteSpan {
  readonly symbol: string;
}

/** Stored minutes are not requested: a start that finds everything stored needs no exchange. */
async function settlePast(market: AskedMarket, rules: FillRules, complete: Completeness, past: Past): Promise<void> {
  const { symbol, to } = past;
  const listed = market.store.listings.get(symbol)?.onboardDate ?? past.from;
  const from = instantOf(Math.max(past.from, listed));
  if (from < to && complete.settledUntil(symbol, from) < to) await fillFunding(market, rules, symbol, { from, to });
}

interface News {
  readonly options: ExchangeFeedOptions;
  readonly head: Head;
  readonly complete: Completeness;
  readonly listings: ListingWatch;
  readonly signal: AbortSignal;
}

/** Listens to the streams, and asks for the market's present when they are silent or implausible. */
function followNews({ options, head, complete, listings, signal }: News) {
  const { source, store, tell, failed, times = TIMES } = options;
  let heardMs = Date.now();
  let askedMs = 0;
  let isAsking = false;

  const askTime = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    askedMs = Date.now();
    try {
      const marks = await source.marks();
      const time = latest(marks);
      complete.announce(marks);
      if (time !== null && !signal.aborted) head.reach(closedBy(time));
    } catch (error) {
      if (!(error instanceof AppError)) failed(error); // The request is repeated anyway.
    } finally {
      isAsking = false;
    }
  };
  /** An implausible stream may send many messages. */
  const doubt = (): void => {
    if (Date.now() - askedMs >= DOUBT_MS) void askTime();
  };
  const take = ({ symbol, candle }: Extract<MarketEvent, { kind: 'candle' }>): void => {
    if (!listings.isSteady(symbol)) void listings.refresh();
    if (candle.time > later(head.due(), MINUTE_MS) || !listings.isSteady(symbol)) return doubt();
    try {
      store.putCandles(symbol, [candle], 'stream');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return tell(error.message); // The candle counts as lost, and the minute is requested.
    }
    if (store.listings.get(symbol)?.status !== 'TRADING') void listings.refresh(); // The contract seems to be traded again.
    head.reach(candle.time);
    head.changed();
  };
  const hear = (event: MarketEvent): void => {
    heardMs = Date.now();
    if (event.kind === 'candle') return take(event);
    if (event.kind === 'marks') complete.announce(event.marks);
    if (event.kind === 'gap') return void askTime().then(() => head.hurry());
    const time = heardOf(event);
    if (time === null) return;
    if (time > later(head.due(), JUMP_MAX_MS)) doubt();
    else head.reach(closedBy(time));
  };
  const forget = source.onEvent(hear);
  const timer = setInterval(() => {
    if (Date.now() - heardMs >= times.silenceMs) void askTime();
  }, times.silenceMs);
  return {
    stop() {
      forget();
      clearInterval(timer);
    },
  };
}

/** Writes each market day to the files when it has ended, and the rest when the feed stops. */
function savedDaily({ store, marks, tell, failed }: ExchangeFeedOptions, head: Head) {
  const saveAll = async (): Promise<void> => {
    await store.save();
    await marks.save();
  };
  let day = startOf(head.closed(), DAY_MS);
  const save = (): void => {
    const today = startOf(head.closed(), DAY_MS);
    if (today === day) return;
    day = today;
    saveAll().catch((error: unknown) => {
      // For example a full disk: everything stays in memory and is written a day later.
      if (error instanceof Error && 'code' in error)
        tell(`The market's minutes could not be stored: ${error.message}.`);
      else failed(error);
    });
  };
  head.onClosed(save);
  return { end: saveAll };
}

function readers({ store, marks }: ExchangeFeedOptions, head: Head): Pick<Feed, 'minute' | 'candles' | 'bar'> {
  /** Minutes beyond the head are hidden, even if already stored. */
  const shown = (from: Instant, to: Instant): MinuteSpan => ({
    from,
    to: instantOf(Math.min(to, head.closed() + MINUTE_MS)),
  });
  return {
    minute(time) {
      assert(time <= head.closed() && time % MINUTE_MS === 0, `${time} opens a minute that has closed`);
      return storedMinute({ store, marks, closed: () => head.closed() }, time);
    },
    candles: (symbol, from, to) => store.candles(symbol, shown(from, to)),
    bar: (symbol, from, to) => store.bar(symbol, shown(from, to)),
  };
}
