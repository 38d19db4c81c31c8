import type { Bot } from '#web/api/trading-queries.ts';
import type { MessageKey } from '#web/i18n/text.tsx';
import { EXIT_RANGE, type ExitField, exitFields } from './planned-edit.ts';
import { type VersionNumber, versionNumbers } from './version-numbers.ts';

/** What the user can choose to calculate: an exit of the bots, or a number of their versions. */
export interface FormulaChoice {
  /** What it is called in formulas. */
  readonly name: string;
  readonly label: MessageKey;
  readonly unit: string;
  readonly decimals: number;
  readonly exit: ExitField | null;
  readonly number: VersionNumber | null;
}

function exitChoice(exit: ExitField): FormulaChoice {
  const label = `ladder.field.${exit}` as const;
  return { exit, name: exitFields[exit].name, label, unit: '%', decimals: EXIT_RANGE.decimals, number: null };
}

export const TAKE_PROFIT = exitChoice('takeProfitPercent');

/** The exits, and each number that the version of at least one of the bots has. */
export function formulaChoices(bots: readonly Bot[]): readonly FormulaChoice[] {
  const [first] = bots;
  const numbers = first === undefined ? [] : versionNumbers(first.kind);
  const held = numbers.filter((number) => bots.some(({ params }) => number.read(params) !== null));
  const versions = held.map((number) => {
    const { name, label, unit, decimals } = number;
    return { name, label, unit, decimals, number, exit: null };
  });
  return [TAKE_PROFIT, exitChoice('stopLossPercent'), ...versions];
}
