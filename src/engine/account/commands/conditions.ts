import type { Instant } from '#base/time.ts';
import type { Conditions } from '../../bots/conditions.ts';
import { applyToAtom } from '../atoms/apply-to-atom.ts';
import type { RunningAccount } from '../running-account.ts';
import type { RunningAtom } from '../running-bot.ts';

export function holdsConditions({ state }: RunningAtom, rates: Conditions): boolean {
  return state.stopLoss === rates.stopLoss && state.takeProfit === rates.takeProfit;
}

/** Gives an atom new conditions if they differ from its current ones. */
export function bringConditions(
  account: RunningAccount,
  atom: RunningAtom,
  next: { rates: Conditions; at: Instant },
): void {
  if (holdsConditions(atom, next.rates)) return;
  applyToAtom(account, atom, { type: 'ConditionsSet', at: next.at, ...next.rates, exit: null });
}
