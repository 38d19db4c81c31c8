import { describe, expect, it } from 'vitest';
import { SETTLING_TOTAL_MAX } from '../../model/bot.ts';
import { ruleSchema } from '../../rules/read-rule.ts';
import type { NamedRule } from './named-rule.ts';
import { settlingRefusals } from './settling-refusals.ts';

/** A rule that compares smoothed values of these lengths with the price. */
function ruleOf(lengths: readonly number[], purpose: 'enter' | 'exit' = 'enter'): NamedRule {
  const all = lengths.map((n) => ({ op: 'gt', a: { ind: 'rsi', n }, b: { const: '50' } }));
  return { field: ['buy', purpose], purpose, direction: 'buy', rule: ruleSchema.parse({ timeframe: '1h', all }) };
}

const long = Array.from({ length: 40 }, (_, index) => 961 + index);

describe('the bars that the values of a strategy need before they are known', () => {
  it('a strategy whose values settle over more than half a million bars is refused, with the values that need most and the limit', () => {
    const refusals = settlingRefusals([ruleOf(long)]);
    expect(refusals).toHaveLength(5);
    const [first] = refusals;
    expect(first).toMatchObject({
      code: 'SETTLING_ABOVE_MAX',
      path: ['buy', 'enter', 'all', 39, 'a'],
      figures: { max: SETTLING_TOTAL_MAX },
    });
    expect(Number(first?.figures?.['total'])).toBeGreaterThan(SETTLING_TOTAL_MAX);
    expect(first?.detail).toMatch(
      /needs \d+ bars before it is known; all values together need \d+, at most 500000 are allowed/,
    );
  });

  it('bars of settling are summed over all rules of a strategy, each different value once', () => {
    const half = long.slice(0, 20);
    expect(settlingRefusals([ruleOf(half), ruleOf(half, 'exit')])).toEqual([]);
    expect(settlingRefusals([ruleOf(half), ruleOf(long.slice(20), 'exit')])).not.toEqual([]);
  });
});
