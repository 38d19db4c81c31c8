import { assert, at } from '#base/assert.ts';
import type { Outcome } from '#base/errors.ts';
import { add, type Cash, share, subtract, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { AtomEffect, AtomState, NoteCode } from '../../model/atom.ts';
import type { BotParams } from '../../model/bot-params.ts';
import type { Cycle } from '../../model/cycle.ts';
import { notional } from '../../model/instrument.ts';
import {
  type ApprovedOrder,
  FIRST_ORDER,
  isOpening,
  type LeavingOrder,
  type OrderRole,
  type WorkingOrder,
} from '../../model/order.ts';
import type { Ladder } from '../../risk/ladder/ladder.ts';
import { initialMargin } from '../../risk/margin/margin.ts';
import { approve, type OrderCapital } from '../../risk/orders/approve.ts';
import type { AtomContext } from '../atom-context.ts';

/**
 * A transition under way: the new state and the effects so far. It never leaves the transition.
 *
 * Code that receives states, cycles or orders never changes them. A draft may change the ones it copied itself, so one
 * event copies a cycle only once, however much it changes.
 */
export interface Draft {
  readonly context: AtomContext;
  readonly at: Instant;
  /** The state before the transition. */
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

/** The draft's writable copy of the state. */
export function ownState(draft: Draft): Writable<AtomState> {
  if (draft.state === draft.given) draft.state = { ...draft.given };
  return draft.state;
}

/** The draft's writable copy of the open cycle; an earlier result of `cycleOf` may be the same object. */
export function ownCycle(draft: Draft): Writable<Cycle> {
  const cycle = cycleOf(draft);
  if (cycle !== draft.given.cycle) return cycle;
  const own = { ...cycle };
  ownState(draft).cycle = own;
  return own;
}

type Figures = Readonly<Record<string, string | number>>;

/** @param figures - called only when a log is kept, because formatting numbers costs more than computing them */
export function note(draft: Draft, code: NoteCode, figures: () => Figures = () => ({})): void {
  if (draft.context.hasLog) draft.effects.push({ type: 'Noted', code, figures: figures() });
}

/** Notes what keeps the bot from its plan, even when no log is kept, because the report of a run shows it. */
export function warn(draft: Draft, code: 'ENTRY_BLOCKED' | 'STEP_SKIPPED', figures: Figures): void {
  draft.effects.push({ type: 'Noted', code, figures });
}

export type NewOrder = Omit<WorkingOrder, 'number' | 'filled' | 'filledCost' | 'fills' | 'placedAt'>;

/** Places a closing order. */
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
 * Cancels a resting exit and places another one in its slot: growing the list of orders would take half of the time.
 */
export function replaceExit(draft: Draft, resting: ApprovedOrder, wanted: NewOrder): void {
  const order = approveClosing(draft, wanted);
  if (!draft.context.isCancelFinal) {
    cancelOrders(draft, (other) => other === resting);
    return placeApproved(draft, order);
  }
  const orders = ownOrders(draft);
  const last = orders.length - 1;
  for (let index = orders.indexOf(resting); index < last; index += 1) orders[index] = at(orders, index + 1);
  orders[last] = order;
  ownCycle(draft).nextOrder = order.number + 1;
  draft.effects.push({ type: 'CancelOrder', order: resting, state: 'CANCELED', at: draft.at });
  draft.effects.push({ type: 'PlaceOrder', order });
}

/** Submits the next order of the cycle for approval; `capital` is what an opening order may use. */
export function approveOrder(draft: Draft, wanted: NewOrder, capital: OrderCapital | null): Outcome<ApprovedOrder> {
  const { direction, cycle } = draft.state;
  // Every field is named: spreading another order costs several times as much, and cycles place many orders.
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

/** The draft's writable list of working orders. */
function ownOrders(draft: Draft): ApprovedOrder[] {
  const cycle = ownCycle(draft);
  if (cycle.orders === draft.given.cycle?.orders) cycle.orders = cycle.orders.slice();
  return cycle.orders as ApprovedOrder[]; // Only the draft that made the list may write to it.
}

/** The first order of the open cycle, while it rests: the base order, or the deal in place of it. */
export function openingOrder(draft: Draft): ApprovedOrder | undefined {
  const first = cycleOf(draft).orders.find(({ number }) => number === FIRST_ORDER);
  return first !== undefined && isOpening(first, draft.state.direction) ? first : undefined;
}

export function restingOrder(draft: Draft, role: OrderRole): ApprovedOrder | undefined {
  return cycleOf(draft).orders.find((order) => order.role === role);
}

/** The withdrawn order with this number, while it may still fill. */
export function leavingOrder(draft: Draft, number: number): LeavingOrder | undefined {
  return cycleOf(draft).leaving?.find(({ order }) => order.number === number);
}

/** Removes a withdrawn order that has ended, or changes it after a fill. */
export function updateLeaving(draft: Draft, leaving: LeavingOrder, order: ApprovedOrder | null): void {
  const cycle = ownCycle(draft);
  const others = (cycle.leaving ?? []).flatMap((other) => {
    if (other !== leaving) return [other];
    return order === null ? [] : [{ ...leaving, order }];
  });
  if (others.length > 0) cycle.leaving = others;
  else delete cycle.leaving;
}

/** An added order that is withdrawn before it has filled frees the margin that it committed. */
export function releaseMargin(draft: Draft, order: ApprovedOrder): void {
  const cycle = ownCycle(draft);
  if (cycle.addedMargin === undefined || order.number === FIRST_ORDER) return;
  if (!isOpening(order, draft.state.direction)) return;
  const margin = addedMarginOf(draft, order);
  cycle.addedMargin = subtract(cycle.addedMargin, margin);
  cycle.committedMargin = subtract(cycle.committedMargin, margin);
}

/** The margin that an order needs beyond the ladder: its value over the leverage, and the fee of a taker. */
export function addedMarginOf(
  { context: { instrument, ladderOf }, state }: Pick<Draft, 'context' | 'state'>,
  order: Pick<WorkingOrder, 'price' | 'decisionPrice' | 'quantity'>,
  params: BotParams | undefined = state.cycle?.params,
): Cash {
  const price = order.price ?? order.decisionPrice;
  assert(params !== undefined && price !== null && order.quantity !== null, 'an opening order has a value');
  const value = notional(instrument, price, order.quantity);
  return add(initialMargin(value, ladderOf(params).leverage), share(value, instrument.takerFee, 'half-up'));
}

/**
 * Cancels the matching working orders. At an exchange they leave only when it reports their end, and may fill until then. A
 * partly filled safety order counts as a filled level from then on. */
export function cancelOrders(
  draft: Draft,
  matches: (order: WorkingOrder) => boolean,
  state: 'CANCELED' | 'EXPIRED' = 'CANCELED',
): void {
  const { orders } = cycleOf(draft);
  if (!orders.some(matches)) return;
  const { isCancelFinal } = draft.context;
  const cycle = ownCycle(draft);
  const kept: ApprovedOrder[] = [];
  for (const order of orders) {
    if (!matches(order)) {
      kept.push(order);
      continue;
    }
    if (isCancelFinal) {
      draft.effects.push({ type: 'CancelOrder', order, state, at: draft.at });
      if (order.role === 'manual' && order.filled === 0) releaseMargin(draft, order);
    } else {
      draft.effects.push({ type: 'WithdrawOrder', order });
      cycle.leaving = [...(cycle.leaving ?? []), { order, state }];
    }
    if (order.role === 'safety' && order.filled > 0) cycle.levelsFilled += 1;
  }
  cycle.orders = kept;
}
