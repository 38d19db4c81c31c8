import { assert } from '#base/assert.ts';
import { ruleSchema } from '../../rules/read-rule.ts';
import type { Rule } from '../../rules/rule.ts';
import type { Inspection } from '../bot-family.ts';
import { inspectRule, joinedInspections } from '../rules/inspect-rule.ts';
import type { NamedRule } from '../rules/named-rule.ts';
import { directionsOf } from './custom-ladder.ts';
import type { CustomParams, CustomSide } from './custom-params.ts';

export type SentRule = CustomSide['enter'];

/** A rule of a strategy, with the timeframe that all its rules share. */
export function ruleOf({ timeframe }: CustomParams, sent: SentRule): Rule {
  const parsed = ruleSchema.safeParse({ ...sent, timeframe });
  assert(parsed.success, 'the rules of a strategy were checked when the strategy was');
  return parsed.data;
}

/** The rules of a strategy by direction, those that open before those that close. */
export function customRules(params: CustomParams): readonly NamedRule[] {
  return directionsOf(params).flatMap((direction) =>
    (['enter', 'exit'] as const).flatMap((purpose) => {
      const sent = params[direction]?.[purpose] ?? null;
      return sent === null ? [] : [{ field: [direction, purpose], purpose, direction, rule: ruleOf(params, sent) }];
    }),
  );
}

/** Tries the rules of a strategy on made-up bars. */
export function inspectCustom(params: CustomParams): Inspection {
  return joinedInspections(customRules(params).map(({ rule, field }) => inspectRule(rule, field)));
}
