import { AppError } from '#base/errors.ts';
import type { Rate } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { longestWarmUpMs } from '#engine/bots/warm-up.ts';
import type { MarketHistory, Stretch, SymbolHistory } from '#engine/model/history.ts';
import { gridText, type Instrument } from '#engine/model/instrument.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { type FundingHole, fundingHoles, type KnownSettlement } from '#engine/schedule/funding-holes.ts';
import { doubtfulMinutes } from '#engine/schedule/minute-holes.ts';
import { dataHash } from '#lab/data-hash.ts';
import { assumeFunding } from '#lab/funding/assume-funding.ts';
import { everyHours } from '#lab/funding/every-hours.ts';
import { missingInSpan, shifted } from '#lab/funding/missing-in-span.ts';
import { runSpan } from '#lab/run-span.ts';
import { shareHistory } from '#lab/sweep/shared-history.ts';
import { minuteText } from '#market/candle-files/csv/csv-time.ts';
import { storedMonths } from '#market/candle-files/folder.ts';
import { readFunding } from '#market/candle-files/funding/funding-file.ts';
import { loadHistory } from '#market/candle-files/history/load-history.ts';
import { openMarketHistory } from '#market/candle-files/history/open-market-history.ts';
import { type RecordedWindow, recordedHistory } from '#market/recording/recorded-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { type TradedContract, tradedContract } from './backtest-contract.ts';
import { historyOf } from './backtest-ladder.ts';
import type { BacktestPlan } from './backtest-plan.ts';

/** The data on which a backtest of a symbol was run. */
export interface SymbolData extends TradedContract {
  /** Open of the first minute, and end of the last one. */
  readonly start: Instant;
  readonly end: Instant;
  /** SHA-256 of candles and funding, in hexadecimal digits. */
  readonly hash: string;
  /** Where settlements were missing and a rate was assumed; empty if all funding is as settled. */
  readonly assumedFunding: readonly FundingHole[];
  /** Minutes without a candle in holes of up to five minutes, where these are more than a small share; else zero. */
  readonly filledMinutes: number;
}

/** A history, and the minutes of it that are run. */
interface LoadedRun {
  readonly history: MarketHistory;
  readonly span: Stretch;
}

/** The history of a backtest: the imported candles, or the bundled recording if there are none. */
export interface BacktestSource {
  readonly name: 'imported candles' | 'the given file' | 'the bundled recording';
  readonly instruments: readonly Instrument[];
  /** Loads all symbols over the same minutes, with the minutes before the run that rules read. */
  load(): Promise<LoadedRun>;
  /** Loads one symbol into shared memory, reusing the memory given as free if possible. */
  loadShared(symbol: string, free: SharedArrayBuffer | null): Promise<SymbolHistory>;
  /** Notes on the candles, a sentence each. */
  readonly notes: readonly string[];
  /** The data source of a loaded symbol. */
  dataOf(symbol: string): SymbolData;
}

/** Access to the stored history: its files, or the recording. */
interface Past {
  readonly name: BacktestSource['name'];
  load(): Promise<MarketHistory>;
  loadOne(symbol: string, free: SharedArrayBuffer | null): Promise<SymbolHistory>;
  /** Funding settlements, oldest first, also outside of the loaded minutes. */
  settled(symbol: string, loaded: SymbolHistory): Promise<readonly KnownSettlement[]>;
}

/**
 * @throws AppError SYMBOL_UNKNOWN, CANDLES_MISSING, CANDLES_NOT_READABLE, CONTRACT_TOO_FINE; loading also
 * FUNDING_MISSING and whatever reading the files throws
 */
export function backtestSource(candlesDir: string, plan: BacktestPlan, notes: readonly string[] = []): BacktestSource {
  const { symbols, to } = plan;
  const from = readFrom(plan);
  const missing = symbols.filter((symbol) => storedMonths(candlesDir, symbol).length === 0);
  if (missing.length === 0) {
    const contracts = symbols.map((symbol) => tradedContract(candlesDir, symbol));
    const name = plan.files === null ? 'imported candles' : 'the given file';
    const past = importedPast(contracts, { name, folder: candlesDir, from, to });
    return { ...sourceOf(past, contracts, plan), notes };
  }
  const known = recordedInstruments();
  const contracts = symbols.map((symbol) => {
    const instrument = known.get(symbol) ?? unknownSymbol(symbol, [...known.keys()]);
    return { instrument, terms: 'recorded', fundingHours: null } as const;
  });
  if (missing.length === symbols.length) {
    return sourceOf(recordedPast(contracts, { ...plan, from }), contracts, plan);
  }
  throw new AppError(
    'CANDLES_MISSING',
    `Candles of ${missing.join(', ')} are not imported, although those of other symbols are.`,
  );
}

/** The first minute that rules read, where a first minute of the run is given; else the first stored one is both. */
function readFrom({ from, grid, strategy: { kind, params } }: BacktestPlan): Instant | null {
  return from === null ? null : instantOf(Math.max(0, from - longestWarmUpMs(kind, grid?.sets ?? [params])));
}

function sourceOf(
  past: Past,
  contracts: readonly TradedContract[],
  { from, fundingRate }: Pick<BacktestPlan, 'from' | 'fundingRate'>,
): BacktestSource {
  const data = new Map<string, SymbolData>();
  /** Checks loaded data and completes its funding. */
  async function complete(contract: TradedContract, loaded: SymbolHistory, span: Stretch): Promise<SymbolHistory> {
    const { symbol } = contract.instrument;
    const funding = { settled: await past.settled(symbol, loaded), fundingHours: contract.fundingHours };
    const missing = missingInSpan(loaded, span, funding);
    const history = withFunding(symbol, loaded, { missing, rate: fundingRate });
    const [start, end] = [instantAt(loaded.columns, span.from), instantAt(loaded.columns, span.to)];
    const assumedFunding = missing.map((hole) => shifted(hole, -span.from));
    const filledMinutes = doubtfulMinutes(loaded, span);
    data.set(symbol, { ...contract, start, end, hash: dataHash(history), assumedFunding, filledMinutes });
    return history;
  }
  const contractNamed = (symbol: string): TradedContract => {
    const contract = contracts.find(({ instrument }) => instrument.symbol === symbol);
    return contract ?? unknownSymbol(symbol, []);
  };
  return {
    name: past.name,
    instruments: contracts.map(({ instrument }) => instrument),
    async load() {
      const market = await past.load();
      const span = spanOf(market, from);
      const symbols = new Map<string, SymbolHistory>();
      for (const contract of contracts) {
        const { symbol } = contract.instrument;
        symbols.set(symbol, await complete(contract, historyOf(market, symbol), span));
      }
      return { history: { ...market, symbols }, span };
    },
    async loadShared(symbol, free) {
      const loaded = await past.loadOne(symbol, free);
      const { start, close } = loaded.columns;
      const span = spanOf({ start, minutes: close.length, symbols: new Map([[symbol, loaded]]) }, from);
      return complete(contractNamed(symbol), loaded, span);
    },
    notes: [],
    dataOf: (symbol) => data.get(symbol) ?? unknownSymbol(symbol, [...data.keys()]),
  };
}

/** The minutes of a run. Where only some before them are stored, there is nothing to run. */
function spanOf(market: MarketHistory, from: Instant | null): Stretch {
  const span = runSpan(market, from);
  if (span.from < span.to) return span;
  const names = [...market.symbols.keys()].join(', ');
  const [first, end] = [from ?? market.start, instantAt(market, market.minutes)];
  throw new AppError(
    'CANDLES_MISSING',
    `No candles of ${names} from ${minuteText(first)} on are stored; stored are those to ${minuteText(end)}.`,
  );
}

/** The result of a run without funding would look too good, so it is refused unless a rate is given. */
function withFunding(
  symbol: string,
  history: SymbolHistory,
  { missing, rate }: { readonly missing: readonly FundingHole[]; readonly rate: Rate | null },
): SymbolHistory {
  const [first] = missing;
  if (first === undefined) return history;
  if (rate !== null) return assumeFunding(history, missing, rate);
  const [from, to] = [instantAt(history.columns, first.from), instantAt(history.columns, first.to)];
  throw new AppError(
    'FUNDING_MISSING',
    `Funding of ${symbol} is missing from ${minuteText(from)} to ${minuteText(to)} UTC. It is settled ${everyHours(first.hours)}. Import it with "candles import FILE --symbol ${symbol} --funding", or name a rate that is assumed instead, such as --funding-rate 0.0001.`,
  );
}

/**
 * The recording has fifteen hours of candles after its last settlement. Unless an end or a rate is given, a run ends
 * where the next settlement would have been.
 */
function recordedPast(
  contracts: readonly TradedContract[],
  { from, to, fundingRate }: Pick<BacktestPlan, 'from' | 'to' | 'fundingRate'>,
): Past {
  const load = async (symbols: readonly string[]): Promise<MarketHistory> => {
    const market = await recordedHistory(symbols, { from, to });
    const holes = [...market.symbols.values()].flatMap((stored) =>
      fundingHoles({ ...market, frozen: stored.frozen }, recordedSettlements(stored), null),
    );
    const known = Math.min(...holes.flatMap(({ due, to: end }) => (end === market.minutes ? due.slice(0, 1) : [])));
    if (to !== null || fundingRate !== null || known >= market.minutes) return market;
    return recordedHistory(symbols, { from, to: instantAt(market, known) });
  };
  return {
    name: 'the bundled recording',
    load: () => load(contracts.map(({ instrument }) => instrument.symbol)),
    loadOne: async (symbol) => shareHistory(historyOf(await load([symbol]), symbol)),
    settled: async (_symbol, loaded) => recordedSettlements(loaded),
  };
}

function recordedSettlements({ columns, funding }: SymbolHistory): readonly KnownSettlement[] {
  return Array.from(funding.minute, (minute) => ({ time: instantAt(columns, minute) }));
}

function importedPast(
  contracts: readonly TradedContract[],
  { name, ...query }: RecordedWindow & Pick<Past, 'name'> & { readonly folder: string },
): Past {
  const grids = new Map(
    contracts.map(({ instrument: { symbol, tick, step } }) => [symbol, { tick: gridText(tick), step: gridText(step) }]),
  );
  return {
    name,
    load: () => openMarketHistory({ ...query, symbols: grids }),
    loadOne: (symbol, free) =>
      loadHistory({ ...query, symbol, grids: grids.get(symbol) ?? null, ...(free === null ? {} : { memory: free }) }),
    settled: (symbol) => readFunding(query.folder, symbol),
  };
}

function unknownSymbol(symbol: string, known: readonly string[]): never {
  throw new AppError(
    'SYMBOL_UNKNOWN',
    `There is no contract ${JSON.stringify(symbol)} in the bundled recording, which has ${known.join(', ')}, and no candles of it are imported.`,
  );
}
