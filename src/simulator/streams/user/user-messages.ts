import { assert, unreachable } from '#base/assert.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { AccountEvent } from '../../exchange/events.ts';
import type { ExchangeOrder } from '../../exchange/rows.ts';
import type { Simulation } from '../../simulation.ts';
import { accountUpdate, configUpdate, marginCall } from './account-update.ts';
import { algoUpdate, orderUpdate, tradeLite } from './order-update.ts';

/** One message of a user stream, before serialisation. */
export interface UserMessage {
  /** Its `e`, by which clients select events. */
  readonly event: string;
  readonly symbol: string | null;
  readonly body: object;
}

/**
 * The messages for an event, in sending order. For a fill the exchange sends `TRADE_LITE`, `ORDER_TRADE_UPDATE` and
 * then, as a separate event, `ACCOUNT_UPDATE`.
 */
export function userMessages(simulation: Simulation, accountId: string, event: AccountEvent): readonly UserMessage[] {
  const instrumentOf = (symbol: string): Instrument => instrumentIn(simulation, symbol);
  switch (event.kind) {
    case 'order':
      return orderMessages(event, instrumentOf(event.order.symbol));
    case 'algo': {
      const { algo } = event;
      const order = orderOf(simulation, accountId, algo);
      const body = algoUpdate(event.time, algo, instrumentOf(algo.symbol), order);
      return [{ event: 'ALGO_UPDATE', symbol: algo.symbol, body }];
    }
    case 'account':
      return [{ event: 'ACCOUNT_UPDATE', symbol: null, body: accountUpdate(event, instrumentOf) }];
    case 'leverage':
    case 'multi-assets':
      return [{ event: 'ACCOUNT_CONFIG_UPDATE', symbol: null, body: configUpdate(event) }];
    case 'margin-call':
      return [{ event: 'MARGIN_CALL', symbol: null, body: marginCall(event, instrumentOf) }];
    default:
      return unreachable(event);
  }
}

function orderMessages(
  event: Extract<AccountEvent, { readonly kind: 'order' }>,
  instrument: Instrument,
): readonly UserMessage[] {
  const { order, trade } = event;
  const update = { event: 'ORDER_TRADE_UPDATE', symbol: order.symbol, body: orderUpdate(event, instrument) };
  if (trade === null) return [update];
  return [{ event: 'TRADE_LITE', symbol: order.symbol, body: tradeLite(order, trade, instrument) }, update];
}

function instrumentIn({ market }: Simulation, symbol: string): Instrument {
  const listed = market.symbols.get(symbol);
  assert(listed !== undefined, `${symbol} is listed`);
  return listed.instrument;
}

/** The current state of the order that a conditional order placed. */
function orderOf(
  simulation: Simulation,
  accountId: string,
  { symbol, orderId }: { readonly symbol: string; readonly orderId: string | null },
): ExchangeOrder | null {
  if (orderId === null) return null;
  const reply = simulation.read((exchange) => exchange.order(accountId, symbol, { id: orderId, clientId: null }));
  return reply.ok ? reply.value : null;
}
