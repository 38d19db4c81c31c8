import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Chance, chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import { checkProperty } from '../../../../tests/support/property.ts';
import { randomBars } from '../../../../tests/support/random-bars.ts';
import type { HeldPosition } from '../../model/position.ts';
import { newColumns } from '../../model/window.ts';
import { reusedColumns } from '../columns/reused-columns.ts';
import { compileRule } from '../compile-rule.ts';
import { ruleSchema } from '../read-rule.ts';
import { type Condition, partsOf, type Rule } from '../rule.ts';
import { nothingKept, PLAIN_GRIDS, type RuleBars } from '../rule-bars.ts';
import { FALSE, TRUE, UNKNOWN } from '../truth.ts';
import { pastRule } from './judge-past.ts';

const BARS = 600;
const CASES = 60;
const HOUR_MS = 3_600_000;
const FLAT_LONG: HeldPosition = { sign: 1, openedAt: null, endedAt: null, averagePrice: Number.NaN, levelsFilled: 0 };
const END = instantOf(Date.UTC(2025, 2, 1));

/** The least or the greatest truth at a bar, without a look at where it matters. */
function plainTruth(condition: Condition, leaves: ReadonlyMap<Condition, Uint8Array>, bar: number): number {
  const parts = partsOf(condition);
  if (parts === null || 'cond' in condition) return leaves.get(condition)?.[bar] ?? Number.NaN;
  const truths = parts.map((part) => plainTruth(part, leaves, bar));
  if ('all' in condition) return Math.min(...truths);
  return 'any' in condition ? Math.max(...truths) : TRUE - (truths[0] ?? Number.NaN);
}

it('a rule whose parts are judged only where they matter acts, and acts next, where one does whose parts are judged at every bar', () => {
  const reused = reusedColumns();
  checkProperty(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const dice = chance(seed);
      const rule = randomRule(dice);
      const columns = randomBars(dice, BARS, { barMs: HOUR_MS, mood: 'with pauses' });
      for (let hole = dice.between(0, 3); hole > 0; hole -= 1) {
        const bar = dice.between(0, BARS - 1);
        for (const column of Object.values(columns)) column[bar] = Number.NaN;
      }
      reused.restart();
      const barsWith = (memory: typeof newColumns): RuleBars =>
        new Map([
          ['1h', { columns, grids: PLAIN_GRIDS, length: BARS, end: END, first: 0, kept: nothingKept(), memory }],
        ]);
      const compiled = compileRule(rule);
      const past = pastRule(compiled, barsWith(reused.memory));
      const plain = barsWith(newColumns);
      const leaves = new Map(compiled.nodes.map((node) => [node.condition, node.truthsOf(plain)] as const));
      const truths = Array.from({ length: BARS }, (_, bar) => plainTruth(rule, leaves, bar));
      const edge = (truth: number, bar: number) => {
        if (rule.trigger !== 'edge' || truth !== TRUE) return truth;
        return bar === 0 ? UNKNOWN : truths[bar - 1] === TRUE ? FALSE : TRUE;
      };
      const expected = truths.map(edge);
      for (let from = 0; from < BARS; ) {
        const to = Math.min(BARS, from + dice.between(1, 200));
        const first = expected.findIndex((truth, bar) => bar >= from && truth === TRUE);
        expect(past.next(from, to, FLAT_LONG)).toBe(first < 0 ? to : Math.min(first, to));
        from = dice.pick([to, from + dice.between(1, 50)]);
      }
      expect([...(past.acting ?? [])]).toEqual(expected);
    }),
    CASES,
  );
});

function randomRule(dice: Chance): Rule {
  const trigger = dice.pick(['edge', 'level']);
  const parts = Array.from({ length: dice.between(2, 4) }, () => randomCondition(dice, 2));
  return ruleSchema.parse({ timeframe: '1h', trigger, [dice.pick(['all', 'any', 'all'])]: parts });
}

function randomCondition(dice: Chance, depth: number): object {
  const nested = () => [randomCondition(dice, depth - 1), randomCondition(dice, depth - 1)];
  const cond = () => randomCondition(dice, depth - 1);
  const kind = depth > 0 ? dice.between(0, 9) : 9;
  if (kind === 0) return { all: nested() };
  if (kind === 1) return { any: nested() };
  if (kind === 2) return { not: cond() };
  if (kind === 3) return { op: dice.pick(['within', 'for_bars']), n: dice.between(1, 4), cond: cond() };
  const rsi = { ind: 'rsi', n: dice.between(2, 9) };
  const level = { const: String(dice.between(20, 80)) };
  const straight = { a: rsi, b: level };
  const turned = { a: level, b: rsi };
  const slower = { a: rsi, b: { ind: 'rsi', n: 10 } };
  return dice.pick<object>([
    { op: dice.pick(['gt', 'gte', 'lt', 'lte']), ...dice.pick([straight, turned, slower]) },
    { op: dice.pick(['crosses_above', 'crosses_below']), ...dice.pick([straight, turned, slower]) },
    { op: 'gte', a: level, b: { const: '50' } },
    { op: dice.pick(['between', 'outside']), a: rsi, low: { const: '30' }, high: { const: '60' } },
    { op: dice.pick(['rising', 'falling']), a: { ind: 'ema', n: 5 }, n: dice.between(1, 4) },
    { op: 'gt', a: { ind: 'volume_ratio', n: dice.between(3, 20) }, b: { const: '1' } },
    { op: 'lt', a: { price: 'close' }, b: { percentOf: { ind: 'sma', n: 8 }, p: '99.5' } },
  ]);
}
