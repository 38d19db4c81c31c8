import type { Rate } from '#base/exact.ts';
import type { Direction } from '../model/order.ts';
import type { MovedPast } from './moved-past.ts';
import { countBelow, ratio } from './sample-figures.ts';
import { findSwings } from './swings.ts';

/** A step of a ladder: its distance from the base, percent, and the rebound that a full ladder up to it needs. */
export interface AskedLevel {
  readonly deviationPercent: number;
  readonly rebound: Rate;
  /** The initial margin that this step adds, in USDT. */
  readonly margin: number;
}

/** How many swings there were by a rebound, and how many of them went at least as far as a distance. */
export interface StepReach {
  readonly swings: number;
  readonly reached: number;
}

/** How far a ladder reaches; by its section in docs/domain.md (7, "Use"). */
export interface LadderReach {
  /** Of each step, by the rebound that it needs itself, in the order asked. */
  readonly levels: readonly StepReach[];
  /** How many steps a swing fills on the average. */
  readonly expectedLevels: number;
  /** The initial margin of the steps that a swing fills on the average, in USDT; the base order is always filled. */
  readonly expectedMargin: number;
}

export interface LadderQuestion {
  readonly direction: Direction;
  readonly levels: readonly AskedLevel[];
  /** The initial margin of the base order, in USDT. */
  readonly baseMargin: number;
}

export function reachOfLadder(past: MovedPast, { direction, levels, baseMargin }: LadderQuestion): LadderReach {
  const reaches = levels.map(({ deviationPercent, rebound }) =>
    reachOf(dropsOf(past, direction, rebound), deviationPercent),
  );
  const shares = reaches.map(({ swings, reached }) => ratio(reached, swings));
  return {
    levels: reaches,
    expectedLevels: shares.reduce((sum, share) => sum + share, 0),
    expectedMargin: shares.reduce((sum, share, index) => sum + share * (levels[index]?.margin ?? 0), baseMargin),
  };
}

/** The drops before a rebound, percent, ascending. */
export function dropsOf({ columns }: MovedPast, direction: Direction, rebound: Rate): Float64Array {
  return Float64Array.from(findSwings(columns, { direction, rebound }).ended, ({ percent }) => percent).sort();
}

/** @param drops - ascending, percent */
export function reachOf(drops: Float64Array, percent: number): StepReach {
  return { swings: drops.length, reached: drops.length - countBelow(drops, percent) };
}
