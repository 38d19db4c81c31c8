import { CANDLE_LENGTH_MS, type CandleInterval } from '#base/candle-interval.ts';
import { type Instant, later } from '#base/time.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { barTable, closeOf, lastClosed } from '#engine/scan/bar-table.ts';
import type { TrialBars } from '#ports/strategy-trials.ts';
import type { ShownSpan } from './shown-rules.ts';

/** The last `count` bars that have closed by an instant inside the trial; its first ones where it has no more. */
export function barsToShow(
  timeframe: CandleInterval,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  { count, until }: { readonly count: number; readonly until: Instant | null },
): ShownSpan {
  const [first, end] = [lastClosed(timeframe, from) + 1, lastClosed(timeframe, to) + 1];
  const wanted = until === null ? end : lastClosed(timeframe, until) + 1;
  const last = Math.min(end, Math.max(wanted, first + count));
  return { timeframe, from: Math.max(Math.min(first, last), last - count), to: last };
}

/** @param shown - bars of the trial */
export function barsAt(stored: SymbolHistory, { timeframe, from, to }: ShownSpan): TrialBars {
  const { first, columns } = barTable(stored, timeframe);
  const shown = (column: Float64Array): Float64Array => column.subarray(from - first, to - first);
  return {
    ...{ timeframe, start: later(closeOf(timeframe, from), -CANDLE_LENGTH_MS[timeframe]) },
    open: shown(columns.open),
    high: shown(columns.high),
    low: shown(columns.low),
    close: shown(columns.close),
    volume: shown(columns.volume),
  };
}
