import { cashText, trimDecimal } from '#base/decimal.ts';
import { cash } from '#base/exact.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { FigureName } from '#engine/sweep/figures.ts';
import type { RankedSet } from './rank-sets.ts';

/** Figures that are counts; the drawdown share is a ratio, and all others are money. */
const COUNTS: ReadonlySet<FigureName> = new Set([
  'cycles',
  'wins',
  'fills',
  'levelsFilledMax',
  'minutesInPosition',
  'liquidations',
  'minutesBlocked',
  'minutesBlockedAtEnd',
  'losses',
]);
const SHARE_DECIMALS = 8;

/** Figures of a single cycle, which do not exist when no cycle has ended. */
const OF_A_CYCLE: ReadonlySet<FigureName> = new Set(['bestCycle', 'worstCycle']);

/** A set of a sweep and its figures as plain JSON data: money and ratios are decimal text; missing figures are null. */
export function sweepDocument({ figures }: RankedSet, params: BotParams): object {
  const names = Object.keys(figures) as FigureName[]; // The names of the figures are its only keys.
  const told = names.map((name): [string, string | number | null] => {
    const isNone = figures.cycles === 0 && OF_A_CYCLE.has(name);
    return [name, isNone ? null : figureText(name, figures[name])];
  });
  return { params, ...Object.fromEntries(told) };
}

function figureText(name: FigureName, value: number): string | number {
  if (COUNTS.has(name)) return value;
  return name === 'maxDrawdownShare' ? trimDecimal(value.toFixed(SHARE_DECIMALS)) : cashText(cash(value));
}
