import { assert } from '#base/assert.ts';
import type { Outcome, Reason } from '#base/errors.ts';
import { add, type Cash, larger, subtract, type Ticks, ZERO_CASH } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { AtomEvent, OpenedByHand } from '../../model/atom.ts';
import type { BotParams } from '../../model/bot-params.ts';
import { notional, priceText, quantityText } from '../../model/instrument.ts';
import { type ApprovedOrder, type Deal, entrySide, exitSide } from '../../model/order.ts';
import { committedMargin } from '../../risk/ladder/filled-ladder.ts';
import { baseQuantity } from '../../risk/ladder/levels.ts';
import type { OrderCapital } from '../../risk/orders/approve.ts';
import type { AtomPlan } from '../bot-family.ts';
import { endCycle } from './closing.ts';
import {
  addedMarginOf,
  approveOrder,
  cancelOrders,
  cycleOf,
  type Draft,
  type NewOrder,
  note,
  openingOrder,
  ownCycle,
  placeApproved,
} from './draft.ts';
import { beginCycle, placeSafetyOrders } from './entry.ts';
import { addEntry } from './fill.ts';

type Event<T extends AtomEvent['type']> = Extract<AtomEvent, { type: T }>;

/** Why the order of a deal may not be placed; empty when it may. */
export function dealRefusals(
  { state, context }: AtomPlan,
  deal: Deal,
  opened: OpenedByHand & { readonly at: Instant },
): readonly Reason[] {
  const verdict = approveDeal({ state, context, given: state, at: opened.at, effects: [] }, deal, opened);
  return verdict.ok ? [] : verdict.reasons;
}

function approveDeal(draft: Draft, deal: Deal, opened: OpenedByHand): Outcome<ApprovedOrder> {
  const { direction, cycle } = draft.state;
  const adds = isAdding(deal);
  const wanted: NewOrder = {
    role: 'manual',
    level: cycle?.levelsFilled ?? 0,
    side: adds ? entrySide(direction) : exitSide(direction),
    type: deal.type,
    price: deal.price,
    triggerPrice: null,
    quantity: deal.quantity,
    expiresAt: null,
    decisionPrice: deal.decisionPrice,
  };
  return approveOrder(draft, wanted, adds ? capitalOf(draft, deal, opened) : null);
}

const isAdding = ({ kind }: Deal): boolean => kind === 'open' || kind === 'add' || kind === 'adopt';

/** A deal is worth what its user says; it commits its margin beyond that of the ladder that goes on around it. */
function capitalOf(draft: Draft, deal: Deal, opened: OpenedByHand): OrderCapital {
  assert(deal.quantity !== null, 'a deal that adds has a quantity');
  const planned = notional(draft.context.instrument, priceOf(deal), deal.quantity);
  return { planned, committed: committedBy(draft, deal, opened).committed, left: opened.marginLeft };
}

const priceOf = ({ price, decisionPrice }: Deal): Ticks => price ?? decisionPrice;

/** @returns the margin that a deal commits, and the part of it that is not the ladder's */
function committedBy(
  draft: Draft,
  deal: Deal,
  { params = draft.context.params }: Pick<OpenedByHand, 'params'>,
): { readonly committed: Cash; readonly added: Cash } {
  if (draft.state.cycle !== null) {
    const added = addedMarginOf(draft, deal);
    return { committed: added, added };
  }
  const { instrument } = draft.context;
  const side = { ladder: draft.context.ladderOf(params), instrument, direction: draft.state.direction };
  const price = priceOf(deal);
  // The deal takes the place of the base order, whose margin the ladder counts.
  const base = addedMarginOf(draft, { ...deal, quantity: baseQuantity(side, price) }, params);
  const added = larger(subtract(addedMarginOf(draft, deal, params), base), ZERO_CASH);
  return { committed: add(committedMargin(side, price), added), added };
}

/** Orders a deal: in place of the base order of a new cycle, or beside the orders of the open one. */
export function orderDeal(draft: Draft, { deal, marginLeft, params }: Event<'DealOrdered'>): void {
  const order = approved(draft, deal, { marginLeft, ...(params && { params }) });
  if (isAdding(deal)) commit(draft, deal, params);
  note(draft, 'DEAL_PLACED', () => ({
    deal: `deal_${deal.kind}`,
    ...(deal.quantity === null ? {} : { quantity: quantityText(draft.context.instrument, deal.quantity) }),
    ...(deal.price === null ? {} : { price: priceText(draft.context.instrument, deal.price) }),
  }));
  placeApproved(draft, order);
}

function approved(draft: Draft, deal: Deal, opened: OpenedByHand): ApprovedOrder {
  const verdict = approveDeal(draft, deal, opened);
  assert(verdict.ok, 'a deal is ordered only where it may be');
  return verdict.value;
}

/** Sets the margin of a deal aside, and begins its cycle where none is open. */
function commit(draft: Draft, deal: Deal, params: BotParams | undefined): void {
  const { committed, added } = committedBy(draft, deal, params === undefined ? {} : { params });
  if (draft.state.cycle === null) {
    beginCycle(draft, params ?? draft.context.params, committed);
    if (added > 0) ownCycle(draft).addedMargin = added;
    return;
  }
  const cycle = ownCycle(draft);
  cycle.addedMargin = add(cycle.addedMargin ?? ZERO_CASH, added);
  cycle.committedMargin = add(cycle.committedMargin, added);
}

/** Takes over a position at what it cost. Nothing is traded, so nothing is paid. */
export function adoptDeal(draft: Draft, event: Event<'DealAdopted'>): void {
  const { price, quantity, mark, marginLeft, params, at } = event;
  const { instrument } = draft.context;
  const deal: Deal = { kind: 'adopt', type: 'LIMIT', price, quantity, decisionPrice: mark };
  const order = approved(draft, deal, { marginLeft, ...(params && { params }) });
  commit(draft, deal, params);
  ownCycle(draft).nextOrder = order.number + 1;
  const value = notional(instrument, price, quantity);
  const fill = {
    ...({ type: 'OrderFilled', isMaker: false } as const),
    ...{ at, order: order.number, price, quantity, commission: ZERO_CASH },
  };
  addEntry(draft, fill, { order, isDone: true, value, code: 'DEAL_ADOPTED' });
}

/** Takes back a deal of which nothing has filled; without a position, its cycle ends with it. */
export function undoDeal(draft: Draft, number: number): void {
  const order = cycleOf(draft).orders.find((resting) => resting.number === number);
  assert(order?.role === 'manual' && order.filled === 0, 'only a deal of which nothing has filled is taken back');
  cancelOrders(draft, (resting) => resting === order);
  note(draft, 'DEAL_UNDONE');
  if (cycleOf(draft).position.quantity === 0) return endCycle(draft, 'CANCELED', 'manual');
  if (draft.state.phase === 'OPEN' && openingOrder(draft) === undefined) placeSafetyOrders(draft);
}
