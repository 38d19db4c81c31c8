import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rate, steps, type Ticks, ticks } from '#base/exact.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import type { Side } from '../model/order.ts';
import {
  type DepthLevel,
  isWithin,
  meetPrint,
  type Print,
  type QueuedOrder,
  queueAhead,
  takeBound,
  walkBook,
} from './tape-fill.ts';

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

/** What one order gets. */
const meet = (order: QueuedOrder, one: Print) => meetPrint([order], one)[0];

describe('a resting limit order on the tape', () => {
  test('fills by a trade that goes through its price, whatever queue was ahead, and by no more than was traded', () => {
    expect(meet(buy(100, 50, 7), print(99, 60))).toEqual({ filled: 50, ahead: 0 });
    expect(meet(buy(100, 50, 7), print(99, 20, 'BUY'))).toEqual({ filled: 20, ahead: 0 });
  });

  test('is not filled by a trade that does not reach its price', () => {
    expect(meet(buy(100, 50, 7), print(101, 999))).toEqual({ filled: 0, ahead: 7 });
  });

  test('waits until the queue ahead of it has traded, then takes what is left of the trade', () => {
    expect(meet(buy(100, 50, 7), print(100, 6))).toEqual({ filled: 0, ahead: 1 });
    expect(meet(buy(100, 50, 1), print(100, 6))).toEqual({ filled: 5, ahead: 0 });
    expect(meet(buy(100, 3, 0), print(100, 6))).toEqual({ filled: 3, ahead: 0 });
  });

  test('is not filled by a taker of the same side, who traded with the other side of the book', () => {
    expect(meet(buy(100, 50, 0), print(100, 999, 'BUY'))).toEqual({ filled: 0, ahead: 0 });
  });
});

describe('resting limit orders of one instrument', () => {
  test('share a trade at their price in the order of the queue, each behind what was ahead of it', () => {
    const orders = [buy(100, 5, 4), buy(100, 5, 4), buy(100, 5, 10)];
    expect(meetPrint(orders, print(100, 12))).toEqual([
      { filled: 5, ahead: 0 },
      { filled: 3, ahead: 0 },
      { filled: 0, ahead: 6 },
    ]);
    expect(meetPrint(orders, print(100, 3)).map(({ ahead }) => ahead)).toEqual([1, 1, 7]);
  });

  test('are served by price: what a trade has passed comes before what it has reached', () => {
    const orders = [buy(102, 4, 9), buy(101, 4, 9), buy(100, 4, 0)];
    expect(meetPrint(orders, print(100, 10)).map(({ filled }) => filled)).toEqual([4, 4, 2]);
    expect(meetPrint(orders, print(100, 6)).map(({ filled }) => filled)).toEqual([4, 2, 0]);
  });
});

describe('the queue ahead of a new order', () => {
  const bids = [level(100, 9), level(98, 5)];

  test("is the level's quantity, empty at a price between levels, and that of the last level for a price beyond it", () => {
    expect(queueAhead(bids, { side: 'BUY', price: ticks(100) })).toBe(9);
    expect(queueAhead(bids, { side: 'BUY', price: ticks(101) })).toBe(0);
    expect(queueAhead(bids, { side: 'BUY', price: ticks(99) })).toBe(0);
    expect(queueAhead(bids, { side: 'BUY', price: ticks(90) })).toBe(5);
    expect(queueAhead([], { side: 'BUY', price: ticks(90) })).toBe(0);
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

test('a mirrored tape fills mirrored orders, and never more than was printed', () => {
  const prints = fc.array(fc.record<Print>({ price, quantity, takerSide: side }), { maxLength: 40 });
  const order = fc.record<QueuedOrder>({ side, price, open: quantity, ahead: quantity });
  const resting = fc.array(order, { maxLength: 6 }).map(sorted);
  checkProperty(
    fc.property(prints, resting, (tape, first) => {
      const reflected = tape.map((one) => ({ ...one, price: mirrored(one.price), takerSide: other(one.takerSide) }));
      const mirror = first.map((one) => ({ ...one, side: other(one.side), price: mirrored(one.price) }));
      const fills = filledBy(tape, first);
      expect(filledBy(reflected, mirror)).toEqual(fills);
      for (const [index, filled] of fills.entries()) {
        expect(filled.reduce((total, part) => total + part, 0)).toBeLessThanOrEqual(tape[index]?.quantity ?? 0);
      }
    }),
  );
});

/** Best price first on each side, as the exchange keeps them. */
function sorted(orders: readonly QueuedOrder[]): readonly QueuedOrder[] {
  return orders.toSorted((a, b) =>
    a.side === b.side ? (a.side === 'BUY' ? b.price - a.price : a.price - b.price) : 0,
  );
}

/** What each order gets of each print. */
function filledBy(tape: readonly Print[], first: readonly QueuedOrder[]): readonly (readonly number[])[] {
  let orders = first;
  return tape.map((one) => {
    const met = meetPrint(orders, one);
    orders = orders.map((before, index) => ({
      ...before,
      open: steps(before.open - (met[index]?.filled ?? 0)),
      ahead: met[index]?.ahead ?? before.ahead,
    }));
    return met.map(({ filled }) => filled);
  });
}

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
