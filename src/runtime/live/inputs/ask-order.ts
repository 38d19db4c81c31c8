import { later } from '#base/time.ts';
import type { Venue, VenueConditional, VenueOrder } from '#ports/venue.ts';
import { isConditional, type LiveOrder } from '../orders/live-order.ts';

/** What the exchange says of an order that was asked for by its client id. */
export interface Found {
  readonly clientId: string;
  /** Null: it has none of this name. */
  readonly order: VenueOrder | VenueConditional | null;
  /** Whether no copy of the request that placed it can still be accepted. */
  readonly isBeyondBarrier: boolean;
}

/**
 * Asks for an order. The reading of the exchange's clock comes first, so that "not found" was said beyond the barrier.
 * @throws AppError as the reads of a venue do
 */
export async function askOrder(venue: Venue, order: LiveOrder): Promise<Found> {
  const { clientId, atom, sentAt } = order;
  const { serverTime } = await venue.readServerTime();
  const isBeyondBarrier = serverTime > later(sentAt, venue.recvWindowMs + venue.barrierMarginMs);
  const found = isConditional(order)
    ? await venue.conditional(atom.symbol, clientId)
    : await venue.order(atom.symbol, clientId);
  return { clientId, order: found, isBeyondBarrier };
}
