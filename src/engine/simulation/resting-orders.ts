import { assert, at } from '#base/assert.ts';
import type { Cash, Steps } from '#base/exact.ts';
import type { Performer } from '../account/running-account.ts';
import type { RunningAtom } from '../account/running-bot.ts';
import type { ApprovedOrder } from '../model/order.ts';
import { withFill } from '../risk/orders/approve.ts';

/** The orders resting at a simulated venue, oldest first for each atom; atoms without orders are omitted. */
export type RestingOrders = Map<RunningAtom, ApprovedOrder[]>;

const NONE: readonly ApprovedOrder[] = [];

/** Takes the orders of accounts like a venue that is never late and never refuses one. */
export function restingPerformer(resting: RestingOrders): Performer {
  return {
    isCancelFinal: true,
    place(atom, order) {
      const orders = resting.get(atom);
      if (orders === undefined) resting.set(atom, [order]);
      else orders.push(order);
    },
    cancel: (atom, order) => remove(resting, atom, order),
  };
}

/** The atom's resting orders, oldest first. */
export function restingOf(resting: RestingOrders, atom: RunningAtom): readonly ApprovedOrder[] {
  return resting.get(atom) ?? NONE;
}

/** Deducts a fill from a resting order. An order for the whole position is removed. */
export function fillResting(
  resting: RestingOrders,
  atom: RunningAtom,
  { order, quantity, value }: { order: ApprovedOrder; quantity: Steps; value: Cash },
): void {
  const filled = withFill(order, quantity, value);
  if (filled.quantity === null || filled.filled === filled.quantity) return remove(resting, atom, order);
  const orders = resting.get(atom) ?? [];
  orders[indexOfOrder(orders, order)] = filled;
}

function remove(resting: RestingOrders, atom: RunningAtom, order: ApprovedOrder): void {
  const orders = resting.get(atom) ?? [];
  const last = orders.length - 1;
  for (let index = indexOfOrder(orders, order); index < last; index += 1) orders[index] = at(orders, index + 1);
  orders.pop();
}

function indexOfOrder(orders: readonly ApprovedOrder[], { number }: ApprovedOrder): number {
  const index = orders.findIndex((resting) => resting.number === number);
  assert(index >= 0, 'the order rests');
  return index;
}
