import { indicatorOf } from '../indicators/registry.ts';
import type { Complaint } from './chosen.ts';
import { comparisonsOf, operandsOf } from './operands-of.ts';
import type { Comparison, IndicatorOperand, Operand, Rule } from './rule.ts';

/**
 * Refuses comparisons whose truth depends on where the past begins: an indicator that counts from the first bar is a
 * number only beside itself, so both sides have its level, or the comparison asks whether it rises or falls.
 */
export function levelComplaints(rule: Rule): readonly Complaint[] {
  return comparisonsOf(rule).flatMap(({ comparison, path }) =>
    complaintsOf(comparison, rule).map((complaint) => ({ ...complaint, path: [...path, ...complaint.path] })),
  );
}

function complaintsOf(comparison: Comparison, { timeframe }: Rule): readonly Complaint[] {
  const operands = operandsOf(comparison);
  const levels = operands.map(([, operand]) => levelOf(operand, timeframe));
  // A shape compares the value with itself.
  const isDifference = levels.every((level) => level !== null && level === levels[0]);
  return operands.flatMap(([name, operand], index) => {
    const [within, asked] = askedIn(operand);
    if (asked === null || !isArbitrary(asked)) return [];
    if (isDifference && levels[index] !== null) return [];
    return [{ path: [name, ...within, 'ind'], sentence: sentenceOf(asked.ind) }];
  });
}

function sentenceOf(id: string): string {
  return `${id} counts from its first bar, so its level means nothing by itself: compare it with its own value at another offset or with its output average on the same timeframe, or ask whether it is rising or falling`;
}

/** Two operands of one level differ by a number that does not depend on the first bar; null for any other operand. */
function levelOf(operand: Operand, base: string): string | null {
  return 'ind' in operand && isArbitrary(operand) ? `${operand.ind} ${operand.timeframe ?? base}` : null;
}

/** Whether the level of an indicator counts from its first bar. */
export function isArbitrary({ ind }: IndicatorOperand): boolean {
  return indicatorOf(ind)?.isLevelArbitrary === true;
}

/** The indicator that an operand reads, however deep. */
function askedIn(operand: Operand): readonly [within: readonly string[], asked: IndicatorOperand | null] {
  if ('ind' in operand) return [[], operand];
  if (!('percentOf' in operand)) return [[], null];
  const [within, asked] = askedIn(operand.percentOf);
  return [['percentOf', ...within], asked];
}
