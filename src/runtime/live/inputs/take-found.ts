import type { LiveState } from '../account-state.ts';
import { isConditional, type LiveOrder } from '../orders/live-order.ts';
import type { Found } from './ask-order.ts';
import { show } from './take-answer.ts';

/** "Not found" says nothing of a conditional order for an hour: the exchange lists them late. */
const CONDITIONAL_UNSEEN_MS = 3_600_000;
/** How often "not found" must be said beyond the barrier. */
const ABSENCES = 2;

/**
 * Takes what the exchange says of an order whose state was unknown. It is absent for sure only after two answers beyond the
 * barrier; then it is placed anew under another name. Until then it stays unknown, and nothing is opened on its symbol.
 */
export function takeFound(state: LiveState, found: Found): void {
  const order = state.orders.find(found.clientId);
  if (order === undefined || order.end !== null) return;
  if (found.order !== null) return adopt(state, order, found.order);
  if (!found.isBeyondBarrier || !isConclusive(state, order)) return;
  const absences = (state.absences.get(order.clientId) ?? 0) + 1;
  state.absences.set(order.clientId, absences);
  if (absences < ABSENCES) return;
  state.absences.delete(order.clientId);
  // An order that was open before, and is no longer listed, has ended; what it executed is in the trades.
  const number = order.cancel ?? order.intent;
  state.draft.outcomes.push({ number, state: 'ABSENT', outcome: null });
  state.orders.change(order.clientId, { end: 'CANCELED', cancel: order.cancel ?? order.intent });
  state.draft.orders.add(order.clientId);
}

function adopt(state: LiveState, order: LiveOrder, shown: NonNullable<Found['order']>): void {
  state.absences.delete(order.clientId);
  state.draft.outcomes.push({
    number: order.cancel ?? order.intent,
    state: 'ACKNOWLEDGED',
    outcome: { found: shown.state },
  });
  state.orders.change(order.clientId, { progress: 'open' });
  show(state, { ...order, progress: 'open' }, shown);
}

/**
 * A stop of the whole position may be sent again at once: it cannot double or turn a position, and the exchange refuses a second
 * one while the first stands.
 */
function isConclusive(state: LiveState, order: LiveOrder): boolean {
  if (!state.isSynced) return false;
  if (!isConditional(order) || order.leg === 'stop') return true;
  return state.venue.now() - order.sentAt > CONDITIONAL_UNSEEN_MS;
}
