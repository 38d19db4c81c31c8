import type { Reason } from '#base/errors.ts';
import type { Complaint } from '../../rules/chosen.ts';
import { unknownValues, unsteadyValues } from '../../rules/inspect-values.ts';
import { operandColumn } from '../../rules/operand-column.ts';
import type { Rule } from '../../rules/rule.ts';
import type { Inspection } from '../bot-family.ts';

/** Tries a rule on made-up bars; `field` is the path of the rule in its parameters. */
export function inspectRule(rule: Rule, field: readonly string[]): Inspection {
  const reasons = (code: string, complaints: readonly Complaint[]): readonly Reason[] =>
    complaints.map(({ path, sentence }) => ({ code, detail: sentence, path: [...field, ...path] }));
  return {
    refusals: reasons('RULE_UNSTEADY', unsteadyValues(rule, operandColumn)),
    warnings: reasons('SERIES_NOT_STORED', unknownValues(rule)),
  };
}

/** What several rules are found to be, in one answer. */
export function joinedInspections(found: readonly Inspection[]): Inspection {
  return {
    refusals: found.flatMap(({ refusals }) => refusals),
    warnings: found.flatMap(({ warnings }) => warnings),
  };
}
