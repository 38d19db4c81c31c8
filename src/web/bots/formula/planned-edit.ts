import { parseDecimal } from '#base/decimal.ts';
import { fractionOf, roundedText } from '#base/formula/big-fraction.ts';
import type { Formula } from '#base/formula/formula.ts';
import { EXIT_PERCENT } from '#contract/limits.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { canDo } from '../acts/can-do.ts';
import { trimmedExits } from '../changes/bots-change.ts';
import type { NumberRange, VersionNumber } from './version-numbers.ts';

/** What a formula can change of a bot itself: its name in formulas, which is that of the API, and the role of its order. */
export const exitFields = {
  takeProfitPercent: { name: 'take_profit_percent', role: 'take_profit' },
  stopLossPercent: { name: 'stop_loss_percent', role: 'stop_loss' },
} as const;

export type ExitField = keyof typeof exitFields;

/** A percentage, as the API takes it. */
export const EXIT_RANGE: NumberRange = { ...EXIT_PERCENT, decimals: 6 };

/** What the formula makes of one bot. */
export interface PlannedEdit {
  readonly bot: Bot;
  readonly before: string | null;
  readonly result: EditResult;
}

export type EditResult =
  | { readonly state: 'changed'; readonly after: string }
  | { readonly state: 'same' }
  | { readonly state: 'refused'; readonly why: 'state' | 'off' | 'ownParams' | 'zero' }
  /** @param result - null: too large to be told */
  | { readonly state: 'refused'; readonly why: 'outside'; readonly result: string | null; readonly range: NumberRange };

/** Calculates the new percentage of a bot from the present one; what cannot be, says why. */
export function plannedExit(bot: Bot, field: ExitField, formula: Formula): PlannedEdit {
  const before = trimmedExits(bot)[field];
  if (!canDo(bot, 'conditions')) return { bot, before, result: refused('state') };
  return { bot, before, result: before === null ? refused('off') : resultOf(before, EXIT_RANGE, formula) };
}

/** Calculates a number of the version that a bot runs. */
export function plannedNumber(bot: Bot, number: VersionNumber, formula: Formula): PlannedEdit {
  const found = number.read(bot.params);
  const before = found?.value ?? null;
  if (bot.state === 'STOPPING' || bot.state === 'DELETED') return { bot, before, result: refused('state') };
  if (bot.strategyId === null || bot.strategyVersion === null) return { bot, before, result: refused('ownParams') };
  return { bot, before, result: found === null ? refused('off') : resultOf(found.value, found.range, formula) };
}

function resultOf(before: string, range: NumberRange, formula: Formula): EditResult {
  const exact = formula(fractionOf(before));
  if (exact === null) return refused('zero');
  const after = roundedText(exact, range.decimals);
  if (after === null || !isWithin(after, range)) return { state: 'refused', why: 'outside', result: after, range };
  return after === before ? { state: 'same' } : { state: 'changed', after };
}

function isWithin(text: string, { min, max, decimals }: NumberRange): boolean {
  const count = (decimal: string): number => parseDecimal(decimal, decimals) ?? Number.NaN;
  return count(text) >= count(min) && count(text) <= count(max);
}

const refused = (why: 'state' | 'off' | 'ownParams' | 'zero'): EditResult => ({ state: 'refused', why });
