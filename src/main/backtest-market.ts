import { recordedInstruments } from '#adapters/feed-replay/instruments.ts';
import { recordedHistory } from '#adapters/feed-replay/recorded-history.ts';
import { at } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import type { MarketHistory } from '#engine/model/history.ts';
import { gridText, type Instrument } from '#engine/model/instrument.ts';
import { storedMonths } from '#market/candle-files/folder.ts';
import { openMarketHistory } from '#market/candle-files/open-market-history.ts';
import type { BacktestPlan } from './backtest-plan.ts';

/** Where a backtest has its past from: the imported candles, or the bundled recording where there are none. */
export interface BacktestSource {
  readonly name: 'imported candles' | 'the bundled recording';
  readonly instruments: readonly Instrument[];
  /** Loads some of the symbols over the same minutes, in shared memory when they were imported. */
  load(symbols: readonly string[]): Promise<MarketHistory>;
}

/** @throws AppError SYMBOL_UNKNOWN, CANDLES_MISSING; `load` also what reading the files throws */
export function backtestSource(candlesDir: string, { symbols, from, to }: BacktestPlan): BacktestSource {
  const known = recordedInstruments();
  const instruments = symbols.map((symbol) => known.get(symbol) ?? unknownSymbol(symbol, [...known.keys()]));
  const missing = symbols.filter((symbol) => storedMonths(candlesDir, symbol).length === 0);
  if (missing.length === symbols.length) {
    return { name: 'the bundled recording', instruments, load: (wanted) => recordedHistory(wanted, { from, to }) };
  }
  if (missing.length > 0) {
    throw new AppError('CANDLES_MISSING', `Candles of ${missing.join(', ')} are not imported, those of others are.`);
  }
  const grids = (symbol: string) => {
    const { tick, step } = at(instruments, symbols.indexOf(symbol));
    return { tick: gridText(tick), step: gridText(step) };
  };
  return {
    name: 'imported candles',
    instruments,
    load: (wanted) =>
      openMarketHistory({
        folder: candlesDir,
        from,
        to,
        symbols: new Map(wanted.map((symbol) => [symbol, grids(symbol)])),
      }),
  };
}

function unknownSymbol(symbol: string, known: readonly string[]): never {
  throw new AppError(
    'SYMBOL_UNKNOWN',
    `There is no contract ${JSON.stringify(symbol)}; there are ${known.join(', ')}.`,
  );
}
