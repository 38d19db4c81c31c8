import { assert } from '#base/assert.ts';
import { ruleSchema } from '../../rules/read-rule.ts';
import type { Rule } from '../../rules/rule.ts';
import type { Inspection } from '../bot-family.ts';
import { inspectRule, joinedInspections } from '../inspect-rule.ts';
import { directionsOf } from './custom-ladder.ts';
import type { CustomParams, CustomSide } from './custom-params.ts';

export type SentRule = CustomSide['enter'];

/** A rule of a strategy, with the timeframe that all its rules share. */
export function ruleOf({ timeframe }: CustomParams, sent: SentRule): Rule {
  const parsed = ruleSchema.safeParse({ ...sent, timeframe });
  assert(parsed.success, 'the rules of a strategy were checked when the strategy was');
  return parsed.data;
}

/** Tries the rules of a strategy on made-up bars. */
export function inspectCustom(params: CustomParams): Inspection {
  return joinedInspections(
    directionsOf(params).flatMap((direction) =>
      (['enter', 'exit'] as const).flatMap((name) => {
        const sent = params[direction]?.[name] ?? null;
        return sent === null ? [] : [inspectRule(ruleOf(params, sent), [direction, name])];
      }),
    ),
  );
}
