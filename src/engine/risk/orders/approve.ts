import { assert } from '#base/assert.ts';
import { formatDecimal } from '#base/decimal.ts';
import { accepted, type Outcome, refused } from '#base/errors.ts';
import { add, CASH_DECIMALS, type Cash, type Steps, type Ticks } from '#base/exact.ts';
import { type Instrument, notional, quantityText } from '../../model/instrument.ts';
import { type ApprovedOrder, type Direction, entrySide, type WorkingOrder } from '../../model/order.ts';

/** What an order is judged by. */
export interface OrderTerms {
  readonly instrument: Instrument;
  /** Of the atom: an order on its entry side opens, one on the other side closes. */
  readonly direction: Direction;
  /** What the atom holds: an order never closes more. */
  readonly held: Steps;
}

/**
 * Decides whether an order may leave the engine. The only maker of an ApprovedOrder, and an ApprovedOrder is all that a
 * performer takes, so an order that skips this does not compile. The margin of opening orders is not judged here: the
 * whole ladder was reserved when its cycle opened (decision 12).
 *
 * @param order - price in ticks and quantity in steps; nothing of it is filled yet
 * @returns the order, or why the instrument does not take it: LEVEL_BELOW_MIN_QTY, LEVEL_BELOW_MIN_NOTIONAL. A closing
 *   order is never refused: no limit may trap a position.
 */
export function approve(order: WorkingOrder, { instrument, direction, held }: OrderTerms): Outcome<ApprovedOrder> {
  const { price, triggerPrice, quantity } = order;
  assert(order.filled === 0, 'an order is approved before it fills');
  assert(isOnGrid(price) && isOnGrid(triggerPrice), 'the prices of an order are whole ticks above zero');
  if (order.side !== entrySide(direction)) {
    assert(quantity === null || (quantity > 0 && quantity <= held), 'a closing order closes no more than is held');
    return accepted(approved(order));
  }
  const valuePrice = price ?? order.decisionPrice;
  assert(quantity !== null && valuePrice !== null, 'an opening order has a quantity and a price to value it at');
  if (quantity < instrument.quantityMin) return refused(tooSmall(instrument, quantity));
  const value = notional(instrument, valuePrice, quantity);
  return value < instrument.notionalMin ? refused(tooCheap(instrument, value)) : accepted(approved(order));
}

/** Whether the instrument takes an opening order of this size, for those who only have to know. */
export function isTradable(instrument: Instrument, price: Ticks, quantity: Steps): boolean {
  return quantity >= instrument.quantityMin && notional(instrument, price, quantity) >= instrument.notionalMin;
}

/** An approved order after one more fill: a fill changes what is left of it, not what was approved. */
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

/** The one place where the brand is given. */
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
    detail: `The order is for ${has}; ${instrument.symbol} takes ${min} or more.`,
    figures: { quantity: has, min },
  };
}

function tooCheap(instrument: Instrument, value: Cash) {
  const [has, min] = [formatDecimal(value, CASH_DECIMALS), formatDecimal(instrument.notionalMin, CASH_DECIMALS)];
  return {
    code: 'LEVEL_BELOW_MIN_NOTIONAL',
    detail: `The order is worth ${has} USDT; ${instrument.symbol} takes ${min} USDT or more.`,
    figures: { notional: has, min },
  };
}
