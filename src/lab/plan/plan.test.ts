import { describe, expect, it } from 'vitest';
import { familyOf } from '#engine/bots/families.ts';
import { paperLadder, ruleStrategy } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import type { AskedAxis } from '#storage/tests/asked-test.ts';
import { testSpans, testWindows } from '#storage/tests/test-spans.ts';
import { plateauScores } from '../tests/plateau.ts';
import { givenAxes, planAxes } from './plan-axes.ts';
import { combinationsOf, paramsOfSet, testSets } from './test-points.ts';

const ladder = { kind: paperLadder.kind, params: ladderParams.parse({ baseOrderSize: '100' }) };
const rules = {
  kind: ruleStrategy.kind,
  params: familyOf(ruleStrategy.kind).params.parse({
    timeframe: '15m',
    sizing: { type: 'fixed_notional', value: '200' },
    buy: { enter: { op: 'lt', a: { ind: 'rsi', n: 14 }, b: { const: '30' } }, takeProfitPercent: '1' },
  }),
};

function planned(strategy: { kind: BotKind; params: Readonly<Record<string, unknown>> }, axes: readonly AskedAxis[]) {
  const given = givenAxes(axes, 100);
  return given.ok ? planAxes({ ...strategy, axes: given.value }, axes) : given;
}

describe('the axes of a grid', () => {
  it('keep each value once, in the type that the strategy takes', () => {
    const axes = planned(ladder, [
      { path: 'leverage', values: ['3', 5, '5'] },
      { path: 'stop_loss_percent', values: [null, '4', '4.0'] },
      { path: 'take_profit_percent', range: { from: '0.5', to: '1.25', step: '0.25' } },
    ]);
    expect(axes).toEqual({
      ok: true,
      value: [
        { path: 'leverage', values: [3, 5] },
        { path: 'stop_loss_percent', values: [null, '4'] },
        { path: 'take_profit_percent', values: ['0.5', '0.75', '1', '1.25'] },
      ],
    });
  });

  it('reach into the conditions of a rule', () => {
    const axes = planned(rules, [
      { path: 'buy.enter.a.n', range: { from: '7', to: '21', step: '7' } },
      { path: 'buy.enter.b.const', values: ['25', '30'] },
    ]);
    if (!axes.ok) throw new Error('the axes fit');
    const places = testSets({ axes: axes.value, sample: null }).at(-1) ?? [];
    const set = paramsOfSet({ ...rules, axes: axes.value }, places);
    expect(set).toMatchObject({ ok: true, value: { buy: { enter: { a: { n: 21 }, b: { const: '30' } } } } });
  });

  it.each([
    [{ path: 'luck', values: ['1'] }, ['axes', 0, 'path']],
    [{ path: 'buy.enter', values: ['1'] }, ['axes', 0, 'path']],
    [{ path: 'leverage', values: ['2.5'] }, ['axes', 0, 'values', 0]],
    [{ path: 'leverage', range: { from: '1', to: '200', step: '199' } }, ['axes', 0, 'range']],
    [{ path: 'step_percent', range: { from: '1', to: '2', step: '0' } }, ['axes', 0, 'range', 'step']],
    [{ path: 'step_percent', range: { from: '2', to: '1', step: '1' } }, ['axes', 0, 'range', 'to']],
    [{ path: 'step_percent', range: { from: 'x', to: '1', step: '1' } }, ['axes', 0, 'range', 'from']],
    [{ path: 'step_percent', range: { from: '1', to: '2', step: '0.001' } }, ['axes', 0, 'range']],
  ] as const)('refuse %j and say where', (axis, path) => {
    expect(planned(ladder, [axis])).toMatchObject({ ok: false, reasons: [{ code: 'GRID_REFUSED', path }] });
  });
});

describe('the sets of a grid', () => {
  const axes = [
    { path: 'a', values: ['1', '2'] },
    { path: 'b', values: ['1', '2', '3'] },
  ];

  it('are all combinations, the last axis changing fastest', () => {
    expect(combinationsOf(axes)).toBe(6);
    expect(testSets({ axes, sample: null })).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    expect(testSets({ axes: [], sample: null })).toEqual([[]]);
  });

  it('of a sample are different ones, the same for the same seed', () => {
    const many = [
      { path: 'a', values: Array.from({ length: 100 }, (_, index) => index) },
      { path: 'b', values: Array.from({ length: 100 }, (_, index) => index) },
    ];
    const drawn = (seed: number) => testSets({ axes: many, sample: { size: 50, seed } });
    expect(new Set(drawn(1).map(String)).size).toBe(50);
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
    expect(testSets({ axes, sample: { size: 50, seed: 1 } }).length).toBe(6);
  });
});

describe('the parts of a period', () => {
  it('are disjoint and whole', () => {
    expect(testSpans({ outOfSamplePercent: 30 }, { from: 100, to: 1_100 })).toEqual({
      ranked: { from: 100, to: 800 },
      outOfSample: { from: 800, to: 1_100 },
    });
    expect(testSpans({ outOfSamplePercent: null }, { from: 100, to: 1_100 }).outOfSample).toBeNull();
  });

  it('of a walk-forward follow one another, the last one cut short', () => {
    const windows = testWindows({ walkForward: { trainDays: 2, testDays: 1 } }, { from: 0, to: 4.5 * 1_440 });
    expect(windows.map(({ train, test }) => [train.from, test.from, test.to].map((minute) => minute / 1_440))).toEqual([
      [0, 2, 3],
      [1, 3, 4],
      [2, 4, 4.5],
    ]);
  });
});

describe('a plateau score', () => {
  const axes = [
    { path: 'a', values: [1, 2, 3] },
    { path: 'b', values: [1, 2, 3] },
  ];
  const pointsOf = (values: readonly (number | null)[][]) =>
    values.flatMap((row, a) => row.map((value, b) => ({ places: [a, b], value })));

  it('is the worst value of a point and its neighbours along the axes', () => {
    const scores = plateauScores(
      axes,
      pointsOf([
        [1, 9, 1],
        [2, 5, 6],
        [3, 4, null],
      ]),
    );
    expect(scores).toEqual([1, 1, 1, 1, 2, null, 2, null, null]);
  });

  it('does not exist for a point alone', () => {
    expect(plateauScores([], [{ places: [], value: 4 }])).toEqual([null]);
  });
});
