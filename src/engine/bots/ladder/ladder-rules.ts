import { assert } from '#base/assert.ts';
import { type LadderParams, ladderParams } from '../../model/ladder-params.ts';
import { type Complaint, complaining } from '../../rules/chosen.ts';
import { compileRule } from '../../rules/compile-rule.ts';
import { ruleSchema } from '../../rules/read-rule.ts';
import type { Rule } from '../../rules/rule.ts';
import type { Inspection } from '../bot-family.ts';
import { ruleSignal } from '../past-signal.ts';
import { inspectRule, joinedInspections } from '../rules/inspect-rule.ts';
import type { NamedRule } from '../rules/named-rule.ts';
import { ruleReader } from '../rules/rule-reader.ts';
import type { EntrySignal, Signal } from '../signal.ts';

const ruleFields = ['entryConditions', 'safetyConditions'] as const;

/** The parameters of a ladder with its rules checked. */
export const ladderWithRules = ladderParams.check(
  complaining((params) => ruleFields.flatMap((field) => ruleComplaints(params, field))),
);

function ruleComplaints(params: LadderParams, field: (typeof ruleFields)[number]): readonly Complaint[] {
  if (params[field] === null) return [];
  const { error } = ruleSchema.safeParse(params[field]);
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: [field, ...path.map((part) => (typeof part === 'number' ? part : String(part)))],
    sentence: message,
  }));
}

/** A ladder with an entry rule opens its cycles at the closes at which the rule acts; one without, at every close. */
export const entrySignal = ({ entryConditions }: LadderParams): EntrySignal | null => signalOf(entryConditions);

/** The steps of a ladder with a rule for them wait until it acts; without one they rest in the book. */
export const stepSignal = ({ safetyConditions }: LadderParams): Signal | null => signalOf(safetyConditions);

/** The rules of a ladder: the one that opens its cycles, and the one for its steps. */
export function ladderRules(params: LadderParams): readonly NamedRule[] {
  return ruleFields.flatMap((field) => {
    const rule = ruleOf(params[field]);
    const purpose = field === 'entryConditions' ? 'enter' : 'step';
    return rule === null ? [] : [{ field: [field], purpose, direction: null, rule } as const];
  });
}

/** Tries the rules of a ladder on made-up bars. */
export function inspectRules(params: LadderParams): Inspection {
  return joinedInspections(ladderRules(params).map(({ rule, field }) => inspectRule(rule, field)));
}

function ruleOf(given: LadderParams['entryConditions']): Rule | null {
  if (given === null) return null;
  const parsed = ruleSchema.safeParse(given);
  assert(parsed.success, 'the rules of a ladder were checked when the ladder was');
  return parsed.data;
}

function signalOf(given: LadderParams['entryConditions']): EntrySignal | null {
  const rule = ruleOf(given);
  return rule === null ? null : { ...ruleSignal(rule), readerOf: () => ruleReader(compileRule(rule)) };
}
