import { cautiousBrackets } from '#adapters/exchange-binance-usdm/wire/cautious-terms.ts';
import { percentText, rateFromPercent } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { type Instant, later } from '#base/time.ts';
import { longHoles, type MarketHistory, type Stretch, type SymbolHistory } from '#engine/model/history.ts';
import { gridText, type Instrument } from '#engine/model/instrument.ts';
import { indexOf, instantAt } from '#engine/scan/market-minutes.ts';
import type { FundingHole, KnownSettlement } from '#engine/schedule/funding-holes.ts';
import { doubtfulMinutes, minutesIn } from '#engine/schedule/minute-holes.ts';
import { dataHash } from '#lab/data-hash.ts';
import { assumeFunding } from '#lab/funding/assume-funding.ts';
import { everyHours } from '#lab/funding/every-hours.ts';
import { missingInSpan } from '#lab/funding/missing-in-span.ts';
import { marketChangePercent } from '#lab/points/market-change.ts';
import { shareHistory } from '#lab/sweep/shared-history.ts';
import type { LabMarket, LoadedMarket, TestMarketQuery } from '#lab/tests/lab-market.ts';
import { minuteText } from '#market/candle-files/csv/csv-time.ts';
import { readFunding } from '#market/candle-files/funding/funding-file.ts';
import { openMarketHistory } from '#market/candle-files/history/open-market-history.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import type { TestedData } from '#storage/tests/test-plan.ts';
import { type TradedContract, tradedContract } from '../commands/backtest/backtest-contract.ts';
import { candleCoverage } from './candle-coverage.ts';
import { type CandleSource, sourceFor } from './candle-sources.ts';

/**
 * The candles of tests: those that the program stores of its market, those that were imported, and the bundled month;
 * whichever has most of the wanted minutes.
 * @param folders - of stored candles, the preferred one first
 */
export function openLabMarket(folders: readonly string[]): LabMarket {
  return {
    async load(query) {
      const source = await sourceFor(folders, query.symbols, query);
      if (source === null) throw candlesMissing(query);
      return loadFrom(source, query);
    },
    coverage: (groups, span) => candleCoverage(folders, groups, span),
  };
}

async function loadFrom(source: CandleSource, query: TestMarketQuery): Promise<LoadedMarket> {
  const { symbols, to } = query;
  const contracts = symbols.map((symbol) => contractOf(source, symbol));
  const stored = await read(source, contracts, { from: later(query.from, -query.warmUpMs), to });
  const span = { from: Math.max(0, indexOf(stored, query.from)), to: Math.min(stored.minutes, indexOf(stored, to)) };
  if (span.from >= span.to) throw candlesMissing(query);
  const histories = new Map<string, SymbolHistory>();
  const data: TestedData[] = [];
  const instruments = new Map<string, Instrument>();
  for (const contract of contracts) {
    const { symbol } = contract.instrument;
    const loaded = { symbol, history: historyOf(stored, symbol), span, fundingHours: contract.fundingHours };
    const { history, assumed } = await completed(source, loaded, query);
    const instrument = pricedAs(contract.instrument, query);
    histories.set(symbol, history);
    instruments.set(symbol, instrument);
    data.push(testedData({ source, contract: { ...contract, instrument }, history, span, assumed }));
  }
  const isClipped = instantAt(stored, span.from) > query.from || instantAt(stored, span.to) < to;
  return { history: { ...stored, symbols: histories }, span, instruments, data, isClipped };
}

function contractOf(source: CandleSource, symbol: string): TradedContract {
  if (source.folder !== null) return tradedContract(source.folder, symbol);
  const instrument = recordedInstruments().get(symbol);
  if (instrument === undefined) throw new AppError('SYMBOL_UNKNOWN', `There is no contract ${symbol}.`);
  return { instrument, terms: 'recorded', fundingHours: null };
}

async function read(
  { folder }: CandleSource,
  contracts: readonly TradedContract[],
  window: { readonly from: Instant; readonly to: Instant },
): Promise<MarketHistory> {
  if (folder === null) {
    const market = await recordedHistory(
      contracts.map(({ instrument }) => instrument.symbol),
      window,
    );
    return { ...market, symbols: new Map([...market.symbols].map(([symbol, one]) => [symbol, shareHistory(one)])) };
  }
  const symbols = new Map(
    contracts.map(({ instrument: { symbol, tick, step } }) => [symbol, { tick: gridText(tick), step: gridText(step) }]),
  );
  return openMarketHistory({ folder, symbols, ...window });
}

interface Loaded {
  readonly symbol: string;
  readonly history: SymbolHistory;
  readonly span: Stretch;
}

/** With the assumed rate where funding is missing; without one the test is refused, because it would look too good. */
async function completed(
  source: CandleSource,
  { symbol, history, span, fundingHours }: Loaded & { readonly fundingHours: number | null },
  { costs }: TestMarketQuery,
): Promise<{ readonly history: SymbolHistory; readonly assumed: readonly FundingHole[] }> {
  const missing = missingInSpan(history, span, { settled: await settledIn(source, symbol, history), fundingHours });
  const [first] = missing;
  if (first === undefined) return { history, assumed: [] };
  if (costs.fundingRatePercent !== null) {
    return { history: assumeFunding(history, missing, rateFromPercent(costs.fundingRatePercent)), assumed: missing };
  }
  const [from, to] = [instantAt(history.columns, first.from), instantAt(history.columns, first.to)];
  throw new AppError(
    'FUNDING_MISSING',
    `Funding of ${symbol} is missing from ${minuteText(from)} to ${minuteText(to)} UTC. It is settled ${everyHours(first.hours)}. Fetch it, or name a rate that is assumed there.`,
  );
}

async function settledIn(
  { folder }: CandleSource,
  symbol: string,
  { columns, funding }: SymbolHistory,
): Promise<readonly KnownSettlement[]> {
  if (folder === null) return Array.from(funding.minute, (minute) => ({ time: instantAt(columns, minute) }));
  return readFunding(folder, symbol);
}

/** The contract at the fees and tiers of the test. */
function pricedAs(instrument: Instrument, { costs }: TestMarketQuery): Instrument {
  const { makerFeePercent, takerFeePercent, brackets } = costs;
  return {
    ...instrument,
    ...(makerFeePercent === null ? {} : { makerFee: rateFromPercent(makerFeePercent) }),
    ...(takerFeePercent === null ? {} : { takerFee: rateFromPercent(takerFeePercent) }),
    ...(brackets === 'contract' ? {} : { brackets: cautiousBrackets() }),
  };
}

interface Told extends Omit<Loaded, 'symbol'> {
  readonly source: CandleSource;
  readonly contract: TradedContract;
  readonly assumed: readonly Stretch[];
}

function testedData({ source, contract, history, span, assumed }: Told): TestedData {
  const { instrument, terms } = contract;
  return {
    symbol: instrument.symbol,
    source: source.folder === null ? 'recorded' : 'stored',
    terms,
    from: instantAt(history.columns, span.from),
    to: instantAt(history.columns, span.to),
    hash: dataHash(history),
    makerFeePercent: percentText(instrument.makerFee),
    takerFeePercent: percentText(instrument.takerFee),
    minutesMissing: minutesIn(longHoles(history), span) + doubtfulMinutes(history, span),
    minutesFundingAssumed: minutesIn(assumed, span),
    marketChangePercent: marketChangePercent(
      { symbols: new Map([[instrument.symbol, history]]) },
      [instrument.symbol],
      span,
    ),
  };
}

function historyOf({ symbols }: MarketHistory, symbol: string): SymbolHistory {
  const history = symbols.get(symbol);
  if (history === undefined) throw new AppError('CANDLES_MISSING', `No candles of ${symbol} are stored.`);
  return history;
}

function candlesMissing({ symbols, from, to }: Pick<TestMarketQuery, 'symbols' | 'from' | 'to'>): AppError {
  return new AppError(
    'CANDLES_MISSING',
    `No candles of ${symbols.join(', ')} are stored from ${minuteText(from)} to ${minuteText(to)} UTC. Fetch them first.`,
  );
}
