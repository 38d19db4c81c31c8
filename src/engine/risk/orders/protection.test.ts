import { expect, it } from 'vitest';
import { ticks } from '#base/exact.ts';
import { protectionOf } from './protection.ts';

type Cycle = NonNullable<Parameters<typeof protectionOf>[0]['cycle']>;

const cycleOf = (change: object): Cycle =>
  ({ position: { quantity: 50 }, orders: [{ role: 'take_profit' }], exitReason: null, ...change }) as unknown as Cycle; // All that is read of it.

it.each([
  ['an atom without a cycle is flat', null, 100, 'flat'],
  ['a cycle whose base order has not filled is flat', cycleOf({ position: { quantity: 0 } }), 100, 'flat'],
  ['a position with a resting stop-loss is protected', cycleOf({ orders: [{ role: 'stop_loss' }] }), 100, 'protected'],
  ['a position that is being closed at market is protected', cycleOf({ exitReason: 'manual' }), null, 'protected'],
  ['a position whose bot sets no stop-loss is unprotected by design', cycleOf({}), null, 'by_design'],
  ['a position whose wanted stop-loss does not rest misses it', cycleOf({}), 100, 'missing'],
] as const)('%s', (_, cycle, wanted, expected) => {
  expect(protectionOf({ cycle }, wanted === null ? null : ticks(wanted))).toBe(expected);
});
