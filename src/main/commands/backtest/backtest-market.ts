import { AppError } from '#base/errors.ts';
import type { MarketHistory, SymbolHistory } from '#engine/model/history.ts';
import { gridText, type Instrument } from '#engine/model/instrument.ts';
import { shareHistory } from '#lab/sweep/shared-history.ts';
import { storedMonths } from '#market/candle-files/folder.ts';
import { loadHistory } from '#market/candle-files/history/load-history.ts';
import { openMarketHistory } from '#market/candle-files/history/open-market-history.ts';
import { type RecordedWindow, recordedHistory } from '#market/recording/recorded-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { loadListings } from '#market/store/listing-file.ts';
import { historyOf } from './backtest-ladder.ts';
import type { BacktestPlan } from './backtest-plan.ts';

/** Where a backtest has its past from: the imported candles, or the bundled recording where there are none. */
export interface BacktestSource {
  readonly name: 'imported candles' | 'the bundled recording';
  readonly instruments: readonly Instrument[];
  /** Loads all symbols over the same minutes. */
  load(): Promise<MarketHistory>;
  /** Loads one symbol into shared memory, over what is given as free where it can. */
  loadShared(symbol: string, free: SharedArrayBuffer | null): Promise<SymbolHistory>;
}

/** @throws AppError SYMBOL_UNKNOWN, CANDLES_MISSING; loading also what reading the files throws */
export function backtestSource(candlesDir: string, { symbols, from, to }: BacktestPlan): BacktestSource {
  const missing = symbols.filter((symbol) => storedMonths(candlesDir, symbol).length === 0);
  const known = missing.length === 0 ? listedInstruments(candlesDir) : recordedInstruments();
  const instruments = symbols.map((symbol) => known.get(symbol) ?? unknownSymbol(symbol, [...known.keys()]));
  if (missing.length === symbols.length) return recordedSource(instruments, { from, to });
  if (missing.length === 0) return importedSource(instruments, { folder: candlesDir, from, to });
  throw new AppError('CANDLES_MISSING', `Candles of ${missing.join(', ')} are not imported, those of others are.`);
}

/** Contracts as the exchange listed them last, where it was asked; those of the recording otherwise. */
function listedInstruments(folder: string): ReadonlyMap<string, Instrument> {
  const listed = (loadListings(folder) ?? []).map(({ instrument }) => [instrument.symbol, instrument] as const);
  return new Map([...recordedInstruments(), ...listed]);
}

function recordedSource(instruments: readonly Instrument[], window: RecordedWindow): BacktestSource {
  const load = (symbols: readonly string[]) => recordedHistory(symbols, window);
  return {
    name: 'the bundled recording',
    instruments,
    load: () => load(instruments.map(({ symbol }) => symbol)),
    loadShared: async (symbol) => shareHistory(historyOf(await load([symbol]), symbol)),
  };
}

function importedSource(
  instruments: readonly Instrument[],
  query: RecordedWindow & { readonly folder: string },
): BacktestSource {
  const grids = new Map(
    instruments.map(({ symbol, tick, step }) => [symbol, { tick: gridText(tick), step: gridText(step) }]),
  );
  return {
    name: 'imported candles',
    instruments,
    load: () => openMarketHistory({ ...query, symbols: grids }),
    loadShared: (symbol, free) =>
      loadHistory({ ...query, symbol, grids: grids.get(symbol) ?? null, ...(free === null ? {} : { memory: free }) }),
  };
}

function unknownSymbol(symbol: string, known: readonly string[]): never {
  throw new AppError(
    'SYMBOL_UNKNOWN',
    `There is no contract ${JSON.stringify(symbol)}; there are ${known.join(', ')}.`,
  );
}
