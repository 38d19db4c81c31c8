import { instantOf } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { VenueConditional, VenueEvent, VenueFill, VenueOrder } from '#ports/venue.ts';
import {
  cashOr,
  conditionalQuantity,
  conditionalState,
  type InstrumentOf,
  orderState,
  resolved,
  signedQuantity,
} from './read-account.ts';
import { readCash, readPrice, readQuantity } from './read-decimal.ts';
import { readShape } from './read-shape.ts';
import {
  type AlgoEvent,
  accountEvent,
  algoEvent,
  configEvent,
  marginCallEvent,
  type OrderEvent,
  orderEvent,
} from './wire-user.ts';

/** An event of a user message; one about an unknown symbol is passed on unparsed. */
export type UserEvent = Exclude<VenueEvent, { readonly kind: 'gap' | 'picture' }>;

/**
 * Reads a message of an account's stream. Redundant messages (TRADE_LITE repeats the order's update) are ignored;
 * unknown ones are kept.
 * @throws ExchangeError `answer` for a known kind of another shape
 */
export function readUserMessage(message: unknown, instrumentOf: InstrumentOf, account: string): readonly UserEvent[] {
  switch (nameOf(message)) {
    case 'ORDER_TRADE_UPDATE':
      return orderEvents(message, instrumentOf, account);
    case 'ALGO_UPDATE':
      return algoEvents(message, instrumentOf);
    case 'ACCOUNT_UPDATE':
      return accountEvents(message, instrumentOf);
    case 'ACCOUNT_CONFIG_UPDATE': {
      const { ac } = readShape(configEvent, message, 'a setting');
      return ac === undefined ? [] : [{ kind: 'leverage', symbol: ac.s, leverage: ac.l }];
    }
    case 'MARGIN_CALL': {
      const { p } = readShape(marginCallEvent, message, 'a margin call');
      return [{ kind: 'margin-call', symbols: p.map(({ s }) => s) }];
    }
    case 'TRADE_LITE':
    case 'listenKeyExpired':
      return [];
    default:
      return [unresolved('', message)];
  }
}

/** The symbol and the original message, without fields added by the library. */
export function unresolved(symbol: string, message: unknown): UserEvent {
  const hidden = new Set(['wsMarket', 'wsKey', 'streamName', 'isWSAPIResponse']);
  const raw = JSON.stringify(message, (key, value: unknown) => (hidden.has(key) ? undefined : value));
  return { kind: 'unresolved', event: { symbol, raw } };
}

function nameOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'e' in message ? message.e : null;
}

function orderEvents(message: unknown, instrumentOf: InstrumentOf, account: string): readonly UserEvent[] {
  const event = readShape(orderEvent, message, 'an update of an order');
  const read = resolved(instrumentOf(event.o.s), (instrument) => {
    const order: UserEvent = { kind: 'order', order: orderOf(event, instrument) };
    const isFill = event.o.x === 'TRADE' || (event.o.x === 'CALCULATED' && Number(event.o.l) > 0);
    return isFill ? [{ kind: 'fill', fill: fillOf(event, instrument, account) } as const, order] : [order];
  });
  return read ?? [unresolved(event.o.s, message)];
}

function algoEvents(message: unknown, instrumentOf: InstrumentOf): readonly UserEvent[] {
  const event = readShape(algoEvent, message, 'an update of a conditional order');
  const conditional = resolved(instrumentOf(event.o.s), (instrument) => conditionalOf(event, instrument));
  return conditional === null ? [unresolved(event.o.s, message)] : [{ kind: 'conditional', conditional }];
}

function accountEvents(message: unknown, instrumentOf: InstrumentOf): readonly UserEvent[] {
  const { E, a } = readShape(accountEvent, message, 'an update of the account');
  const balances = (a.B ?? []).map(
    (row): UserEvent => ({
      kind: 'balance',
      balance: { asset: row.a, wallet: readCash(row.wb), available: null },
      reason: a.m,
      at: instantOf(E),
    }),
  );
  const positions = (a.P ?? []).map((row): UserEvent => {
    const read = resolved(instrumentOf(row.s), (instrument): UserEvent => {
      const quantity = signedQuantity(instrument, row.pa);
      const known = { symbol: row.s, positionSide: row.ps, entryPrice: readCash(row.ep), updatedAt: instantOf(E) };
      return { kind: 'position', position: { ...known, quantity }, reason: a.m };
    });
    return read ?? unresolved(row.s, { e: 'ACCOUNT_UPDATE', E, a: { m: a.m, P: [row] } });
  });
  return [...balances, ...positions];
}

function orderOf({ E, o }: OrderEvent, instrument: Instrument): VenueOrder {
  return {
    symbol: o.s,
    clientId: o.c,
    orderId: o.i,
    side: o.S,
    positionSide: o.ps,
    type: o.o,
    state: orderState(o.X),
    price: Number(o.p) === 0 ? null : readPrice(instrument, o.p),
    quantity: readQuantity(instrument, o.q),
    executed: readQuantity(instrument, o.z),
    updatedAt: instantOf(E),
  };
}

function fillOf({ o }: OrderEvent, instrument: Instrument, account: string): VenueFill {
  return {
    account,
    symbol: o.s,
    tradeId: o.t,
    orderId: o.i,
    clientId: o.c,
    side: o.S,
    positionSide: o.ps,
    price: readPrice(instrument, o.L),
    quantity: readQuantity(instrument, o.l),
    realized: readCash(o.rp),
    commission: cashOr(o.n),
    commissionAsset: o.N ?? 'USDT',
    isMaker: o.m,
    at: instantOf(o.T),
  };
}

function conditionalOf({ E, o }: AlgoEvent, instrument: Instrument): VenueConditional {
  return {
    symbol: o.s,
    clientId: o.caid,
    algoId: o.aid,
    side: o.S,
    positionSide: o.ps,
    type: o.o,
    state: conditionalState(o.X),
    triggerPrice: Number(o.tp) === 0 ? null : readPrice(instrument, o.tp),
    quantity: conditionalQuantity(instrument, o.q, o.cp),
    orderId: o.ai || null, // Empty until it triggers.
    rejectReason: o.rm ?? '',
    updatedAt: instantOf(E),
  };
}
