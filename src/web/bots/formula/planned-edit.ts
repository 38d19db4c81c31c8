import { fractionOf, roundedText } from '#base/formula/big-fraction.ts';
import type { Formula } from '#base/formula/formula.ts';
import { exitPercent } from '#contract/bot.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { canDo } from '../acts/can-do.ts';
import { trimmedExits } from '../changes/bots-change.ts';

/** What a formula can change of a bot: its name in formulas, which is that of the API, and the role of its order. */
export const formulaFields = {
  takeProfitPercent: { name: 'take_profit_percent', role: 'take_profit' },
  stopLossPercent: { name: 'stop_loss_percent', role: 'stop_loss' },
} as const;

export type FormulaField = keyof typeof formulaFields;

/** Decimals of a percentage, as the API takes it. */
export const PERCENT_DECIMALS = 6;

/** What the formula makes of one bot. */
export interface PlannedEdit {
  readonly bot: Bot;
  readonly before: string | null;
  readonly result: EditResult;
}

export type EditResult =
  | { readonly state: 'changed'; readonly after: string }
  | { readonly state: 'same' }
  | { readonly state: 'refused'; readonly why: 'state' | 'off' | 'zero' | 'large' }
  | { readonly state: 'refused'; readonly why: 'outside'; readonly result: string };

/** Calculates the new percentage of a bot from the present one; what cannot be, says why. */
export function plannedEdit(bot: Bot, field: FormulaField, formula: Formula): PlannedEdit {
  const before = trimmedExits(bot)[field];
  return { bot, before, result: canDo(bot, 'conditions') ? resultOf(before, formula) : refused('state') };
}

function resultOf(before: string | null, formula: Formula): EditResult {
  if (before === null) return refused('off');
  const exact = formula(fractionOf(before));
  if (exact === null) return refused('zero');
  const after = roundedText(exact, PERCENT_DECIMALS);
  if (after === null) return refused('large');
  if (!exitPercent.safeParse(after).success) return { state: 'refused', why: 'outside', result: after };
  return after === before ? { state: 'same' } : { state: 'changed', after };
}

const refused = (why: 'state' | 'off' | 'zero' | 'large'): EditResult => ({ state: 'refused', why });
