import type { Ticks } from '#base/exact.ts';
import type { AtomState } from '../../model/atom.ts';

export const protections = ['flat', 'protected', 'by_design', 'missing'] as const;

/**
 * The protection of an atom against losses. A position is unprotected while no stop-loss order of it rests: `by_design` when its
 * bot sets none, `missing` when its bot wants one. One that is being closed at market needs none.
 */
export type Protection = (typeof protections)[number];

/** @param wantedStop - the stop-loss price that the bot wants for the position; null: none, or one that no price reaches */
export function protectionOf({ cycle }: Pick<AtomState, 'cycle'>, wantedStop: Ticks | null): Protection {
  if (cycle === null || cycle.position.quantity === 0) return 'flat';
  if (cycle.exitReason !== null || cycle.orders.some(({ role }) => role === 'stop_loss')) return 'protected';
  return wantedStop === null ? 'by_design' : 'missing';
}
