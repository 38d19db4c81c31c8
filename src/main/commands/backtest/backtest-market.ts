import { AppError } from '#base/errors.ts';
import type { Rate } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { MarketHistory, SymbolHistory } from '#engine/model/history.ts';
import { gridText, type Instrument } from '#engine/model/instrument.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { type FundingHole, fundingHoles, type KnownSettlement } from '#engine/schedule/funding-holes.ts';
import { dataHash } from '#lab/data-hash.ts';
import { assumeFunding } from '#lab/funding/assume-funding.ts';
import { everyHours } from '#lab/funding/every-hours.ts';
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
}

/** The history of a backtest: the imported candles, or the bundled recording if there are none. */
export interface BacktestSource {
  readonly name: 'imported candles' | 'the given file' | 'the bundled recording';
  readonly instruments: readonly Instrument[];
  /** Loads all symbols over the same minutes. */
  load(): Promise<MarketHistory>;
  /** Loads one symbol into shared memory, reusing the memory given as free if possible. */
  loadShared(symbol: string, free: SharedArrayBuffer | null): Promise<SymbolHistory>;
  /** What is to be noted of the candles, a sentence each. */
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
  const { symbols, from, to } = plan;
  const missing = symbols.filter((symbol) => storedMonths(candlesDir, symbol).length === 0);
  if (missing.length === 0) {
    const contracts = symbols.map((symbol) => tradedContract(candlesDir, symbol));
    const name = plan.files === null ? 'imported candles' : 'the given file';
    const past = importedPast(contracts, { name, folder: candlesDir, from, to });
    return { ...sourceOf(past, contracts, plan.fundingRate), notes };
  }
  const known = recordedInstruments();
  const contracts = symbols.map((symbol) => {
    const instrument = known.get(symbol) ?? unknownSymbol(symbol, [...known.keys()]);
    return { instrument, terms: 'recorded', fundingHours: null } as const;
  });
  if (missing.length === symbols.length) {
    return sourceOf(recordedPast(contracts, plan), contracts, plan.fundingRate);
  }
  throw new AppError(
    'CANDLES_MISSING',
    `Candles of ${missing.join(', ')} are not imported, although those of other symbols are.`,
  );
}

function sourceOf(past: Past, contracts: readonly TradedContract[], fundingRate: Rate | null): BacktestSource {
  const data = new Map<string, SymbolData>();
  /** Checks loaded data and completes its funding. */
  async function complete(contract: TradedContract, loaded: SymbolHistory): Promise<SymbolHistory> {
    const { symbol } = contract.instrument;
    const { columns, frozen } = loaded;
    const [start, minutes] = [columns.start, columns.close.length];
    const known = await past.settled(symbol, loaded);
    const assumedFunding = fundingHoles({ start, minutes, frozen }, known, contract.fundingHours);
    const history = withFunding(symbol, loaded, { missing: assumedFunding, rate: fundingRate });
    const end = instantAt(loaded.columns, minutes);
    data.set(symbol, { ...contract, start, end, hash: dataHash(history), assumedFunding });
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
      const symbols = new Map<string, SymbolHistory>();
      for (const contract of contracts) {
        const { symbol } = contract.instrument;
        symbols.set(symbol, await complete(contract, historyOf(market, symbol)));
      }
      return { ...market, symbols };
    },
    loadShared: async (symbol, free) => complete(contractNamed(symbol), await past.loadOne(symbol, free)),
    notes: [],
    dataOf: (symbol) => data.get(symbol) ?? unknownSymbol(symbol, [...data.keys()]),
  };
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
