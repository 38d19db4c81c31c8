import { assert } from '#base/assert.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { SendOutcome, Venue, VenueConditional, VenueOrder } from '#ports/venue.ts';
import type { NewRequest } from '../journal/journal-draft.ts';
import { isConditional, type LiveOrder } from './live-order.ts';
import { sideOf } from './plan-requests.ts';

/** What a request came to: the order as the exchange shows it, or null where its answer does not show it. */
export type RequestAnswer = SendOutcome<VenueOrder | VenueConditional | null>;

/** Sends a stored request, once, signed with exactly the timestamp that was stored. */
export function sendRequest(venue: Venue, instrument: Instrument, request: NewRequest): Promise<RequestAnswer> {
  const { order, sentAt: timestamp } = request;
  const { clientId } = order;
  if (request.kind === 'cancel') {
    const sending = { instrument, clientId, timestamp };
    return isConditional(order) ? venue.cancelConditional(sending) : venue.cancel(sending);
  }
  const placing = {
    instrument,
    clientId,
    timestamp,
    side: sideOf(order),
    positionSide: order.atom.direction === 'buy' ? 'LONG' : 'SHORT',
    intent: request.raisesExposure ? 'open' : 'close',
    reduceOnly: false, // Hedge mode refuses it: the position side says that the order closes.
  } as const;
  return placed(venue, order, placing);
}

function placed(
  venue: Venue,
  { type, price, triggerPrice, quantity }: LiveOrder,
  placing: Omit<Parameters<Venue['place']>[0], 'type' | 'quantity' | 'price' | 'timeInForce'>,
): Promise<RequestAnswer> {
  switch (type) {
    case 'MARKET':
      assert(quantity !== null, 'a market order has a quantity');
      return venue.place({ ...placing, type, quantity });
    case 'LIMIT':
      assert(price !== null && quantity !== null, 'a limit order has a price and a quantity');
      return venue.place({ ...placing, type, price, quantity, timeInForce: 'GTC' });
    default:
      assert(triggerPrice !== null, 'a conditional order has a trigger');
      return venue.placeConditional({
        ...placing,
        type,
        triggerPrice,
        workingType: 'last',
        quantity,
        isPriceProtected: true,
      });
  }
}
