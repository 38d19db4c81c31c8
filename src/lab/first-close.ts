import { type Ticks, ticks } from '#base/exact.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { thawAt } from '#engine/scan/market-minutes.ts';

/** The first close of a history from a minute on: where its first cycle may begin. Null where it has no candle there. */
export function firstClose({ columns, frozen }: SymbolHistory, from = 0): Ticks | null {
  const close = columns.close[thawAt(frozen, from)];
  return close === undefined ? null : ticks(close);
}
