import { assert } from '#base/assert.ts';
import { type Steps, ZERO_STEPS } from '#base/exact.ts';
import type { Leg } from '#engine/execution/sent-order.ts';
import { type Instrument, parseQuantity } from '#engine/model/instrument.ts';
import type { StoredExchangeAccount, StoredIntent, StoredVenueOrder } from '#storage/live/live-rows.ts';
import type { StoredRequest } from '../journal/store-draft.ts';
import { type LiveOrder, LiveOrders } from './live-order.ts';
import { LEG_CODES } from './plan-requests.ts';

/**
 * The orders of a stored account that have not ended. Whatever was being sent or was unknown when the program stopped is
 * asked for before anything else is sent on its symbol.
 */
export function restoreOrders(
  stored: Pick<StoredExchangeAccount, 'openIntents' | 'openOrders'>,
  {
    instruments,
    bookedOf,
  }: { readonly instruments: ReadonlyMap<string, Instrument>; readonly bookedOf: ReadonlyMap<string, string> },
): LiveOrders {
  const orders = new LiveOrders();
  for (const one of stored.openOrders) orders.put(restored(one, instruments, bookedOf));
  for (const intent of stored.openIntents) {
    const order = orders.find(intent.clientId);
    if (order === undefined) continue;
    const isCancel = intent.kind.startsWith('cancel');
    orders.put({
      ...order,
      progress: 'unknown',
      sentAt: intent.sentAt,
      cancel: isCancel ? intent.number : order.cancel,
    });
  }
  return orders;
}

function restored(
  { clientId, orderId, algoId, actualOrderId, state, executed, intent }: StoredVenueOrder,
  instruments: ReadonlyMap<string, Instrument>,
  bookedOf: ReadonlyMap<string, string>,
): LiveOrder {
  const instrument = instruments.get(intent.symbol);
  assert(instrument !== undefined, 'the symbol of a stored order is listed');
  const steps = (text: string | undefined): Steps => (text === undefined ? ZERO_STEPS : stepsOf(instrument, text));
  const { botId, symbol, direction, portfolioId, cycleSeq, orderNumber, number, sentAt } = intent;
  return {
    ...(intent.request as StoredRequest),
    ...{ clientId, portfolioId, cycleSeq, sentAt, intent: number, number: orderNumber },
    atom: { botId, symbol, direction },
    leg: legOf(intent),
    progress: state === 'OPEN' ? 'open' : 'unknown',
    cancel: null,
    orderId: algoId ?? orderId,
    childId: actualOrderId,
    executed: steps(executed),
    booked: steps(bookedOf.get(clientId)),
    end: null,
  };
}

function legOf({ leg }: Pick<StoredIntent, 'leg'>): Leg {
  const [found] = Object.entries(LEG_CODES).find(([, code]) => code === leg) ?? [];
  assert(found !== undefined, `${leg} is a leg`);
  return found as Leg;
}

function stepsOf(instrument: Instrument, text: string): Steps {
  const quantity = parseQuantity(instrument, text);
  assert(quantity !== null, `${text} lies on the step of ${instrument.symbol}`);
  return quantity;
}
