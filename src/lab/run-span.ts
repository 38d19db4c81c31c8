import type { Instant } from '#base/time.ts';
import type { MarketHistory, Stretch } from '#engine/model/history.ts';
import { indexOf, thawAt } from '#engine/scan/market-minutes.ts';

/**
 * The minutes of a history that a run goes through: from the first one at or after `from` at which a symbol has a candle, to the end.
 * Those before them are only read by rules. Empty where a symbol has no candle in them.
 * @param from - null: from the first minute of the history on
 */
export function runSpan(history: MarketHistory, from: Instant | null): Stretch {
  const { minutes: to } = history;
  const first = from === null ? 0 : Math.max(0, indexOf(history, from));
  const begins = [...history.symbols.values()].map(({ frozen }) => thawAt(frozen, first));
  return begins.some((begin) => begin >= to) ? { from: to, to } : { from: Math.min(...begins), to };
}
