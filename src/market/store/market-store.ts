import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#base/errors.ts';
import type { Rate } from '#base/exact.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import { hasSameGrids, type Instrument } from '#engine/model/instrument.ts';
import type { Listing } from '#ports/market-source.ts';
import { coverageAtStart, writeCoverage } from './coverage-file.ts';
import { listingsAtStart, writeListings } from './listing-file.ts';
import { monthShelf } from './months/month-shelf.ts';
import { openSymbol } from './open-symbol.ts';
import { saveSymbol } from './save-symbol.ts';
import type { MinuteSpan } from './span-set.ts';
import type { Origin, StoredSettlement, SymbolRecord, ToldTwice } from './symbol-record.ts';

/**
 * Which minutes of a symbol are stored, and which are known not to exist; each oldest first, minutes by their opens.
 */
export interface Coverage {
  readonly present: readonly MinuteSpan[];
  /** Requested, but absent at the exchange. */
  readonly absent: readonly MinuteSpan[];
  /** Came from a REST answer, not only from the stream. */
  readonly verified: readonly MinuteSpan[];
  /** Where every settlement of funding is known. */
  readonly funding: readonly MinuteSpan[];
}

/** Minutes of a symbol whose file was damaged. */
export interface LostMinutes {
  readonly symbol: string;
  readonly span: MinuteSpan;
}

/**
 * Past and present of one exchange's market: contracts, minutes and settled funding, read synchronously and stored in
 * candle files. A stored minute never changes. Data received since the last save is only in memory; after a kill it is
 * requested again. An unknown symbol has no data; adding data to it is SYMBOL_UNKNOWN.
 */
export interface MarketStore {
  /** Live: contracts are added; the tick and step of one never change while the program runs. */
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly listings: ReadonlyMap<string, Listing>;
  /** What files contained that were set aside because they were damaged; some of it may never have existed. */
  readonly lost: readonly LostMinutes[];
  /**
   * Updates the contracts to the exchange's present list; those no longer listed become delisted, but for those that the
   * list has in rows that could not be read: they stay as they are. While a market is being opened and nobody reads it, months stored in another tick or step are rewritten; later the old ones are kept.
   * @param unread - names of such rows
   * @returns symbols whose tick or step the exchange has changed while the program runs
   */
  putListings(
    listings: readonly Listing[],
    when: 'opening' | 'running',
    unread?: ReadonlySet<string>,
  ): Promise<readonly string[]>;
  /** The first version of the minute; null when it is not stored. */
  candle(symbol: string, minute: Instant): Candle | null;
  /** The stored minutes, oldest first. */
  candles(symbol: string, span: MinuteSpan): readonly Candle[];
  range(symbol: string, span: MinuteSpan): { readonly low: number; readonly high: number } | null;
  bar(symbol: string, span: MinuteSpan): Candle | null;
  /** The rate settled in a minute; null when none was or none is known. */
  funding(symbol: string, minute: Instant): Rate | null;
  /** Settled funding in the minutes of a span, oldest first. */
  settlements(symbol: string, span: MinuteSpan): readonly StoredSettlement[];
  /**
   * @throws AppError EXCHANGE_ANSWER for a candle that cannot be one or minutes that do not ascend; then none is taken
   */
  putCandles(symbol: string, candles: readonly Candle[], origin: Origin): void;
  /** Records that these minutes were requested and do not exist. */
  putAbsent(symbol: string, span: MinuteSpan): void;
  /** All settlements of a span. */
  putFunding(symbol: string, span: MinuteSpan, settlements: readonly StoredSettlement[]): void;
  /** The unknown minutes of a span, from the listing on; oldest first. */
  missing(symbol: string, span: MinuteSpan): readonly MinuteSpan[];
  /** The stored minutes of a span that came only from the stream. */
  unverified(symbol: string, span: MinuteSpan): readonly MinuteSpan[];
  missingFunding(symbol: string, span: MinuteSpan): readonly MinuteSpan[];
  /** The end of the unbroken run of known minutes from one on. */
  knownUntil(symbol: string, minute: Instant): Instant;
  coverage(symbol: string): Coverage;
  /** Opens of the oldest and the newest minute of all symbols; null while there is none. */
  oldest(): Instant | null;
  newest(): Instant | null;
  /** Minutes received twice with different values, newest last; the last two hundred. */
  toldTwice(): readonly ToldTwice[];
  onToldTwice(listener: (one: ToldTwice) => void): () => void;
  /** Writes what is in memory to the files, a symbol at a time; by default for all symbols. */
  save(symbols?: readonly string[]): Promise<void>;
}

const TOLD_TWICE_MAX = 200;
const NO_COVERAGE: Coverage = { present: [], absent: [], verified: [], funding: [] };

/**
 * Opens the market that is stored in a folder, or an empty one.
 * @param tell - called with a sentence for each file that had to be set aside
 */
export async function openMarketStore(folder: string, tell: (line: string) => void): Promise<MarketStore> {
  const listings = new Map(listingsAtStart(folder, tell).map((listing) => [listing.instrument.symbol, listing]));
  const instruments = new Map<string, Instrument>();
  const coverage = coverageAtStart(folder, tell);
  /** The coverage of each symbol as last written. */
  const saved = new Map(coverage);
  const shelf = monthShelf(folder);
  const records = new Map<string, SymbolRecord>();
  const lost: LostMinutes[] = [];
  const open = async (instrument: Instrument): Promise<void> => {
    const { symbol } = instrument;
    const known = coverage.get(symbol) ?? null;
    const note = (span: MinuteSpan) => void lost.push({ symbol, span });
    records.set(symbol, await openSymbol({ folder, instrument, known, shelf, tell, lost: note }));
    instruments.set(symbol, instrument);
  };
  for (const { instrument } of listings.values()) await open(instrument);
  const putListings: MarketStore['putListings'] = async (listed, when, unread = new Set()) => {
    const changed: string[] = [];
    for (const listing of listed) {
      const { instrument } = listing;
      const known = instruments.get(instrument.symbol);
      const isKnown = known !== undefined && hasSameGrids(known, instrument);
      if (known !== undefined && !isKnown && when === 'running') {
        changed.push(instrument.symbol);
        continue;
      }
      if (!isKnown) await open(instrument);
      instruments.set(instrument.symbol, instrument);
      listings.set(instrument.symbol, listing);
    }
    const still = new Set(listed.map(({ instrument }) => instrument.symbol));
    for (const [symbol, listing] of listings) {
      if (!still.has(symbol) && !unread.has(symbol)) listings.set(symbol, { ...listing, status: 'DELISTED' });
    }
    const all = new Map([...listings.values(), ...listed].map((listing) => [listing.instrument.symbol, listing]));
    await writeListings(folder, [...all.values()]);
    return changed;
  };
  return {
    instruments,
    listings,
    lost,
    putListings,
    ...readers(records),
    ...writers(records),
    missing: (symbol, { from, to }) => {
      const listed = listings.get(symbol)?.onboardDate ?? from;
      return records.get(symbol)?.missing({ from: instantOf(Math.max(from, listed)), to }) ?? [];
    },
    save: oneAtATime(async (symbols = [...instruments.keys()]) => {
      for (const symbol of symbols) {
        const [instrument, record] = [instruments.get(symbol), records.get(symbol)];
        if (instrument === undefined || record === undefined) continue;
        saved.set(symbol, await saveSymbol({ folder, shelf }, instrument, record));
        await nextTurn();
      }
      await writeCoverage(folder, saved);
    }),
  };
}

type Records = ReadonlyMap<string, SymbolRecord>;

function readers(records: Records) {
  return {
    candle: (symbol: string, minute: Instant) => records.get(symbol)?.candles.candle(minute) ?? null,
    candles: (symbol: string, span: MinuteSpan) => records.get(symbol)?.candles.candles(span) ?? [],
    range: (symbol: string, span: MinuteSpan) => records.get(symbol)?.candles.range(span) ?? null,
    bar: (symbol: string, span: MinuteSpan) => records.get(symbol)?.candles.bar(span) ?? null,
    funding: (symbol: string, minute: Instant) => records.get(symbol)?.funding(minute) ?? null,
    settlements: (symbol: string, span: MinuteSpan) => records.get(symbol)?.settlements(span) ?? [],
    unverified: (symbol: string, span: MinuteSpan) => records.get(symbol)?.unverified(span) ?? [],
    missingFunding: (symbol: string, span: MinuteSpan) => records.get(symbol)?.missingFunding(span) ?? [],
    knownUntil: (symbol: string, minute: Instant) => records.get(symbol)?.knownUntil(minute) ?? minute,
    coverage(symbol: string): Coverage {
      const record = records.get(symbol);
      return record === undefined ? NO_COVERAGE : { present: [...record.candles.present.list()], ...record.coverage() };
    },
    oldest: () => outermost(Math.min, records, (spans) => spans[0]?.from),
    newest(): Instant | null {
      const end = outermost(Math.max, records, (spans) => spans.at(-1)?.to);
      return end === null ? null : later(end, -MINUTE_MS);
    },
  };
}

function outermost(
  choose: (...times: number[]) => number,
  records: Records,
  end: (spans: readonly MinuteSpan[]) => Instant | undefined,
): Instant | null {
  const times = [...records.values()].flatMap(({ candles }) => end(candles.present.list()) ?? []);
  return times.length === 0 ? null : instantOf(choose(...times));
}

function writers(records: Records) {
  const twice: ToldTwice[] = [];
  const listeners = new Set<(one: ToldTwice) => void>();
  const note = (one: ToldTwice): void => {
    twice.push(one);
    if (twice.length > TOLD_TWICE_MAX) twice.shift();
    for (const listener of listeners) listener(one);
  };
  const recordOf = (symbol: string): SymbolRecord => {
    const record = records.get(symbol);
    if (record === undefined) throw new AppError('SYMBOL_UNKNOWN', `The exchange does not list ${symbol}.`);
    return record;
  };
  return {
    putCandles(symbol: string, candles: readonly Candle[], origin: Origin) {
      for (const one of recordOf(symbol).put(candles, origin)) note(one);
    },
    putAbsent: (symbol: string, span: MinuteSpan) => recordOf(symbol).putAbsent(span),
    putFunding(symbol: string, span: MinuteSpan, settlements: readonly StoredSettlement[]) {
      recordOf(symbol).putFunding(span, settlements);
    },
    toldTwice: () => twice,
    onToldTwice(listener: (one: ToldTwice) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Runs a job on request, never concurrently: a request during a run waits for a run of its own. */
function oneAtATime(
  job: (symbols?: readonly string[]) => Promise<void>,
): (symbols?: readonly string[]) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (symbols) => {
    last = last.catch(() => {}).then(() => job(symbols)); // The caller of the previous run has received its failure.
    return last;
  };
}
