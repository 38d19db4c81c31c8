import { subtract, ZERO_CASH } from '#base/exact.ts';
import type { AtomEffect, AtomEvent, AtomStep } from '../../model/atom.ts';
import type { Cycle } from '../../model/cycle.ts';
import type { RunningAccount } from '../running-account.ts';
import type { RunningAtom, RunningBot } from '../running-bot.ts';
import { recount } from '../valuation/sums.ts';
import { type CycleChange, recordMovement } from './movement.ts';
import { closeNetWhenFlat, moveNet } from './net-cycles.ts';
import { performEffects, recordCycle } from './record-effects.ts';

/**
 * Applies an event to an atom and records everything that it changes.
 *
 * @returns the cycle that the event concerned in its new state, still open or just ended; null when there was none
 */
export function applyToAtom(account: RunningAccount, atom: RunningAtom, event: AtomEvent): Cycle | null {
  const before = atom.state.cycle;
  const step = atom.bot.family.atom.transition(atom.state, event, atom.context);
  if (step.state === atom.state && step.effects.length === 0) return before;
  atom.state = step.state;
  atom.triggers = step.triggers;
  atom.liquidation = step.liquidation;
  atom.bot.isDirty = true;
  countBegun(atom.bot, before, step);
  recount(account.sums, atom, { before, now: step.state.cycle });
  const ended = step.state.cycle === null ? endedBy(step.effects) : null;
  const after = ended ?? step.state.cycle;
  if (after !== null) {
    const change = { before, after, event, moved: movedBy(before, after) };
    recordMovement(account, atom, change);
    moveNet(account, atom, change);
  }
  performEffects(account, atom, { effects: step.effects, event, cycleSeq: after?.seq ?? null });
  if (after !== null && ended === null && after !== before) recordCycle(account, atom, after);
  closeNetWhenFlat(account, atom, event.at);
  return after;
}

function endedBy(effects: readonly AtomEffect[]): Cycle | null {
  for (const effect of effects) if (effect.type === 'CycleEnded') return effect.cycle;
  return null;
}

/** Counts a cycle in the run of its bot when it has its first fill. */
function countBegun(bot: RunningBot, before: Cycle | null, { state, effects }: AtomStep): void {
  if (before !== null && before.beginAt !== null) return;
  const after = state.cycle ?? endedBy(effects);
  if (after?.beginAt != null) bot.bot = { ...bot.bot, cyclesBegun: bot.bot.cyclesBegun + 1 };
}

function movedBy(before: Cycle | null, after: Cycle): CycleChange['moved'] {
  return {
    gross: subtract(after.gross, before?.gross ?? ZERO_CASH),
    commission: subtract(after.commission, before?.commission ?? ZERO_CASH),
    funding: subtract(after.funding, before?.funding ?? ZERO_CASH),
    liquidationFee: subtract(after.liquidationFee, before?.liquidationFee ?? ZERO_CASH),
  };
}
