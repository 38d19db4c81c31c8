import { type Cash, multiplyDivide, type Steps, steps, type Ticks, ticks } from '#base/exact.ts';
import { type Grid, type Instrument, notional } from '../model/instrument.ts';
import type { Side } from '../model/order.ts';

/** What of an order lies on the grids of its instrument. */
export interface SizedOrder {
  readonly side: Side;
  /** Null for a market order. */
  readonly price: Ticks | null;
  readonly quantity: Steps;
}

/**
 * An order laid onto the grids of an instrument whose rules have changed: the price away from the market (a buy down, a
 * sell up), the quantity down.
 *
 * @param order - on the grids of `before`
 * @param valuePrice - what a market order is valued at, in ticks of `now`
 * @returns null where nothing that is worth the least notional is left: it is to be parked
 */
export function refitOrder(
  order: SizedOrder,
  { before, now, valuePrice }: { readonly before: Instrument; readonly now: Instrument; readonly valuePrice: Ticks },
): SizedOrder | null {
  const price =
    order.price === null
      ? null
      : ticks(moved(order.price, [before.tick, now.tick], order.side === 'BUY' ? 'floor' : 'ceil'));
  const quantity = steps(moved(order.quantity, [before.step, now.step], 'floor'));
  if (quantity < now.quantityMin || (price !== null && price <= 0)) return null;
  const worth: Cash = notional(now, price ?? valuePrice, quantity);
  return worth < now.notionalMin ? null : { side: order.side, price, quantity };
}

/** A count of one grid as a count of another. */
function moved(count: number, [from, to]: readonly [Grid, Grid], rounding: 'floor' | 'ceil'): number {
  const decimals = Math.max(from.decimals, to.decimals);
  const units = from.units * 10 ** (decimals - from.decimals);
  return multiplyDivide(count, units, to.units * 10 ** (decimals - to.decimals), rounding);
}
