import { add, smaller, type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import type { MarketMinute } from '../model/account.ts';
import type { BlockReason } from '../model/atom.ts';
import { CLOSE_OFFSET_MS } from '../model/candle.ts';
import { applyEvent } from './apply.ts';
import type { Book, BotSlot, Slot } from './book.ts';
import { bringConditions } from './conditions.ts';
import { wantsEntry } from './entry-signal.ts';
import { crossUnrealized } from './liquidation.ts';

/** Lets idle atoms of a running bot open their next cycle at the close of the minute, or says once why not. */
export function openEntries(book: Book, bot: BotSlot, minute: MarketMinute): void {
  for (const slot of bot.slots) {
    if (!mayEnter(slot)) continue;
    const candle = minute.candle(slot.key.symbol);
    if (candle === null) continue;
    if (!wantsEntry(book, slot, minute)) continue;
    const at = instantOf(candle.time + CLOSE_OFFSET_MS);
    const price = ticks(candle.close);
    const reason = refusal(book, slot, price);
    if (reason === null) {
      bringConditions(book, slot, { rates: bot.conditions, at }); // Those of a version that waited for this cycle.
      applyEvent(book, slot, { type: 'EntryGranted', at, price });
    } else if (slot.state.blockedBy !== reason) applyEvent(book, slot, { type: 'EntryBlocked', at, reason });
  }
}

/** Whether the atom looks for its next cycle at every close. */
export function mayEnter({ bot, state }: Slot): boolean {
  return bot.bot.state === 'RUNNING' && state.phase === 'IDLE' && state.mode === 'running' && state.isEntryEnabled;
}

/** Whether its bot may have one more cycle open. */
export function hasCycleToSpare({ bot, context }: Slot): boolean {
  const { maxOpenCycles } = context.ladderOf(context.params);
  const open = bot.slots.filter(({ state }) => state.cycle !== null).length;
  return open < (maxOpenCycles ?? bot.slots.length);
}

/** Why a cycle that would begin at this price may not open now; null when it may. */
function refusal(book: Book, slot: Slot, price: Ticks): BlockReason | null {
  if (!hasCycleToSpare(slot)) return 'MAX_OPEN_CYCLES';
  const wanted = add(book.sums.committed, slot.bot.family.atom.marginToOpen(slot, price));
  if (book.limit !== null && wanted > book.limit) return 'PORTFOLIO_LIMIT_EXCEEDED';
  // Open losses of positions on the shared wallet are gone from it already; open wins are not there yet.
  const available = add(book.wallet, smaller(crossUnrealized(book), ZERO_CASH));
  return wanted > available ? 'INSUFFICIENT_MARGIN' : null;
}
