import { assert } from '#base/assert.ts';
import type { AtomEvent } from '../../model/atom.ts';
import { type ApprovedOrder, FIRST_ORDER, isOpening, type LeavingOrder } from '../../model/order.ts';
import { completeCycle, endCycle } from './closing.ts';
import { cycleOf, type Draft, leavingOrder, note, ownCycle, releaseMargin, updateLeaving, warn } from './draft.ts';
import { block, startLadder } from './entry.ts';
import { exitAgain, exitAtMarket, placeExits, placeStopAgain } from './exits.ts';

type Ended = Extract<AtomEvent, { type: 'OrderEnded' }>;

/** Refusals of a stop in a row after which the position is closed at market. */
const STOP_REFUSALS_MAX = 2;

/**
 * Takes the end of an order that the venue reports: of one that was withdrawn, or of one that the exchange or the user has
 * ended. It decides what is placed instead.
 */
export function takeOrderEnd(draft: Draft, event: Ended): void {
  const leaving = leavingOrder(draft, event.order);
  if (leaving !== undefined) return endLeaving(draft, event, leaving);
  const order = cycleOf(draft).orders.find(({ number }) => number === event.order);
  assert(order !== undefined, 'the order works or is being withdrawn');
  const cycle = ownCycle(draft);
  cycle.orders = cycle.orders.filter((other) => other !== order);
  draft.effects.push({ type: 'OrderDone', order, state: event.state, at: draft.at });
  note(draft, 'ORDER_ENDED', () => ({ role: order.role, level: order.level, state: event.state }));
  if (isOpening(order, draft.state.direction)) endEntry(draft, event, order);
  else endExit(draft, event, order);
}

/** Completes the cycle when this was the last of its orders, or builds the ladder on the base order that was withdrawn. */
function endLeaving(draft: Draft, event: Ended, leaving: LeavingOrder): void {
  const { order } = leaving;
  const state = event.state === 'CANCELED' ? leaving.state : event.state;
  updateLeaving(draft, leaving, null);
  draft.effects.push({ type: 'OrderDone', order, state, at: draft.at });
  if (order.role === 'manual' && order.filled === 0) releaseMargin(draft, order);
  const { ending, leaving: others } = cycleOf(draft);
  if (ending !== undefined) return others === undefined ? completeCycle(draft, ending) : undefined;
  if (order.number === FIRST_ORDER) startLadder(draft);
}

function endEntry(draft: Draft, event: Ended, order: ApprovedOrder): void {
  if (order.role === 'manual' && order.filled === 0) releaseMargin(draft, order);
  if (order.role === 'safety') {
    if (order.filled > 0) ownCycle(draft).levelsFilled += 1;
    else warn(draft, 'STEP_SKIPPED', { level: order.level });
  }
  if (order.number !== FIRST_ORDER || cycleOf(draft).position.quantity > 0) return startLadder(draft);
  if (event.state === 'REJECTED') {
    if (event.cause === 'margin') block(draft, 'INSUFFICIENT_MARGIN');
    else warn(draft, 'ENTRY_BLOCKED', { reason: 'ENTRY_REFUSED' });
  }
  endCycle(draft, 'CANCELED', reasonOf(event));
}

function reasonOf({ state }: Ended): 'entry_expired' | 'entry_refused' | 'external' {
  if (state === 'REJECTED') return 'entry_refused';
  return state === 'EXPIRED' ? 'entry_expired' : 'external';
}

function endExit(draft: Draft, event: Ended, order: ApprovedOrder): void {
  if (cycleOf(draft).position.quantity === 0) return;
  switch (order.role) {
    case 'stop_loss':
    case 'trailing':
      return endStop(draft, event, order);
    case 'exit':
      return exitAgain(draft);
    default:
      // A take profit that is refused is placed again with the next change of the position, not at once: it may be refused for long.
      if (event.state !== 'REJECTED') placeExits(draft);
  }
}

/** The position is never left without its stop: it is placed again, and where that is refused, the position is closed. */
function endStop(draft: Draft, { state, cause }: Ended, order: ApprovedOrder): void {
  if (cycleOf(draft).exitReason !== null) return; // The market exit under way closes the position.
  if (state !== 'REJECTED') return placeStopAgain(draft, order);
  if (cause === 'trigger') return exitAtMarket(draft, order.role === 'trailing' ? 'trailing' : 'stop_loss', null);
  const refusals = (cycleOf(draft).stopRefusals ?? 0) + 1;
  if (refusals < STOP_REFUSALS_MAX) {
    ownCycle(draft).stopRefusals = refusals;
    return placeStopAgain(draft, order);
  }
  draft.effects.push({ type: 'Unprotected' });
  note(draft, 'POSITION_UNPROTECTED');
  exitAtMarket(draft, 'bot_stop', null);
}
