import type { CandleInterval } from '#base/candle-interval.ts';
import type { Instrument } from '../model/instrument.ts';
import type { CandleColumn, ColumnMemory, MarketWindow, WindowSpec } from '../model/window.ts';
import { barsFrom, type RuleBars, type TimeframeBars } from '../rules/rule-bars.ts';

/** The bars of a symbol's whole stored past, and what signals have computed of them: all that read it share it. */
export interface StoredPast {
  readonly instrument: Instrument;
  /** The bars of the timeframes that are read, with at least their columns. */
  bars(reads: readonly WindowSpec[]): RuleBars;
  /** Forgets what signals have computed where it takes more than so many bytes; it is computed anew when it is asked for. */
  forgetBeyond(bytes: number): void;
}

/**
 * @param windowOf - all stored bars of a timeframe with these columns, behind one bar without a market, so that the first
 *   stored one has a bar before it as it has in a running bot's window
 * @param memory - for columns; it serves no other past before this one has been let go
 */
export function storedPast(
  instrument: Instrument,
  windowOf: (timeframe: CandleInterval, columns: readonly CandleColumn[]) => MarketWindow,
  memory?: ColumnMemory,
): StoredPast {
  const known = new Map<CandleInterval, TimeframeBars>();
  const barsOf = ({ timeframe, columns }: WindowSpec): TimeframeBars => {
    const before = known.get(timeframe);
    const missing = columns.filter((name) => before?.columns[name] === undefined);
    if (before !== undefined && missing.length === 0) return before;
    const read = barsFrom([windowOf(timeframe, missing)], instrument, memory && { memory }).get(timeframe);
    const bars = { ...read, ...before, columns: { ...read?.columns, ...before?.columns } } as TimeframeBars; // Read just now.
    known.set(timeframe, bars);
    return bars;
  };
  return {
    instrument,
    bars: (reads) => new Map(reads.map((spec) => [spec.timeframe, barsOf(spec)])),
    forgetBeyond(bytes) {
      if ([...known.values()].reduce((sum, { kept }) => sum + keptBytes(kept), 0) <= bytes) return;
      for (const { kept } of known.values()) for (const columns of Object.values(kept)) columns.clear();
    },
  };
}

function keptBytes({ values, blocks, truths, rules }: TimeframeBars['kept']): number {
  const inBlocks = Array.from(blocks.values(), (column) => column.values);
  const columns = [...values.values(), ...inBlocks, ...truths.values()].reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  );
  return [...rules.values()].reduce((sum, { bytes }) => sum + bytes, columns);
}
