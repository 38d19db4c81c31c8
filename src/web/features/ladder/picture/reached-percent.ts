import type { SideReach } from '../reach/use-ladder-reach.ts';

const ALL_PERCENT = '100';

/** The share of swings that reach a level; every one fills the base order. */
export function reachedPercent(reach: SideReach | null, level: number): string | null {
  if (level === 0) return ALL_PERCENT;
  return reach?.reach?.levels[level - 1]?.reachedPercent ?? null;
}
