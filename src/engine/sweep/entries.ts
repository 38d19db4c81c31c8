import { add, type Cash, larger, smaller, type Ticks, ZERO_CASH } from '#base/exact.ts';
import { isTradable } from '../bots/entry.ts';
import type { BlockReason } from '../model/atom.ts';
import { committedMargin } from '../risk/filled-ladder.ts';
import { baseQuantity, limitBasePrice } from '../risk/levels.ts';
import { initialMargin } from '../risk/margin.ts';
import { IDLE, IN_CYCLE, type SweepAtom } from './atom.ts';
import { unrealizedAt } from './liquidate.ts';
import { closeOf, type SweepRun } from './run.ts';

/** Lets idle atoms open their next cycle at the close of the minute, or says once why not. */
export function openEntries(run: SweepRun, minute: number): void {
  if (run.hasFailed) return;
  const close = (run.close[minute] ?? 0) as Ticks; // The columns hold ticks.
  for (const atom of run.atoms) {
    if (atom.phase !== IDLE) continue;
    const reason = refusal(run, atom, close) ?? openCycle(run, atom, { close, minute });
    if (reason !== null) block(run, atom, { reason, minute });
  }
}

function block(run: SweepRun, atom: SweepAtom, { reason, minute }: { reason: BlockReason; minute: number }): void {
  if (atom.blockedBy === reason) return;
  atom.blockedBy = reason;
  if (run.sink !== null) {
    run.sink({ type: 'blocked', at: closeOf(run, minute), direction: atom.direction, reason });
  }
}

/** Why a cycle that would begin at this close may not open now; null when it may. */
function refusal(run: SweepRun, atom: SweepAtom, close: Ticks): BlockReason | null {
  const { plan, atoms } = run;
  let [open, committedMax] = [0, plan.committedMax];
  for (const other of atoms) {
    if (other.phase !== IN_CYCLE) continue;
    open += 1;
    committedMax += Math.max(plan.committedMax, other.costMax);
  }
  if (open >= plan.openMax) return 'MAX_OPEN_CYCLES';
  const available = availableAt(run, close);
  if (committedMax <= available && (plan.limit === null || committedMax <= plan.limit)) return null;
  const wanted = add(committedBy(run), committedMargin(atom, limitBasePrice(atom, close)));
  if (plan.limit !== null && wanted > plan.limit) return 'PORTFOLIO_LIMIT_EXCEEDED';
  return wanted > available ? 'INSUFFICIENT_MARGIN' : null;
}

/** Open losses of positions on the shared wallet are gone from it already; open wins are not there yet. */
function availableAt({ atoms, wallet }: SweepRun, close: Ticks): Cash {
  let shared = ZERO_CASH;
  for (const atom of atoms) if (!atom.isIsolated) shared = add(shared, unrealizedAt(atom, close));
  return add(wallet, smaller(shared, ZERO_CASH));
}

/** Margin that open cycles commit: that of their full ladder, and never less than a position has tied up. */
function committedBy({ atoms }: SweepRun): Cash {
  let total = ZERO_CASH;
  for (const atom of atoms) {
    if (atom.phase !== IN_CYCLE) continue;
    const planned = committedMargin(atom, atom.plannedPrice);
    total = add(total, larger(planned, initialMargin(atom.costMax, atom.ladder.leverage)));
  }
  return total;
}

/** Submits the base order of a new cycle, decided at the close of the minute. */
function openCycle(
  { plan }: SweepRun,
  atom: SweepAtom,
  { close, minute }: { close: Ticks; minute: number },
): BlockReason | null {
  const price = limitBasePrice(atom, close);
  const quantity = baseQuantity(atom, price);
  if (!isTradable(atom.instrument, price, quantity)) return 'LADDER_REFUSED';
  atom.phase = IN_CYCLE;
  atom.blockedBy = null;
  atom.plannedPrice = price;
  atom.entryLevel = 0;
  if (atom.ladder.baseOrder.kind === 'limit') {
    atom.entryPlace = atom.sign * price;
    atom.entryRest = quantity;
    atom.entryFrom = minute + 1;
    atom.expiresAt = minute + plan.ttlMinutes;
    return null;
  }
  atom.marketQuantity = quantity;
  atom.marketFrom = minute + 1;
  return null;
}
