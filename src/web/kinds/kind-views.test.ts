import { expect, it } from 'vitest';
import { allKinds } from '#engine/bots/registry.ts';
import { kindView } from './kind-view.ts';
import './kind-views.ts';

it.each(allKinds())(
  'shows the bots of $kind where this version runs them, and what they will do where not',
  (entry) => {
    const { bots, coming } = kindView(entry.kind);
    expect([bots !== null, coming === null]).toEqual([entry.isAvailable, entry.isAvailable]);
  },
);

it.each([
  ['paper', 'paper'],
  ['live', 'live'],
  ['by-portfolio', null],
])('frames a kind whose money is %s as %s', (execution, tone) => {
  const kinds = allKinds().filter((entry) => entry.execution === execution);
  expect(kinds.map(({ kind }) => kindView(kind).tone)).toEqual(kinds.map(() => tone));
  expect(kinds.length).toBeGreaterThan(0);
});
