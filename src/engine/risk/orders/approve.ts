import { assert } from '#base/assert.ts';
import { formatDecimal } from '#base/decimal.ts';
import { accepted, type Outcome, refused } from '#base/errors.ts';
import { add, CASH_DECIMALS, type Cash, type Steps, type Ticks } from '#base/exact.ts';
import { type Instrument, notional, quantityText } from '../../model/instrument.ts';
import { type ApprovedOrder, type Direction, isOpening, type WorkingOrder } from '../../model/order.ts';

/** What an order is checked against. */
export interface OrderTerms {
  readonly instrument: Instrument;
  /** The atom's direction: an order on its entry side opens, one on the other side closes. */
  readonly direction: Direction;
  /** The quantity that the atom holds; no order closes more. */
  readonly held: Steps;
  /** Number of the atom's resting orders, followed by the maximum. */
  readonly resting: number;
  readonly restingMax: number;
  /** The capital of an opening order; null for a closing one. */
  readonly capital: OrderCapital | null;
}

/** The capital of an opening order. A cycle reserves the margin of its whole ladder when it opens (decision 12). */
export interface OrderCapital {
  /** The value that the ladder plans for the order, which it must not exceed. */
  readonly planned: Cash;
  /** Additional margin that it commits: that of the whole ladder for a base order, nothing for a step. */
  readonly committed: Cash;
  /** Margin that wallet and limit leave for the order. */
  readonly left: Cash;
}

/**
 * Decides whether an order may leave the engine. Only this function creates an ApprovedOrder, and performers accept only
 * ApprovedOrders, so code that skips this check does not compile.
 *
 * @param order - price in ticks and quantity in steps; not filled yet
 * @returns the order, or why it may not be placed: LEVEL_BELOW_MIN_QTY, LEVEL_BELOW_MIN_NOTIONAL, LEVEL_ABOVE_MAX_QTY,
 *   TOO_MANY_ORDERS, INSUFFICIENT_MARGIN. A closing order is never refused, so that no limit can keep a position open.
 */
export function approve(order: WorkingOrder, terms: OrderTerms): Outcome<ApprovedOrder> {
  const { price, triggerPrice, quantity } = order;
  assert(order.filled === 0, 'an order is approved before it fills');
  assert(isOnGrid(price) && isOnGrid(triggerPrice), 'the prices of an order are whole ticks above zero');
  if (!isOpening(order, terms.direction)) {
    assert(
      quantity === null || (quantity > 0 && quantity <= terms.held),
      'a closing order closes no more than is held',
    );
    return accepted(approved(order));
  }
  const valuePrice = price ?? order.decisionPrice;
  assert(quantity !== null && valuePrice !== null, 'an opening order has a quantity and a price to value it at');
  return approveOpening(order, { quantity, price: valuePrice }, terms);
}

function approveOpening(
  order: WorkingOrder,
  { quantity, price }: { readonly quantity: Steps; readonly price: Ticks },
  { instrument, resting, restingMax, capital }: OrderTerms,
): Outcome<ApprovedOrder> {
  if (quantity < instrument.quantityMin) return refused(tooSmall(instrument, quantity));
  const value = notional(instrument, price, quantity);
  if (value < instrument.notionalMin) return refused(tooCheap(instrument, value));
  const quantityMax = largestOf(instrument, order.type);
  if (quantity > quantityMax) return refused(tooLarge(instrument, quantity, quantityMax));
  assert(capital !== null && value <= capital.planned, 'an opening order costs no more than its ladder plans for it');
  if (resting >= restingMax) return refused(tooMany(instrument, resting, restingMax));
  return capital.committed > capital.left ? refused(tooDear(capital)) : accepted(approved(order));
}

/** Whether the instrument allows an opening order of this size, for callers that create no order. */
export function isTradable(
  instrument: Instrument,
  type: 'LIMIT' | 'MARKET',
  { price, quantity }: { readonly price: Ticks; readonly quantity: Steps },
): boolean {
  if (quantity < instrument.quantityMin || quantity > largestOf(instrument, type)) return false;
  return notional(instrument, price, quantity) >= instrument.notionalMin;
}

function largestOf({ quantityMax, marketQuantityMax }: Instrument, type: WorkingOrder['type']): Steps {
  return type === 'MARKET' ? marketQuantityMax : quantityMax;
}

/** An approved order after one more fill. It stays approved, because a fill only reduces the remaining quantity. */
export function withFill(order: ApprovedOrder, quantity: Steps, value: Cash): ApprovedOrder {
  return approved({
    role: order.role,
    level: order.level,
    side: order.side,
    type: order.type,
    price: order.price,
    triggerPrice: order.triggerPrice,
    quantity: order.quantity,
    expiresAt: order.expiresAt,
    decisionPrice: order.decisionPrice,
    number: order.number,
    filled: add(order.filled, quantity),
    filledCost: add(order.filledCost, value),
    fills: order.fills + 1,
    placedAt: order.placedAt,
  });
}

/** The only cast to the branded type. */
function approved(order: WorkingOrder): ApprovedOrder {
  return order as ApprovedOrder;
}

function isOnGrid(price: Ticks | null): boolean {
  return price === null || (Number.isSafeInteger(price) && price > 0);
}

function tooSmall(instrument: Instrument, quantity: Steps) {
  const [has, min] = [quantityText(instrument, quantity), quantityText(instrument, instrument.quantityMin)];
  return {
    code: 'LEVEL_BELOW_MIN_QTY',
    detail: `The order's quantity of ${has} is below the minimum of ${min} for ${instrument.symbol}.`,
    figures: { quantity: has, min },
  };
}

function tooCheap(instrument: Instrument, value: Cash) {
  const [has, min] = [formatDecimal(value, CASH_DECIMALS), formatDecimal(instrument.notionalMin, CASH_DECIMALS)];
  return {
    code: 'LEVEL_BELOW_MIN_NOTIONAL',
    detail: `The order's value of ${has} USDT is below the minimum of ${min} USDT for ${instrument.symbol}.`,
    figures: { notional: has, min },
  };
}

function tooLarge(instrument: Instrument, quantity: Steps, quantityMax: Steps) {
  const [has, max] = [quantityText(instrument, quantity), quantityText(instrument, quantityMax)];
  return {
    code: 'LEVEL_ABOVE_MAX_QTY',
    detail: `The order's quantity of ${has} is above the maximum of ${max} for ${instrument.symbol}.`,
    figures: { quantity: has, quantityMax: max },
  };
}

function tooMany({ symbol, ordersMax }: Instrument, orders: number, atomMax: number) {
  return {
    code: 'TOO_MANY_ORDERS',
    detail: `${orders} orders rest already, the maximum of this direction is ${atomMax} of the ${ordersMax} for ${symbol}.`,
    figures: { orders, ordersMax },
  };
}

function tooDear({ committed, left }: OrderCapital) {
  const [needed, available] = [formatDecimal(committed, CASH_DECIMALS), formatDecimal(left, CASH_DECIMALS)];
  return {
    code: 'INSUFFICIENT_MARGIN',
    detail: `The margin of the full ladder, ${needed} USDT, is above the ${available} USDT that wallet and limit leave.`,
    figures: { needed, left: available },
  };
}
