import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RATE_ONE, rate, steps, type Ticks, ticks } from '#base/exact.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import type { Side } from '../model/order.ts';
import {
  type DepthLevel,
  isWithin,
  meetPrint,
  type Print,
  type QueuedOrder,
  queueAhead,
  type TapeRules,
  takeBound,
  walkBook,
} from './tape-fill.ts';

const QUEUE: TapeRules = { queueShare: rate(RATE_ONE), atPrice: 'queue' };
const TOUCH: TapeRules = { queueShare: rate(0), atPrice: 'touch' };
const buy = (price: number, open: number, ahead: number): QueuedOrder => ({
  side: 'BUY',
  price: ticks(price),
  open: steps(open),
  ahead: steps(ahead),
});
const print = (price: number, quantity: number, takerSide: Side = 'SELL'): Print => ({
  price: ticks(price),
  quantity: steps(quantity),
  takerSide,
});
const level = (price: number, quantity: number): DepthLevel => ({ price: ticks(price), quantity: steps(quantity) });

describe('a resting limit order on the tape', () => {
  test('fills completely when a trade goes through its price, however small the trade', () => {
    expect(meetPrint(buy(100, 50, 7), print(99, 1), QUEUE)).toEqual({ filled: 50, ahead: 0 });
  });

  test('is not filled by a trade that does not reach its price', () => {
    expect(meetPrint(buy(100, 50, 7), print(101, 999), QUEUE)).toEqual({ filled: 0, ahead: 7 });
  });

  test('waits until the queue ahead of it has traded, then takes what is left of the trade', () => {
    expect(meetPrint(buy(100, 50, 7), print(100, 6), QUEUE)).toEqual({ filled: 0, ahead: 1 });
    expect(meetPrint(buy(100, 50, 1), print(100, 6), QUEUE)).toEqual({ filled: 5, ahead: 0 });
    expect(meetPrint(buy(100, 3, 0), print(100, 6), QUEUE)).toEqual({ filled: 3, ahead: 0 });
  });

  test('is not filled by a taker of the same side, who traded with the other side of the book', () => {
    expect(meetPrint(buy(100, 50, 0), print(100, 999, 'BUY'), QUEUE)).toEqual({ filled: 0, ahead: 0 });
  });

  test('fills completely at the first trade at its price when touching is enough', () => {
    expect(meetPrint(buy(100, 50, 7), print(100, 1, 'BUY'), TOUCH)).toEqual({ filled: 50, ahead: 0 });
  });
});

describe('the queue ahead of a new order', () => {
  const bids = [level(100, 9), level(98, 5)];
  const half: TapeRules = { queueShare: rate(RATE_ONE / 2), atPrice: 'queue' };

  test("is the configured share of the level's quantity, rounded up", () => {
    expect(queueAhead(bids, { side: 'BUY', price: ticks(100) }, half)).toBe(5);
    expect(queueAhead(bids, { side: 'BUY', price: ticks(100) }, QUEUE)).toBe(9);
  });

  test('is empty at a price between levels, and that of the last level for a price beyond it', () => {
    expect(queueAhead(bids, { side: 'BUY', price: ticks(101) }, QUEUE)).toBe(0);
    expect(queueAhead(bids, { side: 'BUY', price: ticks(99) }, QUEUE)).toBe(0);
    expect(queueAhead(bids, { side: 'BUY', price: ticks(90) }, QUEUE)).toBe(5);
    expect(queueAhead([], { side: 'BUY', price: ticks(90) }, QUEUE)).toBe(0);
  });
});

describe('a taker order', () => {
  const asks = [level(101, 4), level(102, 4), level(105, 4)];

  test('takes the levels of the book, best price first, up to its limit price', () => {
    const walk = walkBook(asks, { side: 'BUY', quantity: steps(10), limit: ticks(102) });
    expect(walk).toEqual({ taken: [level(101, 4), level(102, 4)], left: 2 });
    expect(walkBook(asks, { side: 'BUY', quantity: steps(5), limit: null })).toEqual({
      taken: [level(101, 4), level(102, 1)],
      left: 0,
    });
    expect(walkBook([], { side: 'BUY', quantity: steps(5), limit: null })).toEqual({ taken: [], left: 5 });
  });

  test('stops at the allowed distance from the reference price, rounded towards that price', () => {
    expect(takeBound('BUY', ticks(1_001), rate(5_000_000))).toBe(1_051);
    expect(takeBound('SELL', ticks(1_001), rate(5_000_000))).toBe(951);
    expect(isWithin(ticks(1_052), { side: 'BUY', limit: ticks(1_051) })).toBe(false);
  });
});

/** Prices reflected on a tick: what was above lies below, buyers become sellers. */
const MIRROR = 1_000;
const mirrored = (price: Ticks): Ticks => ticks(MIRROR - price);
const other = (side: Side): Side => (side === 'BUY' ? 'SELL' : 'BUY');

const price = fc.integer({ min: 400, max: 600 }).map(ticks);
const quantity = fc.integer({ min: 1, max: 50 }).map(steps);
const side = fc.constantFrom<Side>('BUY', 'SELL');
const rules = fc.record<TapeRules>({
  queueShare: fc.integer({ min: 0, max: RATE_ONE }).map(rate),
  atPrice: fc.constantFrom('queue', 'touch'),
});

test('a mirrored tape fills mirrored orders', () => {
  const prints = fc.array(fc.record<Print>({ price, quantity, takerSide: side }), { maxLength: 40 });
  const order = fc.record<QueuedOrder>({ side, price, open: quantity, ahead: quantity });
  const filledBy = (tape: readonly Print[], first: QueuedOrder, under: TapeRules): number[] => {
    let [open, ahead] = [first.open, first.ahead];
    return tape.map((one) => {
      const met = meetPrint({ ...first, open, ahead }, one, under);
      open = steps(open - met.filled);
      ahead = met.ahead;
      return met.filled;
    });
  };
  checkProperty(
    fc.property(prints, order, rules, (tape, first, under) => {
      const reflected = tape.map((one) => ({ ...one, price: mirrored(one.price), takerSide: other(one.takerSide) }));
      const mirror = { ...first, side: other(first.side), price: mirrored(first.price) };
      const fills = filledBy(tape, first, under);
      expect(filledBy(reflected, mirror, under)).toEqual(fills);
      expect(fills.reduce((total, filled) => total + filled, 0)).toBeLessThanOrEqual(first.open);
    }),
  );
});

test('a mirrored book fills a mirrored taker', () => {
  const depth = fc.uniqueArray(fc.record<DepthLevel>({ price, quantity }), {
    selector: (one) => one.price,
    maxLength: 20,
  });
  checkProperty(
    fc.property(depth, quantity, fc.option(price, { nil: null }), (levels, wanted, limit) => {
      const asks = levels.toSorted((a, b) => a.price - b.price);
      const bids = asks.map((one) => ({ ...one, price: mirrored(one.price) }));
      const bought = walkBook(asks, { side: 'BUY', quantity: wanted, limit });
      const sold = walkBook(bids, { side: 'SELL', quantity: wanted, limit: limit === null ? null : mirrored(limit) });
      expect(sold.left).toBe(bought.left);
      expect(sold.taken).toEqual(bought.taken.map((one) => ({ ...one, price: mirrored(one.price) })));
      const taken = bought.taken.reduce((total, one) => total + one.quantity, 0);
      expect(taken + bought.left).toBe(wanted);
    }),
  );
});
