import { add, type Cash, larger, smaller, type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import type { BlockReason } from '../model/atom.ts';
import { committedMargin } from '../risk/ladder/filled-ladder.ts';
import { baseQuantity, limitBasePrice } from '../risk/ladder/levels.ts';
import { initialMargin } from '../risk/margin/margin.ts';
import { isTradable } from '../risk/orders/approve.ts';
import { IN_CYCLE, type SweepAtom } from './atom.ts';
import { unrealizedAt } from './liquidate.ts';
import { committedNear, isBarred } from './plan.ts';
import { actsNow, placeNow } from './rules/signals.ts';
import { closeInstant, closeTicks, type SweepRun } from './run.ts';

/** Lets an idle atom open its next cycle at the close of the minute, or reports once why it may not. */
export function openEntry(run: SweepRun, atom: SweepAtom): void {
  if (!hasCycleLeft(run) || (atom.entry !== null && !actsNow(run, atom.entry))) return;
  sizeCycle(run, atom);
  const reason = refusal(run, atom) ?? openCycle(run, atom);
  if (reason === null || atom.blockedBy === reason) return;
  endBlock(run, atom);
  atom.blockedBy = reason;
  atom.blockedFrom = run.minute;
  atom.isBarred = reason === 'INSUFFICIENT_MARGIN' && isBarredForGood(run);
  if (run.sink !== null) run.sink({ type: 'blocked', at: closeInstant(run), direction: atom.direction, reason });
}

/** Decides the size and the stop of the cycle that may open, where they follow from the close. */
function sizeCycle(run: SweepRun, atom: SweepAtom): void {
  const { entry, opening, stopLoss } = atom;
  if (entry === null || opening === null) return;
  const { wallet, plan } = run;
  const terms = { price: closeTicks(run), wallet, limit: plan.limit, stopLoss: stopLoss > 0 ? stopLoss : null };
  const { notional, stopTicks } = opening(placeNow(run, entry), terms);
  const stopDistance = stopTicks === null ? null : ticks(stopTicks);
  const { baseNotional, stopDistance: before } = atom.ladder;
  if (notional === baseNotional && stopDistance === before) return;
  atom.ladder = { ...atom.ladder, baseNotional: notional, stopDistance };
}

/** Ends a block because the entry is allowed, or is refused for another reason. */
function endBlock(run: SweepRun, atom: SweepAtom): void {
  run.minutesBlocked += minutesBlocked(atom, run.minute);
  atom.blockedBy = null;
}

/** Minutes for which the atom has been blocked up to `to`. A planned wait for another cycle of the bot does not count. */
export function minutesBlocked({ blockedBy, blockedFrom }: SweepAtom, to: number): number {
  return blockedBy === null || blockedBy === 'MAX_OPEN_CYCLES' ? 0 : to - blockedFrom;
}

/** Whether the run may have one more cycle; a cycle whose base order still waits for its first fill counts too. */
export function hasCycleLeft({ plan, begun, first, second }: SweepRun): boolean {
  if (plan.cyclesMax === null) return true;
  const waiting = Number(isWaiting(first)) + Number(second !== null && isWaiting(second));
  return begun + waiting < plan.cyclesMax;
}

function isWaiting({ phase, position }: SweepAtom): boolean {
  return phase === IN_CYCLE && position.quantity === 0;
}

/** A flat bot with one direction keeps its wallet; if no price of the whole history allows an entry, none ever will. */
function isBarredForGood({ plan, second, wallet, track }: SweepRun): boolean {
  if (second !== null || plan.limit !== null) return false;
  const { low, high } = track.index;
  const [lowest, highest] = [low.at(-1)?.[0], high.at(-1)?.[0]];
  return lowest !== undefined && highest !== undefined && isBarred(plan, wallet, lowest, highest);
}

/** Why a cycle may not open at this close; null when it may. */
function refusal(run: SweepRun, atom: SweepAtom): BlockReason | null {
  const { plan } = run;
  const other = atom === run.first ? run.second : run.first;
  const isOtherOpen = other !== null && other.phase === IN_CYCLE;
  if (isOtherOpen && plan.openMax < 2) return 'MAX_OPEN_CYCLES';
  const close = closeTicks(run);
  const available = isOtherOpen && !other.isIsolated ? availableBeside(run, other) : run.wallet;
  const wantedMax = plan.committedMax + (isOtherOpen ? Math.max(plan.committedMax, other.costMax) : 0);
  if (wantedMax <= available && (plan.limit === null || wantedMax <= plan.limit)) return null;
  const price = limitBasePrice(atom, close);
  if (!isOtherOpen && plan.limit === null) return fitsAlone(run, atom, price) ? null : 'INSUFFICIENT_MARGIN';
  const own = committedMargin(atom, price);
  const wanted = isOtherOpen ? add(committedBy(other), own) : own;
  if (plan.limit !== null && wanted > plan.limit) return 'PORTFOLIO_LIMIT_EXCEEDED';
  return wanted > available ? 'INSUFFICIENT_MARGIN' : null;
}

/** Whether the wallet covers a cycle that does not share it. */
function fitsAlone({ plan, wallet }: SweepRun, atom: SweepAtom, price: Ticks): boolean {
  if (price >= plan.reliable.lowest && price <= plan.reliable.highest) {
    if (committedNear(plan, atom.sign, price, 1) <= wallet) return true;
    if (committedNear(plan, atom.sign, price, -1) > wallet) return false;
  }
  return committedMargin(atom, price) <= wallet;
}

/** Open losses of positions on the shared wallet already reduce it; open profits do not add to it yet. */
function availableBeside(run: SweepRun, other: SweepAtom): Cash {
  return add(run.wallet, smaller(unrealizedAt(other, closeTicks(run)), ZERO_CASH));
}

/** Margin that an open cycle commits: that of its full ladder, but never less than its position has used. */
function committedBy(atom: SweepAtom): Cash {
  return larger(committedMargin(atom, atom.plannedPrice), initialMargin(atom.costMax, atom.ladder.leverage));
}

/** Submits the base order of a new cycle, decided at the close of the minute. */
function openCycle(run: SweepRun, atom: SweepAtom): BlockReason | null {
  const price: Ticks = limitBasePrice(atom, closeTicks(run));
  const quantity = baseQuantity(atom, price);
  if (!isTradable(atom.instrument, atom.ladder.baseOrder.kind === 'limit' ? 'LIMIT' : 'MARKET', { price, quantity }))
    return 'LADDER_REFUSED';
  atom.phase = IN_CYCLE;
  endBlock(run, atom);
  atom.plannedPrice = price;
  atom.entryLevel = 0;
  if (run.sink !== null) run.sink({ type: 'opened', at: closeInstant(run), direction: atom.direction });
  if (atom.ladder.baseOrder.kind === 'limit') {
    atom.entrySigned = atom.sign * price;
    atom.entryRest = quantity;
    atom.entryFrom = run.minute + 1;
    atom.expiresAt = run.minute + run.plan.ttlMinutes;
    return null;
  }
  atom.marketQuantity = quantity;
  atom.marketFrom = run.minute + 1;
  return null;
}
