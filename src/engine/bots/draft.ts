import { assert } from '#base/assert.ts';
import { ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { AtomEffect, AtomState, NoteCode } from '../model/atom.ts';
import type { Cycle } from '../model/cycle.ts';
import type { Instrument } from '../model/instrument.ts';
import type { LadderParams } from '../model/ladder-params.ts';
import type { WorkingOrder } from '../model/order.ts';
import type { Ladder } from '../risk/ladder.ts';

/** What an atom's transition may look at besides its state: constants of its instrument and parameters. */
export interface AtomContext {
  readonly instrument: Instrument;
  /** What a new cycle is opened with. */
  readonly params: LadderParams;
  readonly paramsVersion: number;
  readonly runNo: number;
  /** Reads parameters as a ladder; the same parameters give the same ladder. */
  readonly ladderOf: (params: LadderParams) => Ladder;
}

/** A transition under way: the state as it becomes, and what it wants done so far. Never leaves the transition. */
export interface Draft {
  readonly context: AtomContext;
  readonly at: Instant;
  state: AtomState;
  readonly effects: AtomEffect[];
}

export function cycleOf(draft: Draft): Cycle {
  const { cycle } = draft.state;
  assert(cycle !== null, 'the atom has a cycle');
  return cycle;
}

/** The ladder of the open cycle. */
export function openLadder(draft: Draft): Ladder {
  return draft.context.ladderOf(cycleOf(draft).params);
}

export function patch(draft: Draft, change: Partial<AtomState>): void {
  draft.state = { ...draft.state, ...change };
}

export function patchCycle(draft: Draft, change: Partial<Cycle>): void {
  patch(draft, { cycle: { ...cycleOf(draft), ...change } });
}

export function note(draft: Draft, code: NoteCode, figures: Readonly<Record<string, string | number>> = {}): void {
  draft.effects.push({ type: 'Noted', code, figures });
}

export type NewOrder = Omit<WorkingOrder, 'number' | 'filled' | 'filledCost' | 'fills' | 'placedAt'>;

export function placeOrder(draft: Draft, wanted: NewOrder): void {
  const cycle = cycleOf(draft);
  const order: WorkingOrder = {
    ...wanted,
    number: cycle.nextOrder,
    filled: ZERO_STEPS,
    filledCost: ZERO_CASH,
    fills: 0,
    placedAt: draft.at,
  };
  patchCycle(draft, { nextOrder: cycle.nextOrder + 1, orders: [...cycle.orders, order] });
  draft.effects.push({ type: 'PlaceOrder', order });
}

/** Cancels the working orders that match. What they filled before stays filled. */
export function cancelOrders(
  draft: Draft,
  matches: (order: WorkingOrder) => boolean,
  state: 'CANCELED' | 'EXPIRED' = 'CANCELED',
): void {
  const { orders } = cycleOf(draft);
  const canceled = orders.filter(matches);
  if (canceled.length === 0) return;
  patchCycle(draft, { orders: orders.filter((order) => !matches(order)) });
  for (const order of canceled) draft.effects.push({ type: 'CancelOrder', order, state, at: draft.at });
}
