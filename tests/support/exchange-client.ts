import { cashFrom } from '#base/decimal.ts';
import type { PositionSide } from '#engine/model/position.ts';
import type { AccountCommand, AlgoRequest, OrderRequest } from '#simulator/exchange/commands.ts';
import type { AccountEvent } from '#simulator/exchange/events.ts';
import type { CommandValue, Exchange } from '#simulator/exchange/exchange.ts';
import type { PositionView } from '#simulator/exchange/rows.ts';
import type { WireReply } from '#simulator/wire-error.ts';

/** An order as a client would write it; omitted fields are not sent. */
export type OrderText = Pick<OrderRequest, 'symbol' | 'side'> & Partial<OrderRequest>;
export type AlgoText = Pick<AlgoRequest, 'symbol' | 'side' | 'type'> & Partial<AlgoRequest>;

/** A limit order if a price is given, else a market order. */
export function orderRequest(text: OrderText): OrderRequest {
  const isLimit = (text.price ?? null) !== null || (text.priceMatch ?? null) !== null;
  return {
    positionSide: null,
    type: isLimit ? 'LIMIT' : 'MARKET',
    timeInForce: isLimit ? 'GTC' : null,
    quantity: null,
    price: null,
    reduceOnly: null,
    clientOrderId: null,
    priceMatch: null,
    selfTradePreventionMode: null,
    goodTillDate: null,
    ...text,
  };
}

export function algoRequest(text: AlgoText): AlgoRequest {
  return {
    positionSide: null,
    timeInForce: null,
    quantity: null,
    price: null,
    triggerPrice: null,
    workingType: null,
    priceMatch: null,
    closePosition: null,
    priceProtect: null,
    reduceOnly: null,
    activatePrice: null,
    callbackRate: null,
    clientAlgoId: null,
    selfTradePreventionMode: null,
    goodTillDate: null,
    ...text,
  };
}

/** One account of an exchange, in the words of a test. */
export interface Client {
  readonly id: string;
  /** The events it received, oldest first. */
  readonly events: AccountEvent[];
  send(command: AccountCommand): WireReply<CommandValue>;
  order(text: OrderText): WireReply<CommandValue>;
  algo(text: AlgoText): WireReply<CommandValue>;
  position(symbol: string, side?: PositionSide): PositionView | null;
}

/** Opens an account with a deposit of USDT. */
export function openClient(
  exchange: Exchange,
  { id = 'one', deposit = '10000', isDualSide = false }: { id?: string; deposit?: string; isDualSide?: boolean } = {},
): Client {
  const events: AccountEvent[] = [];
  exchange.onEvent((accountId, event) => {
    if (accountId === id) events.push(event);
  });
  exchange.execute({ type: 'open-account', accountId: id, deposit: cashFrom(deposit), isDualSide });
  const send = (command: AccountCommand) => exchange.execute({ type: 'account', accountId: id, command });
  return {
    id,
    events,
    send,
    order: (text) => send({ type: 'place-order', request: orderRequest(text) }),
    algo: (text) => send({ type: 'place-algo', request: algoRequest(text) }),
    position: (symbol, side = 'BOTH') =>
      exchange.positions(id, 'all', symbol).find(({ positionSide }) => positionSide === side) ?? null,
  };
}

/** The code of a refusal; 0 when the request was carried out. */
export function codeOf(reply: WireReply<unknown>): number {
  return reply.ok ? 0 : reply.error.code;
}

/** A query for everything. */
export const EVERYTHING = { symbol: null, from: null, to: null, fromId: null, limit: 1_000 } as const;
