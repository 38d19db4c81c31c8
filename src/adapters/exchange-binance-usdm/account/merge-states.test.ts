import { describe, expect, it } from 'vitest';
import { steps, ticks } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import type { VenueConditional, VenueEvent, VenueOrder, VenueOrderState } from '#ports/venue.ts';
import { SEED_OF_RUN } from '../../../../tests/support/seed.ts';
import { AccountMemory } from './account-memory.ts';
import { mergeConditional, mergeOrder } from './merge-states.ts';

const NAMED = { symbol: 'ETHUSDT', clientId: 'q1', side: 'BUY', positionSide: 'LONG', type: 'LIMIT' } as const;
const told = (state: VenueOrderState, executed: number): VenueOrder => ({
  ...NAMED,
  orderId: '8389766216312345678',
  price: ticks(200_000),
  quantity: steps(10),
  state,
  executed: steps(executed),
  updatedAt: instantOf(executed),
});
const LIFE = [told('NEW', 0), told('PARTIALLY_FILLED', 3), told('PARTIALLY_FILLED', 7), told('FILLED', 10)];

describe('fault 34: account events that arrive twice, late or out of order', () => {
  it(`merge to the same order in any sequence, and never take it back (seed ${SEED_OF_RUN})`, () => {
    const dice = chance(SEED_OF_RUN);
    for (let count = 0; count < 500; count += 1) {
      const words = [...LIFE, dice.pick(LIFE), dice.pick(LIFE)].sort(() => dice.between(0, 2) - 1);
      let known: VenueOrder | undefined;
      for (const word of words) {
        const before = known;
        known = mergeOrder(known, word);
        expect(known.executed).toBeGreaterThanOrEqual(before?.executed ?? 0);
        if (before?.state === 'FILLED') expect(known.state).toBe('FILLED');
      }
      expect(known).toMatchObject({ state: 'FILLED', executed: 10 });
    }
  });

  it('keep the quantity of the last partial fill when the cancellation arrives first', () => {
    const cancelled = mergeOrder(told('CANCELED', 3), told('PARTIALLY_FILLED', 7));
    expect(cancelled).toMatchObject({ state: 'CANCELED', executed: 7 });
  });

  it('keep the id of the order that a conditional order placed', () => {
    const conditional = (state: VenueConditional['state'], orderId: string | null): VenueConditional => ({
      ...NAMED,
      algoId: '1',
      state,
      triggerPrice: ticks(1),
      quantity: null,
      orderId,
      rejectReason: '',
      updatedAt: instantOf(1),
    });
    const merged = mergeConditional(conditional('TRIGGERED', '7'), conditional('FINISHED', null));
    expect(merged).toMatchObject({ state: 'FINISHED', orderId: '7' });
    expect(mergeConditional(merged, conditional('WAITING', null))).toBe(merged);
  });

  it('report each fill and state once, and no balance older than the last one', () => {
    const memory = new AccountMemory();
    const fill = { kind: 'fill', fill: { ...NAMED, tradeId: '9', account: 'a' } } as unknown as VenueEvent;
    expect([memory.news(fill), memory.news(fill)]).toEqual([fill, null]);
    const balance = (at: number): VenueEvent =>
      ({ kind: 'balance', balance: { asset: 'USDT' }, at }) as unknown as VenueEvent;
    expect([3, 2, 3, 4].map((at) => memory.news(balance(at)) !== null)).toEqual([true, false, true, true]);
  });
});
