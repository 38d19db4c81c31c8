import { type Ticks, ticks } from '#base/exact.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { thawAt } from '#engine/scan/market-minutes.ts';

/** The first close of a history: where its first cycle may begin. Null where it has no candle at all. */
export function firstClose({ columns, frozen }: SymbolHistory): Ticks | null {
  const close = columns.close[thawAt(frozen, 0)];
  return close === undefined ? null : ticks(close);
}
