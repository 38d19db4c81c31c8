import { assert, at } from '#base/assert.ts';
import type { Outcome } from '#base/errors.ts';
import { ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { AtomEffect, AtomState, NoteCode } from '../../model/atom.ts';
import type { Cycle } from '../../model/cycle.ts';
import type { ApprovedOrder, OrderRole, WorkingOrder } from '../../model/order.ts';
import type { Ladder } from '../../risk/ladder/ladder.ts';
import { approve, type OrderCapital } from '../../risk/orders/approve.ts';
import type { AtomContext } from '../atom-context.ts';

/**
 * A transition under way: the state as it becomes, and what it wants done so far. Never leaves the transition.
 *
 * States, cycles and orders are never changed by anyone who was given them. A draft may change those it made itself, which
 * are all that differ from what it was given: that way one event copies a cycle once, however much it changes.
 */
export interface Draft {
  readonly context: AtomContext;
  readonly at: Instant;
  /** The state that the transition was given. */
  readonly given: AtomState;
  state: AtomState;
  readonly effects: AtomEffect[];
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

export function cycleOf(draft: Draft): Cycle {
  const { cycle } = draft.state;
  assert(cycle !== null, 'the atom has a cycle');
  return cycle;
}

/** The ladder of the open cycle. */
export function openLadder(draft: Draft): Ladder {
  return draft.context.ladderOf(cycleOf(draft).params);
}

/** The draft's own state, to be written to. */
export function ownState(draft: Draft): Writable<AtomState> {
  if (draft.state === draft.given) draft.state = { ...draft.given };
  return draft.state;
}

/** The draft's own copy of the open cycle, to be written to; what `cycleOf` gave before it may be the same object. */
export function ownCycle(draft: Draft): Writable<Cycle> {
  const cycle = cycleOf(draft);
  if (cycle !== draft.given.cycle) return cycle;
  const own = { ...cycle };
  ownState(draft).cycle = own;
  return own;
}

type Figures = Readonly<Record<string, string | number>>;

/** @param figures - asked only where a log is kept, because writing numbers out costs more than reckoning them */
export function note(draft: Draft, code: NoteCode, figures: () => Figures = () => ({})): void {
  if (draft.context.hasLog) draft.effects.push({ type: 'Noted', code, figures: figures() });
}

/** Notes what keeps the bot from its plan: told also where no log is kept, because the report of a run names it. */
export function warn(draft: Draft, code: 'ENTRY_BLOCKED' | 'STEP_SKIPPED', figures: Figures): void {
  draft.effects.push({ type: 'Noted', code, figures });
}

export type NewOrder = Omit<WorkingOrder, 'number' | 'filled' | 'filledCost' | 'fills' | 'placedAt'>;

/** Places an order that closes. */
export function placeClosing(draft: Draft, wanted: NewOrder): void {
  placeApproved(draft, approveClosing(draft, wanted));
}

function approveClosing(draft: Draft, wanted: NewOrder): ApprovedOrder {
  const verdict = approveOrder(draft, wanted, null);
  assert(verdict.ok, 'a closing order is never refused');
  return verdict.value;
}

/** Places an order that was approved for the open cycle. */
export function placeApproved(draft: Draft, order: ApprovedOrder): void {
  ownOrders(draft).push(order);
  ownCycle(draft).nextOrder = order.number + 1;
  draft.effects.push({ type: 'PlaceOrder', order });
}

/**
 * Cancels a resting exit and places another one. The list of orders keeps its length, because growing it would take half
 * the time of the whole.
 */
export function replaceExit(draft: Draft, resting: ApprovedOrder, wanted: NewOrder): void {
  const order = approveClosing(draft, wanted);
  const orders = ownOrders(draft);
  const last = orders.length - 1;
  for (let index = orders.indexOf(resting); index < last; index += 1) orders[index] = at(orders, index + 1);
  orders[last] = order;
  ownCycle(draft).nextOrder = order.number + 1;
  draft.effects.push({ type: 'CancelOrder', order: resting, state: 'CANCELED', at: draft.at });
  draft.effects.push({ type: 'PlaceOrder', order });
}

/** Number of a cycle's first order. */
export const FIRST_ORDER = 1;

/** Has an order of the atom judged, the next one of its cycle; `capital` is what an opening order may take. */
export function approveOrder(draft: Draft, wanted: NewOrder, capital: OrderCapital | null): Outcome<ApprovedOrder> {
  const { direction, cycle } = draft.state;
  // Every field by name: an order made by spreading another one costs several times as much, and cycles place many.
  const order: WorkingOrder = {
    role: wanted.role,
    level: wanted.level,
    side: wanted.side,
    type: wanted.type,
    price: wanted.price,
    triggerPrice: wanted.triggerPrice,
    quantity: wanted.quantity,
    expiresAt: wanted.expiresAt,
    decisionPrice: wanted.decisionPrice,
    number: cycle?.nextOrder ?? FIRST_ORDER,
    filled: ZERO_STEPS,
    filledCost: ZERO_CASH,
    fills: 0,
    placedAt: draft.at,
  };
  const { instrument, restingMax } = draft.context;
  const held = cycle?.position.quantity ?? ZERO_STEPS;
  const resting = cycle?.orders.length ?? 0;
  return approve(order, { instrument, direction, held, resting, restingMax, capital });
}

/** The draft's own list of the working orders, to be written to. */
function ownOrders(draft: Draft): ApprovedOrder[] {
  const cycle = ownCycle(draft);
  if (cycle.orders === draft.given.cycle?.orders) cycle.orders = cycle.orders.slice();
  return cycle.orders as ApprovedOrder[]; // Readonly for everyone but the draft that made it.
}

export function restingOrder(draft: Draft, role: OrderRole): ApprovedOrder | undefined {
  return cycleOf(draft).orders.find((order) => order.role === role);
}

/** Cancels the working orders that match. A safety order that was filled in part counts as a filled level from then on. */
export function cancelOrders(
  draft: Draft,
  matches: (order: WorkingOrder) => boolean,
  state: 'CANCELED' | 'EXPIRED' = 'CANCELED',
): void {
  const { orders } = cycleOf(draft);
  if (!orders.some(matches)) return;
  const cycle = ownCycle(draft);
  const kept: ApprovedOrder[] = [];
  for (const order of orders) {
    if (!matches(order)) {
      kept.push(order);
      continue;
    }
    draft.effects.push({ type: 'CancelOrder', order, state, at: draft.at });
    if (order.role === 'safety' && order.filled > 0) cycle.levelsFilled += 1;
  }
  cycle.orders = kept;
}
