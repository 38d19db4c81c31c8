import { beforeAll, describe, expect, it } from 'vitest';
import { type Text, textWith } from '#web/i18n/text.tsx';
import { closes, opens, REPLAYED_FILLS, REPLAYED_ORDERS } from '../../../../../../tests/support/replayed-cycle.ts';
import { restingOrder } from '../../../../../../tests/support/told-rows.ts';
import { foldFills } from './cycle-at.ts';
import { linesAt } from './lines-at.ts';

let t: Text;
beforeAll(async () => {
  t = await textWith('risk', 'en');
}, 60_000);

function told(instant: string) {
  const time = Date.parse(instant);
  const lines = linesAt({ held: foldFills(REPLAYED_FILLS, 'buy', time), orders: REPLAYED_ORDERS, time }, t);
  return lines.map(({ title, price }) => [title, price]);
}

describe('the lines of a cycle at an instant', () => {
  it('are the orders that rested then, and the average of what was held', () => {
    expect(told(closes(29))).toEqual([]); // The base order has no price: it buys at the market.
    expect(told(closes(30))).toEqual([
      ['step 1', 2_475],
      ['step 2', 2_450],
      ['TP', 2_525],
      ['Stop', 2_250],
      ['Avg', 2_500],
    ]);
    expect(told(closes(31))).toEqual([
      ['step 2', 2_450],
      ['TP', 2_512.38],
      ['Stop', 2_250],
      ['Avg', 2_487.5],
    ]);
    expect(told(closes(32))).toEqual([]);
  });

  it('have an order from the instant at which it was sent until the one at which it ended', () => {
    const sentAt = opens(30);
    const orders = [restingOrder({ sentAt, doneAt: opens(31) })];
    const held = foldFills([], 'buy', 0);
    const isThere = (time: number) => linesAt({ held, orders, time }, t).length === 1;
    const [from, to] = [Date.parse(sentAt), Date.parse(opens(31))];
    expect([from - 1, from, to - 1, to].map(isThere)).toEqual([false, true, true, false]);
  });

  it('keep the scale near the prices that count: a stop-loss and steps may lie outside of it', () => {
    const time = Date.parse(closes(30));
    const lines = linesAt({ held: foldFills(REPLAYED_FILLS, 'buy', time), orders: REPLAYED_ORDERS, time }, t);
    expect(lines.filter(({ isInScale }) => isInScale).map(({ title }) => title)).toEqual(['TP', 'Avg']);
  });

  it('name an order of another role as an order, a deal by hand for one', () => {
    const orders = [restingOrder({ role: 'manual', price: '2400.00' })];
    const lines = linesAt({ held: foldFills([], 'buy', 0), orders, time: Date.parse(closes(40)) }, t);
    expect(lines.map(({ title, price }) => [title, price])).toEqual([['order', 2_400]]);
  });
});
