import { describe, expect, it } from 'vitest';
import { steps, ticks } from '#base/exact.ts';
import { instrumentOf, singleTier } from '../../../tests/support/worked-examples.ts';
import { refitOrder } from './refit-order.ts';

const brackets = singleTier('0.01');
const before = instrumentOf({ symbol: 'X', tick: '0.01', step: '0.001', notionalMin: '5', brackets });
const now = instrumentOf({ symbol: 'X', tick: '0.05', step: '0.02', notionalMin: '20', brackets });
const grids = { before, now, valuePrice: ticks(2_000) };

describe('fault 43: an order laid onto new grids', () => {
  it('moves away from the market and becomes no larger', () => {
    const order = { price: ticks(10_003), quantity: steps(999) }; // 100.03 and 0.999
    expect(refitOrder({ ...order, side: 'BUY' }, grids)).toEqual({ side: 'BUY', price: 2_000, quantity: 49 });
    expect(refitOrder({ ...order, side: 'SELL' }, grids)).toEqual({ side: 'SELL', price: 2_001, quantity: 49 });
  });

  it('is parked where what is left is worth less than the new least notional', () => {
    expect(refitOrder({ side: 'BUY', price: ticks(10_000), quantity: steps(199) }, grids)).toBeNull();
    expect(refitOrder({ side: 'BUY', price: ticks(10_000), quantity: steps(19) }, grids)).toBeNull();
    expect(refitOrder({ side: 'BUY', price: null, quantity: steps(200) }, grids)).toEqual({
      side: 'BUY',
      price: null,
      quantity: 10,
    });
  });

  it('changes nothing where the grids are the same', () => {
    const order = { side: 'SELL', price: ticks(10_003), quantity: steps(999) } as const;
    expect(refitOrder(order, { before, now: before, valuePrice: ticks(10_000) })).toEqual(order);
  });
});
