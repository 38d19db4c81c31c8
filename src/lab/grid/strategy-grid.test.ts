import { describe, expect, it } from 'vitest';
import { familyOf } from '#engine/bots/families.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { type GridBase, parseStrategyGrid, strategySets, valueAtPath } from './strategy-grid.ts';

const { kind } = ruleStrategy;
const params = familyOf(kind).params.parse({
  timeframe: '15m',
  sizing: { type: 'fixed_notional', value: '200' },
  buy: {
    enter: { all: [{ op: 'crosses_above', a: { ind: 'rsi', n: 14 }, b: { const: '30' } }] },
    takeProfitPercent: '2',
    stop: { type: 'atr', n: 14, mult: '2.5' },
  },
});
const base: GridBase = { kind, params };

describe('a grid over a strategy of rules', () => {
  it('varies numbers inside its rules and beside them by path, the last one fastest', () => {
    const grid = 'buy.enter.all.0.a.n=7,14;buy.enter.all.0.b.const=25,30;buy.stop.mult=2;cooldown_s=900';
    const axes = parseStrategyGrid(grid, base);
    expect(axes.map(({ values }) => values)).toEqual([[7, 14], ['25', '30'], ['2'], [900]]);
    const sets = strategySets(base, axes);
    const told = sets.map((set) => axes.map(({ name }) => valueAtPath(set, name)).join(' '));
    expect(told).toEqual(['7 25 2 900', '7 30 2 900', '14 25 2 900', '14 30 2 900']);
    expect(params).toMatchObject({ cooldownS: 0 });
  });

  it('switches an exit off, and counts a value that is written twice once', () => {
    const [exit, trailing] = parseStrategyGrid('buy.take_profit_percent=1,1.0,off;buy.trailing_percent=off', base);
    expect([exit?.values, exit?.repeated, trailing?.values]).toEqual([['1', null], ['1.0'], [null]]);
  });

  it.each([
    ['buy.enter.all.7.a.n=3', 'the strategy has nothing at "buy.enter.all.7.a.n"'],
    ['sell.enter.a.n=3', 'the strategy has nothing at "sell.enter.a.n"'],
    ['buy.enter.all.0.a.m=3', 'buy.enter.all.0.a.m cannot be "3"'],
    ['buy.enter.all.0.a.n=0', 'buy.enter.all.0.a.n cannot be "0"'],
    ['buy.takeProfitPercent=1', 'write take_profit_percent instead of takeProfitPercent'],
    ['cooldown_s=1;cooldown_s=2', 'cooldown_s is named twice'],
    ['cooldown_s', '"cooldown_s" should be a parameter, "=" and its values'],
  ])('refuses %j with a reason', (text, why) => {
    expect(() => parseStrategyGrid(text, base)).toThrow(`The grid cannot be read: ${why}.`);
  });
});
