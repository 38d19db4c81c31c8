import { cashText } from '#base/decimal.ts';
import { add, type Cash, subtract } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import type { CloseReason, Cycle, CycleEnding } from '../../model/cycle.ts';
import { cancelOrders, cycleOf, type Draft, note, openLadder, ownCycle, ownState } from './draft.ts';

/** Net result of a cycle so far: gross + funding − commission − liquidation fee. */
export function cycleResult(cycle: Cycle): Cash {
  return subtract(subtract(add(cycle.gross, cycle.funding), cycle.commission), cycle.liquidationFee);
}

/**
 * Withdraws what still rests and ends the open cycle: at once if nothing of it is left at the venue, otherwise when the
 * last of its orders has ended there.
 */
export function endCycle(draft: Draft, state: CycleEnding['state'], reason: CloseReason): void {
  cancelOrders(draft, () => true);
  const ending: CycleEnding = { state, reason, at: draft.at };
  if (cycleOf(draft).leaving === undefined) return completeCycle(draft, ending);
  const cycle = ownCycle(draft);
  cycle.state = 'CLOSING';
  cycle.ending = ending;
  if (state === 'DETACHED') cycle.exitReason = reason; // Nothing closes the position that its user takes over.
  ownState(draft).phase = 'CLOSING';
}

/** Ends the open cycle, of which nothing is left at the venue, and lets the atom cool down after a position. */
export function completeCycle(draft: Draft, { state, reason, at }: CycleEnding): void {
  const { cooldownMs } = openLadder(draft);
  const cycle = ownCycle(draft);
  if (cycle.ending !== undefined) delete cycle.ending;
  cycle.state = state;
  cycle.endAt = at;
  cycle.closeReason = reason;
  const atom = ownState(draft);
  if (state === 'CANCELED') {
    draft.effects.push({ type: 'CycleEnded', cycle, reason });
    atom.phase = 'IDLE';
    atom.cycle = null;
    return;
  }
  cycle.trailingExtreme = null;
  note(draft, 'CYCLE_CLOSED', () => ({ reason, result: cashText(cycleResult(cycle)), seq: cycle.seq }));
  draft.effects.push({ type: 'CycleEnded', cycle, reason });
  const isCooling = cooldownMs > 0 && draft.state.mode === 'running';
  atom.cycle = null;
  atom.positionEndedAt = at;
  atom.phase = isCooling ? 'COOLDOWN' : 'IDLE';
  atom.cooldownUntil = isCooling ? instantOf(at + cooldownMs) : null;
}
