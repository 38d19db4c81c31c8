import { at } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import { type Instant, MINUTE_MS } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import type { FundingColumns, Stretch, SymbolHistory } from '#engine/model/history.ts';
import { reused } from '#engine/rules/columns/reused-columns.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { FLAT_MINUTES_MAX, minuteHoles } from '#engine/schedule/minute-holes.ts';
import { loadHistory } from '#market/candle-files/history/load-history.ts';
import type { MarketPast } from '#ports/market-past.ts';

/** Reads the past of one symbol up to the present; null when nothing of it is stored. */
export type ReadSymbolPast = (symbol: string, tail: MarketPast | null) => Promise<SymbolHistory | null>;

/**
 * Reads the minutes that files hold, and behind them the newest ones, which may be in memory only. All pasts share their
 * memory: reading one overwrites the one before, which bounds the memory of a pass over all symbols.
 * @param folder - of all candles
 */
export function pastReader(folder: string, from: Instant): ReadSymbolPast {
  let memory: SharedArrayBuffer | null = null;
  const cut = reused((length) => new Int32Array(length));
  const read = async (symbol: string): Promise<SymbolHistory | null> => {
    try {
      cut.restart();
      const query = { folder, symbol, from, to: null, grids: null, scratch: cut.next, isReading: true };
      return await loadHistory(memory === null ? query : { ...query, memory });
    } catch (error) {
      if (error instanceof AppError) return null; // Nothing is stored of this time, or a damaged file, which the market sets aside.
      throw error;
    }
  };
  return async (symbol, tail) => {
    const stored = await read(symbol);
    const buffer = stored?.columns.low.buffer;
    if (buffer instanceof SharedArrayBuffer) memory = buffer;
    if (tail === null) return stored;
    if (stored === null) return { ...tail, index: skipIndexOf(tail.columns) };
    return joinedPast(stored, tail);
  };
}

/** The stored minutes, and behind them those of the tail that are later. */
export function joinedPast(stored: SymbolHistory, tail: Omit<MarketPast, 'unsettled'>): SymbolHistory {
  const kept = stored.columns.close.length;
  /** Where the tail begins among the minutes of the past. */
  const begin = (tail.columns.start - stored.columns.start) / MINUTE_MS;
  const minutes = begin + tail.columns.close.length;
  if (minutes <= kept) return stored;
  const columns = joinedColumns(stored.columns, tail.columns, { begin, minutes });
  const later = (stretches: readonly Stretch[]): readonly Stretch[] =>
    stretches
      .map(({ from, to }) => ({ from: Math.max(kept, from + begin), to: to + begin }))
      .filter(({ from, to }) => from < to);
  const holes = minuteHoles([...(begin > kept ? [{ from: kept, to: begin }] : []), ...later(tail.frozen)]);
  const isLong = ({ from, to }: Stretch) => to - from > FLAT_MINUTES_MAX;
  return {
    columns,
    index: skipIndexOf(columns),
    funding: joinedFunding(stored, tail, begin),
    frozen: [...stored.frozen, ...holes.frozen],
    filled: [...(stored.filled ?? []), ...holes.filled],
    unstored: [...(stored.unstored ?? []), ...later(tail.unstored ?? []).filter(isLong)],
  };
}

function joinedColumns(
  stored: CandleColumns,
  tail: CandleColumns,
  { begin, minutes }: { readonly begin: number; readonly minutes: number },
): CandleColumns {
  const kept = stored.close.length;
  const lastClose = at(stored.close, kept - 1);
  const joined = (name: 'open' | 'high' | 'low' | 'close' | 'volume'): Int32Array => {
    const column = new Int32Array(minutes);
    column.set(stored[name]);
    if (begin > kept) column.fill(name === 'volume' ? 0 : lastClose, kept, begin);
    column.set(tail[name].subarray(Math.max(0, kept - begin)), Math.max(kept, begin));
    return column;
  };
  return {
    ...{ start: stored.start, open: joined('open'), high: joined('high'), low: joined('low') },
    ...{ close: joined('close'), volume: joined('volume') },
  };
}

function joinedFunding(stored: SymbolHistory, tail: Omit<MarketPast, 'unsettled'>, begin: number): FundingColumns {
  const last = stored.funding.minute.at(-1) ?? -1;
  const later = Array.from(
    tail.funding.minute,
    (minute, index) => [minute + begin, at(tail.funding.rate, index)] as const,
  ).filter(([minute]) => minute > last);
  return {
    minute: Int32Array.from([...stored.funding.minute, ...later.map(([minute]) => minute)]),
    rate: Int32Array.from([...stored.funding.rate, ...later.map(([, rate]) => rate)]),
  };
}
