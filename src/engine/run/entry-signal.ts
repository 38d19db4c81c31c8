import type { CandleInterval } from '#base/candle-interval.ts';
import type { MarketMinute } from '../model/account.ts';
import type { WindowSpec } from '../model/window.ts';
import { closesBar, windowAt } from '../scan/closed-bars.ts';
import type { Book, Slot } from './book.ts';

/**
 * Whether the atom's own rules want a cycle at the close of this minute. They are asked when a bar of their first window
 * closes; while one of their windows is not known, they want nothing.
 */
export function wantsEntry(book: Book, slot: Slot, minute: MarketMinute): boolean {
  const { signal } = slot.bot.family;
  if (signal === null) return true;
  const { params } = slot.context;
  const { symbol, direction } = slot.key;
  const reads = signal.readsOf(params);
  const pace = paceOf(reads);
  if (pace !== null && !closesBar(minute.time, pace)) return false;
  const windows = reads.flatMap((spec) => windowAt(book.closedBars, minute, symbol, spec) ?? []);
  return windows.length === reads.length && signal.wantsEntry(params, { direction, windows });
}

/** At the closes of which bars the atom decides; null: of every minute. */
export function decisionPace({ bot, context }: Slot): CandleInterval | null {
  return paceOf(bot.family.signal?.readsOf(context.params) ?? []);
}

function paceOf(reads: readonly WindowSpec[]): CandleInterval | null {
  return reads[0]?.timeframe ?? null;
}
