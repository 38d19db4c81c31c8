import { groupThousands, trimDecimal } from '#base/decimal.ts';
import type { Reason } from '#base/errors.ts';
import type { Cash } from '#base/exact.ts';
import type { LadderParams } from '../../model/ladder-params.ts';
import type { PlannedSide } from '../ladder/planned-side.ts';

/** One direction of a ladder, with everything that the rules need to check it. */
export interface CheckedSide extends PlannedSide {
  readonly params: LadderParams;
  /** What is left of the portfolio's limit for a new cycle; null is no limit. */
  readonly limitLeft: Cash | null;
}

/** A validation rule: returns a reason for each violation; none when the direction complies. */
export type Rule = (side: CheckedSide) => readonly Reason[];

type Path = NonNullable<Reason['path']>;

/** "the base order" or "step 3", as a sentence names a level. */
export function stepName(level: number): string {
  return level === 0 ? 'the base order' : `step ${level}`;
}

/** The same, capitalised for the beginning of a sentence. */
export function stepNameFirst(level: number): string {
  return level === 0 ? 'The base order' : `Step ${level}`;
}

/** An amount of USDT for a sentence: grouped, without trailing zeros. */
export function groupedAmount(text: string): string {
  return `${groupThousands(trimDecimal(text))} USDT`;
}

/** The parameter that sets the size of a level. */
export function sizePath(params: LadderParams, level: number): Path {
  if (level === 0) return ['baseOrderSize'];
  if (params.customLevels !== null) return ['customLevels', level - 1, 'size'];
  return [params.safetyOrderSize === null ? 'baseOrderSize' : 'safetyOrderSize'];
}

/** The parameter that sets how far a level lies from the base price. */
export function distancePath(params: LadderParams, level: number): Path {
  return params.customLevels === null ? ['stepPercent'] : ['customLevels', level - 1, 'deviationPercent'];
}
