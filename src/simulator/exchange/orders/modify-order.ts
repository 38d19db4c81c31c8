import { type Steps, subtract, type Ticks, ZERO_CASH } from '#base/exact.ts';
import type { Walk } from '#engine/matching/tape-fill.ts';
import { done, type Reply, refuse } from '../../wire-error.ts';
import type { AccountCommand } from '../commands.ts';
import { nextPriority } from '../counters.ts';
import { unrest } from '../desk.ts';
import { type AccountState, deskOf, type ExchangeState, type OpenOrder } from '../exchange-state.ts';
import { worth } from '../funds/worth.ts';
import { openQuantity } from '../positions/settle-fill.ts';
import type { Refusal } from '../refusal.ts';
import type { OrderRow } from '../rows.ts';
import { tellOrder } from '../tell.ts';
import { cancelOrder, findOpenOrder } from './cancel.ts';
import { checkMatching, percentRefusal } from './check-order.ts';
import { reduceRefusal } from './order-place.ts';
import { limitsOf, notionalRefusal, precisionRefusal, readPrice, readQuantity } from './read-amount.ts';
import { takeAndRest } from './take-and-rest.ts';

type Modify = Extract<AccountCommand, { type: 'modify-order' }>;

/** What an open order is to become. */
interface Amended {
  readonly order: OpenOrder;
  readonly price: Ticks;
  readonly quantity: Steps;
}

/**
 * Prepares a new price and quantity of a resting limit order. It keeps its id and, when only its quantity falls, its
 * place in the queue. A quantity that is filled already ends it, and so does a post-only price that would take.
 */
export function prepareModify(state: ExchangeState, account: AccountState, command: Modify): Reply<() => OrderRow> {
  if (!state.market.isListed(command.symbol, state.at)) return refuse('symbol');
  const order = findOpenOrder(account, command.symbol, command.order);
  if (order === null || order.row.side !== command.side) return refuse('orderUnknown');
  if (order.row.type !== 'LIMIT') return refuse('amendType');
  const amended = readAmended(state, order, command);
  if (!amended.ok) return amended;
  const { price, quantity } = amended.value;
  if (price === order.row.price && quantity === order.row.quantity) return refuse('amendNothing');
  if (quantity <= order.row.executed) return done(() => canceled(state, order));
  const refusal = filterRefusal(state, amended.value);
  if (refusal !== null) return refusal;
  const wanted = subtract(quantity, order.row.executed);
  const reduce = reduceRefusal(account, order.row, { quantity: wanted, rests: true, except: order.row.orderId });
  return reduce ?? prepareMatching(state, account, amended.value);
}

function canceled(state: ExchangeState, order: OpenOrder): OrderRow {
  cancelOrder(state, order);
  return order.row;
}

function readAmended(state: ExchangeState, order: OpenOrder, command: Modify): Reply<Amended> {
  const limits = limitsOf(state, deskOf(state, command.symbol));
  const { tick, step } = limits.instrument;
  const precision = precisionRefusal(command.price, tick) ?? precisionRefusal(command.quantity, step);
  if (precision !== null) return precision;
  const price = readPrice(limits, command.price);
  if (!price.ok) return price;
  const quantity = readQuantity(limits, command.quantity, 'limit');
  return quantity.ok ? done({ order, price: price.value, quantity: quantity.value }) : quantity;
}

function filterRefusal(state: ExchangeState, { order: { row }, price, quantity }: Amended): Refusal {
  const desk = deskOf(state, row.symbol);
  const small = row.reduceOnly ? null : notionalRefusal(limitsOf(state, desk), price, quantity);
  return small ?? percentRefusal(state, desk, row, price);
}

function prepareMatching(state: ExchangeState, account: AccountState, amended: Amended): Reply<() => OrderRow> {
  const { order, price, quantity } = amended;
  const { row } = order;
  const { instrument } = deskOf(state, row.symbol).listed;
  const request = { ...row, type: 'LIMIT' as const, priceMatch: null, goodTillDate: null };
  const timeInForce = row.timeInForce === 'GTD' ? 'GTC' : row.timeInForce;
  const value = worth(instrument, row.price ?? price, openQuantity(row));
  const replaced = { bid: row.side === 'BUY' ? value : ZERO_CASH, ask: row.side === 'SELL' ? value : ZERO_CASH };
  const checked = checkMatching(state, account, {
    request: { ...request, timeInForce },
    place: row,
    quantity: subtract(quantity, row.executed),
    price,
    replaced,
  });
  if (!checked.ok) {
    const wouldTake = row.timeInForce === 'GTX' && checked.error.code === refuse('postOnly').error.code;
    return wouldTake ? done(() => canceled(state, order)) : checked;
  }
  return done(() => amend(state, amended, checked.value.walk));
}

function amend(state: ExchangeState, { order, price, quantity }: Amended, walk: Walk): OrderRow {
  const isSmaller = price === order.row.price && quantity < order.row.quantity;
  const keepsPlace = isSmaller || order.parts !== null; // What fills in parts does not rest.
  order.row = { ...order.row, price, quantity, updatedAt: state.at };
  if (!keepsPlace) {
    unrest(deskOf(state, order.row.symbol), order);
    order.priority = nextPriority(state);
  }
  tellOrder(state, order.account, 'AMENDMENT', { order: order.row });
  if (!keepsPlace) takeAndRest(state, order, walk);
  return order.row;
}
