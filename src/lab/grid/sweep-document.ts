import { cashText, trimDecimal } from '#base/decimal.ts';
import { cash } from '#base/exact.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import type { FigureName } from '#engine/sweep/figures.ts';
import type { RankedSet } from './rank-sets.ts';

/** Figures that are counts; the share is a ratio, and all others are money. */
const COUNTS: ReadonlySet<FigureName> = new Set([
  'cycles',
  'wins',
  'fills',
  'levelsFilledMax',
  'minutesInPosition',
  'liquidations',
]);
const SHARE_DECIMALS = 8;

/** A set of a sweep and its figures as plain JSON data: money and ratios are decimal text. */
export function sweepDocument({ figures }: RankedSet, params: LadderParams): object {
  const names = Object.keys(figures) as FigureName[]; // The names of the figures are its only keys.
  return { params, ...Object.fromEntries(names.map((name) => [name, figureText(name, figures[name])])) };
}

function figureText(name: FigureName, value: number): string | number {
  if (COUNTS.has(name)) return value;
  return name === 'maxDrawdownShare' ? trimDecimal(value.toFixed(SHARE_DECIMALS)) : cashText(cash(value));
}
