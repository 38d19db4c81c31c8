import { type Instant, instantOf } from '#base/time.ts';
import type { AtomState } from '../../model/atom.ts';
import type { Ladder } from '../../risk/ladder/ladder.ts';

/**
 * When the open cycle is to be closed at market because it has lasted long enough; null when nothing is to happen then.
 * A bot that its user has stopped keeps what protects the position and does not sell by itself. One that has failed
 * follows its plan out of the position.
 */
export function timeLimitOf({ cycle, phase, mode }: AtomState, { timeLimitMs }: Ladder): Instant | null {
  if (timeLimitMs === null || cycle === null || cycle.beginAt === null) return null;
  if (phase === 'SUSPENDED' && mode !== 'failed') return null;
  return instantOf(cycle.beginAt + timeLimitMs);
}
