import { larger } from '#base/exact.ts';
import type { ConditionalState, VenueConditional, VenueOrder, VenueOrderState } from '#ports/venue.ts';

/** NEW < PARTIALLY_FILLED < everything final (`reliability` step 9). */
const ORDER_RANK: Record<VenueOrderState, number> = {
  NEW: 0,
  PARTIALLY_FILLED: 1,
  FILLED: 2,
  CANCELED: 2,
  EXPIRED: 2,
  REJECTED: 2,
};

const CONDITIONAL_RANK: Record<ConditionalState, number> = {
  WAITING: 0,
  TRIGGERED: 1,
  FINISHED: 2,
  CANCELED: 2,
  REJECTED: 2,
  EXPIRED: 2,
};

/**
 * Merges a new report of an order: state and executed quantity never go back, however late, duplicated or out of order
 * the report is. Returns the same object when nothing is new.
 */
export function mergeOrder(known: VenueOrder | undefined, told: VenueOrder): VenueOrder {
  if (known === undefined) return told;
  const isLater = ORDER_RANK[told.state] > ORDER_RANK[known.state];
  const isMore = told.executed > known.executed;
  if (!isLater && !isMore) return known;
  const newest = isLater ? told : known;
  return { ...newest, executed: larger(known.executed, told.executed) };
}

/** The same for a conditional order; the id of the order it placed is kept once known. */
export function mergeConditional(known: VenueConditional | undefined, told: VenueConditional): VenueConditional {
  if (known === undefined) return told;
  const isLater = CONDITIONAL_RANK[told.state] > CONDITIONAL_RANK[known.state];
  const isNamed = known.orderId === null && told.orderId !== null;
  if (!isLater && !isNamed) return known;
  return { ...(isLater ? told : known), orderId: known.orderId ?? told.orderId };
}
