import { describe, expect, it } from 'vitest';
import { ruleSchema } from './read-rule.ts';

const close = { price: 'close' };
const above = { op: 'gt', a: close, b: { const: '30' } };
const ruleOf = (condition: object) => ({ timeframe: '15m', ...condition });

/** Path and message of each complaint. */
function complaints(given: unknown): readonly (readonly [string, string])[] {
  const { error } = ruleSchema.safeParse(given);
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const);
}

describe('reading a rule', () => {
  it('the example of the domain document is a rule', () => {
    const enter = {
      timeframe: '15m',
      trigger: 'edge',
      all: [
        { op: 'crosses_above', a: { ind: 'rsi', n: 14 }, b: { const: '30' } },
        { op: 'gt', a: { price: 'close', timeframe: '4h' }, b: { ind: 'ema', n: 200, timeframe: '4h' } },
        { any: [{ op: 'within', n: 3, cond: above }, { not: above }] },
      ],
    };
    expect(ruleSchema.parse(enter)).toEqual(enter);
    expect(ruleSchema.parse(ruleOf(above))).toEqual({ timeframe: '15m', trigger: 'edge', ...above });
  });

  it.each([
    ['an unknown timeframe', { ...above, timeframe: '7m' }, 'timeframe', /1m/],
    ['a condition of nothing', ruleOf({}), '', /all, any, not and op/],
    ['an empty group', ruleOf({ all: [] }), 'all', /./],
    ['an unknown operator', ruleOf({ any: [{ op: 'near', a: close }] }), 'any.0', /crosses_above/],
    ['a comparison without its second side', ruleOf({ op: 'gt', a: close }), 'b', /./],
    ['a field that belongs to no operator', ruleOf({ ...above, n: 3 }), '', /./],
    ['an unknown price', ruleOf({ ...above, a: { price: 'median' } }), 'a.price', /hlc3/],
    ['an unknown indicator', ruleOf({ not: { ...above, a: { ind: 'magic' } } }), 'not.a.ind', /ema/],
    ['a parameter out of range', ruleOf({ ...above, a: { ind: 'ema', n: 0 } }), 'a.n', /from 1 to/],
    ['an unknown output', ruleOf({ ...above, a: { ind: 'ema', out: 'upper' } }), 'a.out', /value/],
    ['a number that is not a decimal', ruleOf({ ...above, b: { const: '3,5' } }), 'b.const', /"1.5"/],
    ['a number instead of a text', ruleOf({ ...above, b: { percent_of: close, const: 3 } }), 'b.const', /./],
    ['no bars', ruleOf({ op: 'rising', a: close, n: 0 }), 'n', /./],
  ])('a rule with %s is refused, with the path of what is wrong', (_name, given, path, message) => {
    const [first] = complaints(given);
    expect(first?.[0]).toBe(path);
    expect(first?.[1]).toMatch(message);
  });

  const obv = { ind: 'obv' };
  it.each([
    ['a constant', ruleOf({ op: 'gt', a: obv, b: { const: '0' } }), ['a.ind']],
    ['another value', ruleOf({ op: 'crosses_above', a: close, b: obv }), ['b.ind']],
    ['itself on another timeframe', ruleOf({ op: 'gt', a: obv, b: { ...obv, timeframe: '4h' } }), ['a.ind', 'b.ind']],
    [
      'a percentage of itself',
      ruleOf({ op: 'gt', a: obv, b: { percentOf: obv, p: '102' } }),
      ['a.ind', 'b.percentOf.ind'],
    ],
    ['a range of numbers', ruleOf({ not: { op: 'between', a: obv, low: close, high: { const: '1' } } }), ['not.a.ind']],
  ])('a level that counts from the first bar is not compared with %s', (_name, given, paths) => {
    expect(complaints(given).map(([path]) => path)).toEqual(paths);
    expect(complaints(given)[0]?.[1]).toContain('rising or falling');
  });

  it.each([
    ['its own value at an earlier bar', { op: 'gt', a: obv, b: { ...obv, offset: 5 } }],
    ['its own average', { op: 'crosses_above', a: obv, b: { ...obv, out: 'average', n: 30, timeframe: '15m' } }],
    ['itself, bar after bar', { op: 'rising', a: { ...obv, timeframe: '4h' }, n: 3 }],
  ])('a level that counts from the first bar is compared with %s', (_name, condition) => {
    expect(complaints(ruleOf(condition))).toEqual([]);
  });

  it('a rule names everything that is wrong with it at once', () => {
    const given = { timeframe: '2m', all: [{ op: 'gt', a: {}, b: { const: 'x' } }, { not: [] }] };
    expect(complaints(given).map(([path]) => path)).toEqual(['timeframe', 'all.0.a', 'all.0.b.const', 'all.1.not']);
  });

  it('a rule holds at most five levels of groups and fifty comparisons', () => {
    const nested = (levels: number): object => (levels === 0 ? above : { not: nested(levels - 1) });
    expect(complaints(ruleOf(nested(5)))).toEqual([]);
    expect(complaints(ruleOf(nested(6)))).toEqual([['', 'nests conditions 6 deep; at most 5 are allowed']]);
    const many = (count: number) => Array.from({ length: count }, () => above);
    expect(complaints(ruleOf({ any: many(50) }))).toEqual([]);
    expect(complaints(ruleOf({ any: [...many(49), { all: many(2) }] }))).toEqual([
      ['', 'has 51 comparisons; at most 50 are allowed'],
    ]);
  });

  it('a text of 64 KB that nests without end is refused before anything recurses', () => {
    const levels = 8_000;
    const given: unknown = JSON.parse(`${'{"not":'.repeat(levels)}{}${'}'.repeat(levels)}`);
    expect(complaints({ timeframe: '1h', not: given })).toEqual([['', 'is nested more than 24 levels deep']]);
  });
});
