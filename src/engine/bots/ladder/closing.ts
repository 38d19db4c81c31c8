import { cashText } from '#base/decimal.ts';
import { add, type Cash, subtract } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import type { CloseReason, Cycle } from '../../model/cycle.ts';
import { cancelOrders, type Draft, note, openLadder, ownCycle, ownState } from './draft.ts';

/** Net result of a cycle so far: gross + funding − commission − liquidation fee. */
export function cycleResult(cycle: Cycle): Cash {
  return subtract(subtract(add(cycle.gross, cycle.funding), cycle.commission), cycle.liquidationFee);
}

/** Ends the open cycle, withdraws what still rests, and lets the atom cool down. */
export function endCycle(draft: Draft, state: 'CLOSED' | 'LIQUIDATED' | 'DETACHED', reason: CloseReason): void {
  cancelOrders(draft, () => true);
  const { cooldownMs } = openLadder(draft);
  const cycle = ownCycle(draft);
  cycle.state = state;
  cycle.endAt = draft.at;
  cycle.closeReason = reason;
  cycle.trailingExtreme = null;
  note(draft, 'CYCLE_CLOSED', () => ({ reason, result: cashText(cycleResult(cycle)), seq: cycle.seq }));
  draft.effects.push({ type: 'CycleEnded', cycle, reason });
  const isCooling = cooldownMs > 0 && draft.state.mode === 'running';
  const atom = ownState(draft);
  atom.cycle = null;
  atom.positionEndedAt = draft.at;
  atom.phase = isCooling ? 'COOLDOWN' : 'IDLE';
  atom.cooldownUntil = isCooling ? instantOf(draft.at + cooldownMs) : null;
}
