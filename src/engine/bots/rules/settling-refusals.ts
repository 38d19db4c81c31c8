import type { Reason } from '#base/errors.ts';
import { SETTLING_TOTAL_MAX } from '../../model/bot.ts';
import { operandColumn } from '../../rules/operand-column.ts';
import { comparisonsOf, operandsOf, type Path } from '../../rules/operands-of.ts';
import type { NamedRule } from './named-rule.ts';

/** Values that a refusal names: those that need most. */
const NAMED_MAX = 5;

/** Why the rules of a strategy need too many bars before their values are known; empty when they do not. */
export function settlingRefusals(rules: readonly NamedRule[]): readonly Reason[] {
  const values = differentValues(rules);
  const total = values.reduce((sum, { bars }) => sum + bars, 0);
  if (total <= SETTLING_TOTAL_MAX) return [];
  const figures = { total, max: SETTLING_TOTAL_MAX };
  return values
    .toSorted((one, other) => other.bars - one.bars)
    .slice(0, NAMED_MAX)
    .map(({ path, bars }) => ({
      code: 'SETTLING_ABOVE_MAX',
      detail: `needs ${bars} bars before it is known; all values together need ${total}, at most ${SETTLING_TOTAL_MAX} are allowed`,
      path,
      figures: { bars, ...figures },
    }));
}

/** Each value once, where it occurs first, with the bars that settle it. */
function differentValues(rules: readonly NamedRule[]): readonly { readonly path: Path; readonly bars: number }[] {
  const found = new Map<string, { readonly path: Path; readonly bars: number }>();
  for (const { rule, field } of rules) {
    for (const { comparison, path } of comparisonsOf(rule)) {
      for (const [name, operand] of operandsOf(comparison)) {
        const { key, settling } = operandColumn(operand, rule.timeframe);
        if (!found.has(key)) found.set(key, { path: [...field, ...path, name], bars: settling });
      }
    }
  }
  return [...found.values()];
}
