import { unreachable } from '#base/assert.ts';
import type { RefusalCause } from '#engine/model/atom.ts';
import type { RejectionCause, VenueConditional, VenueOrder } from '#ports/venue.ts';
import type { LiveState } from '../account-state.ts';
import type { NewRequest } from '../journal/journal-draft.ts';
import { afterConditional, afterOrder, type LiveOrder } from '../orders/live-order.ts';
import { backOffKey } from '../orders/plan-requests.ts';
import type { RequestAnswer } from '../orders/send-request.ts';
import { reportEnd } from './settle-orders.ts';

/** How long a request that was refused for a passing reason is not sent again, wall milliseconds. */
const BACK_OFF_MS = 1_000;
/** The same after three equal refusals, which the connector does not send a fourth time. */
const CIRCUIT_MS = 60_000;

/** Takes the answer to a request: what is known of it is stored with the next transaction. */
export function takeAnswer(state: LiveState, request: NewRequest, answer: RequestAnswer): void {
  const order = state.orders.find(request.order.clientId);
  if (order === undefined) return;
  state.draft.orders.add(order.clientId);
  switch (answer.kind) {
    case 'acknowledged':
      conclude(state, request, 'ACKNOWLEDGED', null);
      return request.kind === 'place' ? show(state, order, answer.value) : showCancel(state, order, answer.value);
    case 'rejected': {
      const { cause, venueCode, reason } = answer;
      conclude(state, request, isUnsent(cause) ? 'ABSENT' : 'REJECTED', { cause, venueCode, reason });
      return request.kind === 'place' ? refuse(state, order, cause) : refuseCancel(state, order, cause);
    }
    case 'throttled':
      conclude(state, request, 'ABSENT', { pauseMs: answer.pauseMs });
      return request.kind === 'place'
        ? drop(state, order, answer.pauseMs)
        : reopen(state, order, Math.max(answer.pauseMs, BACK_OFF_MS));
    case 'unknown':
      conclude(state, request, 'UNKNOWN', { reason: answer.reason });
      state.orders.change(order.clientId, { progress: 'unknown' });
      return;
    default:
      return unreachable(answer);
  }
}

function conclude(
  state: LiveState,
  { number }: NewRequest,
  outcome: 'ACKNOWLEDGED' | 'REJECTED' | 'UNKNOWN' | 'ABSENT',
  details: unknown,
): void {
  state.draft.outcomes.push({ number, state: outcome, outcome: details });
}

const isUnsent = (cause: RejectionCause): boolean => cause === 'late' || cause === 'circuit';

/** Takes what the exchange shows of an order. */
export function show(state: LiveState, order: LiveOrder, shown: VenueOrder | VenueConditional | null): void {
  const change = shown === null ? {} : 'algoId' in shown ? afterConditional(order, shown) : afterOrder(order, shown);
  state.orders.change(order.clientId, change);
  state.draft.orders.add(order.clientId);
}

/** A conditional order that was cancelled has ended; an ordinary one is shown with what it had executed. */
function showCancel(state: LiveState, order: LiveOrder, shown: VenueOrder | VenueConditional | null): void {
  if (shown === null) state.orders.change(order.clientId, { end: order.end ?? 'CANCELED' });
  else show(state, order, shown);
}

function refuse(state: LiveState, order: LiveOrder, cause: RejectionCause): void {
  switch (cause) {
    case 'late':
    case 'overload':
    case 'clock':
      return drop(state, order, BACK_OFF_MS);
    case 'circuit':
      return drop(state, order, CIRCUIT_MS);
    case 'duplicate':
      state.orders.change(order.clientId, { progress: 'unknown' }); // Ours, and open already: it is asked for.
      return;
    default:
      return refuseForGood(state, order, cause);
  }
}

/** Ends an order that is not at the exchange, so that it is placed anew after a while. */
function drop(state: LiveState, order: LiveOrder, pauseMs: number): void {
  state.orders.end(state.orders.change(order.clientId, { end: 'REJECTED' }));
  state.notBefore.set(backOffKey(order.atom, order.leg), performance.now() + pauseMs);
}

/** The atom decides what follows from a refusal; that of a bridge leaves the old stop where it is. */
function refuseForGood(state: LiveState, order: LiveOrder, cause: RejectionCause): void {
  drop(state, order, BACK_OFF_MS);
  if (order.leg === 'bridge') return;
  // A closing order that is larger than what is free to close is sized anew; the trades that explain it are on their way.
  if (order.leg !== 'entry' && (cause === 'duplicate-close' || cause === 'closes-too-much')) return;
  state.notBefore.delete(backOffKey(order.atom, order.leg));
  reportEnd(state, order, 'REJECTED', causeOf(cause));
}

const causeOf = (cause: RejectionCause): RefusalCause => (cause === 'margin' || cause === 'trigger' ? cause : 'other');

/** An order that may have ended is asked for; any other refusal leaves it open. */
function refuseCancel(state: LiveState, order: LiveOrder, cause: RejectionCause): void {
  if (cause === 'absent') state.orders.change(order.clientId, { progress: 'unknown' });
  else reopen(state, order, cause === 'circuit' ? CIRCUIT_MS : BACK_OFF_MS);
}

function reopen(state: LiveState, order: LiveOrder, pauseMs: number): void {
  state.orders.change(order.clientId, { progress: 'open' });
  state.notBefore.set(backOffKey(order.atom, 'cancel'), performance.now() + pauseMs);
}
