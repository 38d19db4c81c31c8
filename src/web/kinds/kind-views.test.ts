import { expect, it } from 'vitest';
import { allKinds } from '#engine/bots/registry.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { kindView, orderedParams } from './kind-view.ts';
import { ladderFieldOrder } from './ladder-names.ts';
import './kind-views.ts';

it.each(allKinds())(
  'shows the bots of $kind where this version runs them, and says what it lacks for them',
  ({ kind, isAvailable, editor }) => {
    const { bots, coming } = kindView(kind);
    expect([bots !== null, coming === null]).toEqual([isAvailable, isAvailable && editor !== null]);
  },
);

it.each([
  ['paper', 'paper'],
  ['live', 'live'],
])('frames a kind whose money is %s as %s', (execution, tone) => {
  const kinds = allKinds().filter(({ executions }) => executions.join() === execution);
  expect(kinds.map(({ kind }) => kindView(kind).tone)).toEqual(kinds.map(() => tone));
  expect(kinds.length).toBeGreaterThan(0);
});

it('parameters are read in the order of their kind, whatever order they are stored in, and only the format of rules is left out', () => {
  const stored = { slBasis: 'base', own: 1, takeProfitPercent: '1', direction: 'buy' };
  expect(orderedParams('dca-bot', stored).map(([name]) => name)).toEqual([
    'direction',
    'takeProfitPercent',
    'slBasis',
    'own',
  ]);
  const rules = { version: 1, leverage: 3, buy: {}, timeframe: '15m' };
  expect(orderedParams('custom-bot', rules).map(([name]) => name)).toEqual(['timeframe', 'buy', 'leverage']);
  expect(ladderFieldOrder.toSorted()).toEqual(Object.keys(ladderParams.shape).toSorted());
});
