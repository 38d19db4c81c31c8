import { askedIndicator } from '../indicator-complaints.ts';
import { operandsOf } from '../operands-of.ts';
import { type Comparison, type Condition, type Operand, partsOf, type Rule } from '../rule.ts';

/**
 * What is left of a rule without the comparisons that no stored history makes known: those of the position, and of series that are
 * not stored. Null: nothing.
 */
export function marketPart({ timeframe, trigger, ...condition }: Rule): Rule | null {
  const left = partOfMarket(condition as Condition); // A rule is a condition with two fields more.
  return left && { ...left, timeframe, trigger };
}

function partOfMarket(condition: Condition): Condition | null {
  const parts = partsOf(condition);
  if (parts === null) return readsMarket(condition as Comparison) ? condition : null; // Only a comparison has no parts.
  const left = parts.map(partOfMarket).filter((part) => part !== null);
  const [first] = left;
  if (first === undefined) return null;
  if ('all' in condition) return { all: left };
  if ('any' in condition) return { any: left };
  if ('not' in condition) return { not: first };
  return { ...condition, cond: first } as Condition; // Of the groups only those of time have a `cond`.
}

function readsMarket(comparison: Comparison): boolean {
  return operandsOf(comparison).every(([, operand]) => isStored(operand));
}

function isStored(operand: Operand): boolean {
  if ('ind' in operand) return askedIndicator(operand).unstored.length === 0;
  return 'percentOf' in operand ? isStored(operand.percentOf) : !('pos' in operand);
}
