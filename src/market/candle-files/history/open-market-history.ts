import { assert } from '#base/assert.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { MarketHistory, SymbolHistory } from '#engine/model/history.ts';
import type { Grids } from '../month/month-file.ts';
import { type HistoryQuery, reach, readStored, type Window, withMonths } from './load-history.ts';

/** The stored minutes to load for several symbols; otherwise as for one symbol. */
export interface MarketQuery extends Omit<HistoryQuery, 'symbol' | 'grids' | 'memory'> {
  /** At least one symbol, each with its tick and step, or null for those of the files. */
  readonly symbols: ReadonlyMap<string, Grids | null>;
}

/**
 * Loads several symbols over the same minutes: from the first that any of them has to the last. Before its first and
 * after its last candle a symbol is flat and frozen.
 * @throws AppError as `loadHistory` does; CANDLES_MISSING also when one of several symbols has none of the minutes
 */
export async function openMarketHistory(query: MarketQuery): Promise<MarketHistory> {
  const queries = [...query.symbols].map(([symbol, grids]) => ({ ...query, symbol, grids }));
  assert(queries.length > 0, 'a market has a symbol');
  const window = await commonWindow(queries);
  const symbols = new Map<string, SymbolHistory>();
  // One after the other: the months of a symbol are already read concurrently.
  for (const one of queries) {
    symbols.set(one.symbol, await withMonths(one, (months) => readStored(one, months, window)));
  }
  return { start: window.from, minutes: (window.to - window.from) / MINUTE_MS, symbols };
}

async function commonWindow(queries: readonly HistoryQuery[]): Promise<Window> {
  const windows: Window[] = [];
  for (const query of queries) windows.push(await withMonths(query, async (months) => reach(query, months)));
  const outermost = (choose: (...times: number[]) => number, end: keyof Window): Instant =>
    instantOf(choose(...windows.map((window) => window[end])));
  return { from: outermost(Math.min, 'from'), to: outermost(Math.max, 'to') };
}
