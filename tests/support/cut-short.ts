import type { CandleColumns } from '#engine/model/candle.ts';
import type { MarketHistory, SymbolHistory } from '#engine/model/history.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import type { RandomWeek } from './random-week.ts';

/** The first minutes of a history; columns, index and funding contain nothing later. */
export function cutShort(stored: SymbolHistory, minutes: number): SymbolHistory {
  const { columns, funding, frozen } = stored;
  const part = (column: Int32Array): Int32Array => column.slice(0, minutes);
  const { start, open, high, low, close, volume } = columns;
  const candles: CandleColumns = {
    start,
    open: part(open),
    high: part(high),
    low: part(low),
    close: part(close),
    volume: part(volume),
  };
  const settled = funding.minute.filter((minute) => minute < minutes).length;
  return {
    columns: candles,
    index: skipIndexOf(candles),
    funding: { minute: funding.minute.slice(0, settled), rate: funding.rate.slice(0, settled) },
    frozen: frozen.filter(({ from }) => from < minutes).map(({ from, to }) => ({ from, to: Math.min(to, minutes) })),
  };
}

/** The week as if it had ended after `minutes` minutes. */
export function weekUntil(week: RandomWeek, minutes: number): RandomWeek {
  const symbols = [...week.history.symbols].map(([symbol, stored]) => [symbol, cutShort(stored, minutes)] as const);
  const history: MarketHistory = { ...week.history, minutes, symbols: new Map(symbols) };
  return { ...week, history, commands: week.commands.filter((told) => told.minute < minutes) };
}
