import type { OrderStat } from './order-queries.ts';

/** One bar of the histogram: orders that slipped from `from` up to `to` basis points. */
export interface SlippageBar {
  readonly from: number;
  readonly to: number;
  /** The outermost bars also hold everything beyond them. */
  readonly isOpen: 'below' | 'above' | null;
  readonly orders: number;
  readonly hasTick: boolean;
}

/** So few bars that each can be told from its neighbours on a phone. */
const BARS_MAX = 40;
/** What of all orders lies in the bars between the outermost; the rest would flatten them. */
const SHOWN_SHARE = 0.98;
/** Zero and a little on both sides of it is always in view, so that the distance from it can be seen. */
const MARGIN_BPS = 2;
const TICKS = 8;

/** Bars of one basis point, or of several where the orders are spread wide; those outside of 98 % in the outermost. */
export function slippageBars(counts: OrderStat['slippage'], side: 'all' | 'entry' | 'exit'): readonly SlippageBar[] {
  const points = counts
    .map(({ bps, entries, exits }) => ({
      bps,
      orders: (side === 'exit' ? 0 : entries) + (side === 'entry' ? 0 : exits),
    }))
    .filter(({ orders }) => orders > 0);
  if (points.length === 0) return [];
  const total = points.reduce((sum, { orders }) => sum + orders, 0);
  const spare = (total * (1 - SHOWN_SHARE)) / 2;
  const low = Math.min(bpsBeyond(points, spare), -MARGIN_BPS);
  const high = Math.max(bpsBeyond(points.toReversed(), spare) + 1, MARGIN_BPS);
  const width = Math.max(1, Math.ceil((high - low) / BARS_MAX));
  const first = Math.floor(low / width) * width;
  const count = Math.max(1, Math.ceil((high - first) / width));
  const tickEvery = Math.max(1, Math.ceil(count / TICKS));
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [first + index * width, first + (index + 1) * width];
    const isFirst = index === 0;
    const isLast = index === count - 1;
    const inside = points.filter(({ bps }) => (isFirst || bps >= from) && (isLast || bps < to));
    const hasBelow = isFirst && points.some(({ bps }) => bps < from);
    const hasAbove = isLast && points.some(({ bps }) => bps >= to);
    return {
      from,
      to,
      isOpen: hasBelow ? 'below' : hasAbove ? 'above' : null,
      orders: inside.reduce((sum, { orders }) => sum + orders, 0),
      hasTick: (from / width) % tickEvery === 0,
    };
  });
}

/** The first value at which more orders than `spare` are passed. */
function bpsBeyond(points: readonly { readonly bps: number; readonly orders: number }[], spare: number): number {
  let passed = 0;
  for (const { bps, orders } of points) {
    passed += orders;
    if (passed > spare) return bps;
  }
  return points.at(-1)?.bps ?? 0;
}
