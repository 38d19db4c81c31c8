import { describe, expect, it } from 'vitest';
import { slippageBars } from './slippage-bars.ts';

const ordersOf = (bars: ReturnType<typeof slippageBars>) => bars.map(({ from, to, orders }) => [from, to, orders]);

describe('the histogram of slippage', () => {
  it('has a bar for each basis point, empty ones too, with zero in view', () => {
    const bars = slippageBars(
      [
        { bps: -1, entries: 2, exits: 0 },
        { bps: 1, entries: 0, exits: 3 },
      ],
      'all',
    );
    expect(ordersOf(bars)).toEqual([
      [-2, -1, 0],
      [-1, 0, 2],
      [0, 1, 0],
      [1, 2, 3],
    ]);
  });

  it('counts entries or exits alone', () => {
    const counts = [{ bps: 5, entries: 2, exits: 7 }];
    expect(ordersOf(slippageBars(counts, 'entry')).at(-1)).toEqual([5, 6, 2]);
    expect(ordersOf(slippageBars(counts, 'exit')).at(-1)).toEqual([5, 6, 7]);
    expect(slippageBars([{ bps: 5, entries: 2, exits: 0 }], 'exit')).toEqual([]);
  });

  it('few orders far away are counted in the outermost bars, which say so, and none is lost', () => {
    const counts = [
      { bps: -300, entries: 1, exits: 0 },
      { bps: 3, entries: 400, exits: 0 },
      { bps: 5, entries: 400, exits: 0 },
      { bps: 900, entries: 2, exits: 0 },
    ];
    const bars = slippageBars(counts, 'all');
    const filled = bars.filter(({ orders }) => orders > 0);
    expect(filled.map(({ from, isOpen, orders }) => [from, isOpen, orders])).toEqual([
      [-2, 'below', 1],
      [3, null, 400],
      [5, 'above', 402],
    ]);
  });

  it('orders that are spread wide get wider bars, and every order is in one of them', () => {
    const counts = Array.from({ length: 200 }, (_, index) => ({ bps: index - 50, entries: 1, exits: 1 }));
    const bars = slippageBars(counts, 'all');
    expect(bars.length).toBeLessThanOrEqual(41);
    expect(bars.reduce((sum, { orders }) => sum + orders, 0)).toBe(400);
  });
});
