import type { HeldPosition } from '../../model/position.ts';
import type { Truths } from '../truth.ts';

/** A rule over all bars of a stored past, by their index. */
export interface PastRule {
  /** What it holds in memory. */
  readonly bytes: number;
  /** Whether it acts at each bar, in three-valued logic; null where that depends on the position. */
  readonly acting: Truths | null;
  /** Whether the rule acts at a bar. */
  acts(bar: number, position: HeldPosition): boolean;
  /** The first bar from `from` up to but not including `to` at which it acts, while the position stays as it is; else `to`. */
  next(from: number, to: number, position: HeldPosition): number;
}
