import { assert } from '#base/assert.ts';
import { formatDecimal } from '#base/decimal.ts';
import { accepted, type Outcome, refused } from '#base/errors.ts';
import { add, CASH_DECIMALS, type Cash, type Steps, type Ticks } from '#base/exact.ts';
import { type Instrument, notional, quantityText } from '../../model/instrument.ts';
import { type ApprovedOrder, type Direction, entrySide, type WorkingOrder } from '../../model/order.ts';

/** What an order is checked against. */
export interface OrderTerms {
  readonly instrument: Instrument;
  /** The atom's direction: an order on its entry side opens, one on the other side closes. */
  readonly direction: Direction;
  /** The quantity that the atom holds; an order never closes more. */
  readonly held: Steps;
}

/**
 * Decides whether an order may leave the engine. Nothing else makes an ApprovedOrder, and performers take nothing but
 * ApprovedOrders, so code that skips this check does not compile. The margin of opening orders is not checked here: the
 * margin of the whole ladder was reserved when its cycle opened (decision 12).
 *
 * @param order - price in ticks and quantity in steps; not filled yet
 * @returns the order, or why the instrument does not allow it: LEVEL_BELOW_MIN_QTY, LEVEL_BELOW_MIN_NOTIONAL. A closing
 *   order is never refused, so that no limit can keep a position open.
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

/** Whether the instrument allows an opening order of this size, for callers that make no order. */
export function isTradable(instrument: Instrument, price: Ticks, quantity: Steps): boolean {
  return quantity >= instrument.quantityMin && notional(instrument, price, quantity) >= instrument.notionalMin;
}

/** An approved order after one more fill. It stays approved, because a fill only reduces what is left of it. */
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
