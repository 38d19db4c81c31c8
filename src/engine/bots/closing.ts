import { cashText } from '#base/decimal.ts';
import { add, type Cash, subtract } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import type { CloseReason, Cycle } from '../model/cycle.ts';
import { cancelOrders, cycleOf, type Draft, note, openLadder, patch, patchCycle } from './draft.ts';

/** Net result of a cycle so far: gross + funding − commission − liquidation fee. */
export function cycleResult(cycle: Cycle): Cash {
  return subtract(subtract(add(cycle.gross, cycle.funding), cycle.commission), cycle.liquidationFee);
}

/** Ends the open cycle, withdraws what still rests, and lets the atom cool down. */
export function endCycle(draft: Draft, state: 'CLOSED' | 'LIQUIDATED' | 'DETACHED', reason: CloseReason): void {
  cancelOrders(draft, () => true);
  const { cooldownMs } = openLadder(draft);
  patchCycle(draft, { state, endAt: draft.at, closeReason: reason, trailingExtreme: null });
  const cycle = cycleOf(draft);
  note(draft, 'CYCLE_CLOSED', { reason, result: cashText(cycleResult(cycle)), seq: cycle.seq });
  draft.effects.push({ type: 'CycleEnded', cycle, reason });
  const isCooling = cooldownMs > 0 && draft.state.mode === 'running';
  const until = isCooling ? instantOf(draft.at + cooldownMs) : null;
  patch(draft, { cycle: null, phase: isCooling ? 'COOLDOWN' : 'IDLE', cooldownUntil: until });
}
