import { type Steps, subtract, type Ticks, ZERO_CASH } from '#base/exact.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import type { SharedWalk } from '../book/shared-walk.ts';
import type { AccountCommand } from '../commands.ts';
import { nextAmendmentId, nextPriority } from '../counters.ts';
import { type AccountState, type ExchangeState, type OpenOrder, symbolStateOf } from '../exchange-state.ts';
import { worth } from '../funds/worth.ts';
import { openQuantity } from '../positions/settle-fill.ts';
import type { Refusal } from '../refusal.ts';
import { unrest } from '../resting-orders.ts';
import type { ExchangeOrder } from '../rows.ts';
import { tellOrder } from '../tell.ts';
import { cancelOrder, findOpenOrder } from './cancel.ts';
import { checkMatching, isPostOnly, percentRefusal } from './check-order.ts';
import { mayBeSmall, reduceRefusal } from './order-target.ts';
import { limitsOf, notionalRefusal, precisionRefusal, readLimitPrice, readOrderQuantity } from './read-amount.ts';
import { takeAndRest } from './take-and-rest.ts';

type Modify = Extract<AccountCommand, { type: 'modify-order' }>;

/** The new price and quantity of an open order. */
interface Amended {
  readonly order: OpenOrder;
  readonly modifyId: string;
  readonly price: Ticks;
  readonly quantity: Steps;
}

/**
 * Prepares a new price and quantity of a resting limit order. It keeps its id and, if only its quantity decreases, its
 * queue position. A quantity that is already filled ends the order, and so does a post-only price that would take.
 */
export function prepareModify(
  state: ExchangeState,
  account: AccountState,
  command: Modify,
): WireReply<() => ExchangeOrder> {
  if (!state.market.isListed(command.symbol, state.at)) return refuse('symbol');
  const order = findOpenOrder(account, command.symbol, command.order);
  if (order === null || order.row.side !== command.side) return refuse('orderUnknown');
  if (order.row.type !== 'LIMIT') return refuse('amendType');
  const amended = readAmended(state, order, command);
  if (!amended.ok) return amended;
  const { price, quantity } = amended.value;
  if (price === order.row.price && quantity === order.row.quantity) return refuse('amendNothing');
  if (quantity <= order.row.executed) return accept(() => canceled(state, order));
  const refusal = filterRefusal(state, amended.value);
  if (refusal !== null) return refusal;
  const wanted = subtract(quantity, order.row.executed);
  const reduce = reduceRefusal(account, order.row, { quantity: wanted, rests: true, except: order.row.orderId });
  return reduce ?? prepareMatching(state, account, amended.value);
}

function canceled(state: ExchangeState, order: OpenOrder): ExchangeOrder {
  cancelOrder(state, order);
  return order.row;
}

function readAmended(state: ExchangeState, order: OpenOrder, command: Modify): WireReply<Amended> {
  const { modifyId = '0' } = command;
  const limits = limitsOf(state, symbolStateOf(state, command.symbol));
  const { tick, step } = limits.instrument;
  const precision = precisionRefusal(command.price, tick) ?? precisionRefusal(command.quantity, step);
  if (precision !== null) return precision;
  const price = readLimitPrice(limits, command.price);
  if (!price.ok) return price;
  const quantity = readOrderQuantity(limits, command.quantity, 'limit');
  return quantity.ok ? accept({ order, modifyId, price: price.value, quantity: quantity.value }) : quantity;
}

function filterRefusal(state: ExchangeState, { order: { account, row }, price, quantity }: Amended): Refusal {
  const symbolState = symbolStateOf(state, row.symbol);
  const isExempt = mayBeSmall(account, row, subtract(quantity, row.executed));
  const small = isExempt ? null : notionalRefusal(limitsOf(state, symbolState), price, quantity);
  return small ?? percentRefusal(state, symbolState, row, price);
}

function prepareMatching(
  state: ExchangeState,
  account: AccountState,
  amended: Amended,
): WireReply<() => ExchangeOrder> {
  const { order, price, quantity } = amended;
  const { row } = order;
  const { instrument } = symbolStateOf(state, row.symbol).listed;
  const request = { ...row, type: 'LIMIT' as const, priceMatch: null, goodTillDate: null };
  const timeInForce = row.timeInForce === 'GTD' ? 'GTC' : row.timeInForce;
  const value = worth(instrument, row.price ?? price, openQuantity(row));
  const replaced = { bid: row.side === 'BUY' ? value : ZERO_CASH, ask: row.side === 'SELL' ? value : ZERO_CASH };
  const checked = checkMatching(state, account, {
    request: { ...request, timeInForce },
    target: row,
    quantity: subtract(quantity, row.executed),
    price,
    replaced,
  });
  if (!checked.ok) {
    const wouldTake = isPostOnly(row.timeInForce) && checked.error.code === refuse('postOnly').error.code;
    return wouldTake ? accept(() => canceled(state, order)) : checked;
  }
  return accept(() => amend(state, amended, checked.value.walk));
}

function amend(state: ExchangeState, amended: Amended, walk: SharedWalk): ExchangeOrder {
  const { order, price, quantity } = amended;
  note(state, amended);
  const isSmaller = price === order.row.price && quantity < order.row.quantity;
  const staysInQueue = isSmaller || order.parts !== null; // An order that fills in parts is not in the queue.
  order.row = { ...order.row, price, quantity, updatedAt: state.at };
  if (!staysInQueue) {
    unrest(symbolStateOf(state, order.row.symbol), order);
    order.priority = nextPriority(state);
  }
  tellOrder(state, order.account, 'AMENDMENT', { order: order.row });
  if (!staysInQueue) takeAndRest(state, order, walk);
  return order.row;
}

function note(state: ExchangeState, { order: { account, row }, modifyId, price, quantity }: Amended): void {
  const { symbol, orderId, clientOrderId } = row;
  const before = account.amendments.filter((one) => one.symbol === symbol && one.orderId === orderId);
  account.amendments.push({
    amendmentId: nextAmendmentId(state),
    ...{ modifyId, symbol, orderId, clientOrderId },
    count: (before.at(-1)?.count ?? 0) + 1,
    price: { before: row.price ?? price, after: price },
    quantity: { before: row.quantity, after: quantity },
    time: state.at,
  });
}
