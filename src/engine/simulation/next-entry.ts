import { unreachable } from '#base/assert.ts';
import { ticks } from '#base/exact.ts';
import { holdsConditions } from '../account/commands/conditions.ts';
import { hasCycleToSpare, isExcluded } from '../account/entries.ts';
import type { RunningAccount } from '../account/running-account.ts';
import type { RunningAtom } from '../account/running-bot.ts';
import { paceOf } from '../account/signals/signals.ts';
import type { BlockReason } from '../model/atom.ts';
import type { Stretch } from '../model/history.ts';
import { committedRange, type PriceRange } from '../risk/ladder/committed-range.ts';
import { baseQuantity, type LadderSide, limitBasePrice } from '../risk/ladder/levels.ts';
import { closesBetween } from '../scan/extremes.ts';
import { firstDoubt } from '../scan/first-doubt.ts';
import { thawAt } from '../scan/market-minutes.ts';
import { nextSignal } from './next-signal.ts';
import { marksIn, openResult, type SharedLegs, sharedLegs } from './shared-legs.ts';
import type { Span } from './span.ts';

/**
 * The first minute of the span at whose close the atom may open a cycle, or may be blocked for another reason; `to` when
 * there is none. The atom's own state must allow an entry. While nothing else happens, only prices can end a block: the
 * close that determines its margin, and the marks that value the positions on the shared wallet.
 */
export function nextEntry(account: RunningAccount, atom: RunningAtom, span: Span): number {
  const { history, from, to } = span;
  const stored = history.symbols.get(atom.key.symbol);
  if (stored === undefined || from >= to) return to;
  const { signal } = atom.context;
  if (signal !== null && paceOf(signal) !== null) return nextSignal(atom, { role: 'entry', signal }, span);
  const next = Math.min(to, thawAt(stored.frozen, from));
  const reason = atom.state.blockedBy;
  if (isExcluded(account, atom)) return reason === 'ASSET_EXCLUDED' ? to : next;
  if (!hasCycleToSpare(atom)) return reason === 'MAX_OPEN_CYCLES' ? to : next;
  if (reason === null || reason === 'ASSET_EXCLUDED' || reason === 'MAX_OPEN_CYCLES') return next;
  if (!holdsConditions(atom, atom.bot.conditions[atom.key.direction])) return next; // New ones come with its next entry.
  const shared = sharedLegs(account, span);
  const isBlocked = (first: number, end: number): boolean => {
    const close = closesBetween(stored, first, end);
    const available = availableIn(account, shared, { from: first, to: end });
    return close !== null && isBlockedAt(account, atom, { reason, close, available });
  };
  for (let minute = next; minute < to; ) {
    const found = firstDoubt(minute, to, isBlocked);
    minute = thawAt(stored.frozen, found);
    if (minute === found) return found;
  }
  return to;
}

/** The least and the most that the wallet has available for a new cycle at the closes of a stretch. */
function availableIn(account: RunningAccount, shared: readonly SharedLegs[], stretch: Stretch): Block['available'] {
  let [least, most] = [0, 0];
  for (const symbol of shared) {
    const { low, high } = marksIn(symbol, closesBetween, stretch);
    const [atLow, atHigh] = [openResults(symbol, low), openResults(symbol, high)];
    least += Math.min(atLow, atHigh);
    most += Math.max(atLow, atHigh);
  }
  return { least: account.wallet + Math.min(least, 0), most: account.wallet + Math.min(most, 0) };
}

function openResults({ legs }: SharedLegs, mark: number): number {
  let total = 0;
  for (const leg of legs) total += openResult(leg, mark);
  return total;
}

interface Block {
  readonly reason: Exclude<BlockReason, 'ASSET_EXCLUDED' | 'MAX_OPEN_CYCLES'>;
  /** Ticks. */
  readonly close: { readonly low: number; readonly high: number };
  /** Cash. */
  readonly available: { readonly least: number; readonly most: number };
}

/** Whether this reason is certain to hold at all these closes. */
function isBlockedAt(account: RunningAccount, atom: RunningAtom, { reason, close, available }: Block): boolean {
  const ladder = atom.context.ladderOf(atom.context.params);
  const side = { ladder, instrument: atom.instrument, direction: atom.key.direction };
  const base = { low: limitBasePrice(side, ticks(close.low)), high: limitBasePrice(side, ticks(close.high)) };
  const margin = committedRange(side, base);
  if (margin === null) return false;
  const [least, most] = [account.sums.committed + margin.least, account.sums.committed + margin.most];
  const limit = account.limit ?? Number.POSITIVE_INFINITY;
  switch (reason) {
    case 'PORTFOLIO_LIMIT_EXCEEDED':
      return least > limit;
    case 'INSUFFICIENT_MARGIN':
      return most <= limit && least > available.most;
    case 'LADDER_REFUSED':
      return most <= limit && most <= available.least && isTooSmall(side, base);
    default:
      return unreachable(reason);
  }
}

/** Whether the instrument refuses the base order at all these prices: its quantity falls as they rise. */
function isTooSmall(side: LadderSide, { low, high }: PriceRange): boolean {
  if (low <= 0) return false;
  const { cashPerTickStep, notionalMin, quantityMin } = side.instrument;
  const quantity = baseQuantity(side, low);
  return quantity < quantityMin || high * quantity * cashPerTickStep < notionalMin;
}
