import { type Instant, instantOf } from '#base/time.ts';
import type { AtomState } from '../../model/atom.ts';
import type { Ladder } from '../../risk/ladder/ladder.ts';

/**
 * When the time limit closes the open cycle at market; null when it does not apply. A bot stopped by its user keeps the
 * exits that protect the position but does not close it by time. A failed bot still follows its exit plan, time limit
 * included.
 */
export function timeLimitOf({ cycle, phase, mode }: AtomState, { timeLimitMs }: Ladder): Instant | null {
  if (timeLimitMs === null || cycle === null || cycle.beginAt === null) return null;
  if (phase === 'SUSPENDED' && mode !== 'failed') return null;
  return instantOf(cycle.beginAt + timeLimitMs);
}
