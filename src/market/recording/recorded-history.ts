import { AppError } from '#base/errors.ts';
import type { Rate } from '#base/exact.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import type { FundingColumns, MarketHistory, SymbolHistory } from '#engine/model/history.ts';
import { indexOf, instantAt } from '#engine/scan/market-minutes.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { unstoredMinutes } from '../unstored-minutes.ts';
import { loadRecording, RECORDING_MINUTES, RECORDING_START, type RecordedSymbol } from './recording.ts';

/** The minutes of the recording to load. */
export interface RecordedWindow {
  /** Open of the first minute; null for the first recorded. */
  readonly from: Instant | null;
  /** Open of the minute after the last; null for the end of the recording. */
  readonly to: Instant | null;
}

/**
 * The recording as a stored past, in new memory; symbols are those of `recordedInstruments`.
 * @throws AppError CANDLES_MISSING when none of the wanted minutes was recorded
 */
export async function recordedHistory(
  symbols: readonly string[],
  { from, to }: RecordedWindow = { from: null, to: null },
): Promise<MarketHistory> {
  const recording = { start: RECORDING_START };
  const first = from === null ? 0 : Math.max(0, indexOf(recording, from));
  const end = to === null ? RECORDING_MINUTES : Math.min(RECORDING_MINUTES, indexOf(recording, to));
  if (first >= end) throw notRecorded();
  const histories = new Map<string, SymbolHistory>();
  for (const [symbol, recorded] of await loadRecording(symbols)) histories.set(symbol, partOf(recorded, first, end));
  return { start: instantAt(recording, first), minutes: end - first, symbols: histories };
}

/** The recorded contracts were listed at some time before the recording. */
const LISTED_BEFORE = { listedAt: null, absent: [] };

/** The minutes [first, end) of a symbol. */
function partOf({ columns, funding }: RecordedSymbol, first: number, end: number): SymbolHistory {
  const part = (column: Int32Array): Int32Array => column.subarray(first, end);
  const candles: CandleColumns = {
    start: instantAt(columns, first),
    open: part(columns.open),
    high: part(columns.high),
    low: part(columns.low),
    close: part(columns.close),
    volume: part(columns.volume),
  };
  return {
    columns: candles,
    index: skipIndexOf(candles),
    funding: fundingOf(funding, first, end),
    frozen: [],
    unstored: unstoredMinutes({ start: candles.start, frozen: [] }, LISTED_BEFORE),
  };
}

function fundingOf(settled: ReadonlyMap<number, Rate>, first: number, end: number): FundingColumns {
  const inside = [...settled].filter(([minute]) => minute >= first && minute < end);
  const ascending = inside.toSorted(([one], [other]) => one - other);
  return {
    minute: Int32Array.from(ascending, ([minute]) => minute - first),
    rate: Int32Array.from(ascending, ([, rate]) => rate),
  };
}

function notRecorded(): AppError {
  const text = (time: Instant): string => new Date(time).toISOString();
  const [start, end] = [RECORDING_START, later(RECORDING_START, RECORDING_MINUTES * MINUTE_MS)];
  return new AppError(
    'CANDLES_MISSING',
    `The bundled recording has none of these minutes: it goes from ${text(start)} to ${text(end)}.`,
  );
}
