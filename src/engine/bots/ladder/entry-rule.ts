import { assert } from '#base/assert.ts';
import { type LadderParams, ladderParams } from '../../model/ladder-params.ts';
import { complaining } from '../../rules/chosen.ts';
import { compileRule } from '../../rules/compile-rule.ts';
import { ruleSchema } from '../../rules/read-rule.ts';
import { barsFrom } from '../../rules/rule-bars.ts';
import { TRUE } from '../../rules/truth.ts';
import type { EntrySignal } from '../entry-signal.ts';

/** The parameters of a ladder with its entry rule checked. */
export const ladderWithRule = ladderParams.check(
  complaining(({ entryConditions }) => {
    if (entryConditions === null) return [];
    const { error } = ruleSchema.safeParse(entryConditions);
    return (error?.issues ?? []).map(({ path, message }) => ({
      path: ['entryConditions', ...path.map((part) => (typeof part === 'number' ? part : String(part)))],
      sentence: message,
    }));
  }),
);

/** A ladder with an entry rule opens its cycles at the closes at which the rule acts; one without, at every close. */
export function entrySignal({ entryConditions }: LadderParams): EntrySignal | null {
  if (entryConditions === null) return null;
  const parsed = ruleSchema.safeParse(entryConditions);
  assert(parsed.success, 'the rule of a ladder was checked when the ladder was');
  const rule = compileRule(parsed.data);
  return {
    reads: rule.reads,
    wantsEntry: ({ windows, instrument }) => rule.truthsOf(barsFrom(windows, instrument)).at(-1) === TRUE,
  };
}
