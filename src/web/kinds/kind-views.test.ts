import { expect, it } from 'vitest';
import { allKinds } from '#engine/bots/registry.ts';
import { kindView } from './kind-view.ts';
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
  const kinds = allKinds().filter((entry) => entry.execution === execution);
  expect(kinds.map(({ kind }) => kindView(kind).tone)).toEqual(kinds.map(() => tone));
  expect(kinds.length).toBeGreaterThan(0);
});
