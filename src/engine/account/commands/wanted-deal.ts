import { cashFrom, rateFromPercent } from '#base/decimal.ts';
import { accepted, type Outcome, type Reason, refused } from '#base/errors.ts';
import { multiplyDivide, RATE_ONE, type Steps, steps, type Ticks, ZERO_STEPS } from '#base/exact.ts';
import type { WantedDeal } from '../../model/bot.ts';
import type { BotParams } from '../../model/bot-params.ts';
import { gridText, parsePrice, parseQuantity, priceText, quantityFor, quantityText } from '../../model/instrument.ts';
import { type Deal, isOpening, signOf } from '../../model/order.ts';
import { COST_MAX } from '../../risk/ladder/filled-ladder.ts';
import { baseQuantity } from '../../risk/ladder/levels.ts';
import type { RunningAtom } from '../running-bot.ts';

/** How many times higher or lower than the last price the price of a deal may lie. */
const PRICE_FACTOR_MAX = 10;

/** What a deal is read against. */
export interface DealTerms {
  readonly atom: RunningAtom;
  readonly lastPrice: Ticks;
  /** The parameters of the cycle that it opens, where none is open. */
  readonly params: BotParams;
}

/** Reads a deal in the units of its instrument. Refuses a price or a size that its kind does not take, or that cannot be had. */
export function readDeal(wanted: WantedDeal, terms: DealTerms): Outcome<Deal> {
  const price = readPrice(wanted, terms);
  if (!price.ok) return price;
  const quantity = readQuantity(wanted, { ...terms, price: price.value ?? terms.lastPrice });
  if (!quantity.ok) return quantity;
  const type = price.value === null ? 'MARKET' : 'LIMIT';
  const deal = { type, price: price.value, quantity: quantity.value, decisionPrice: terms.lastPrice } as const;
  return accepted({ kind: wanted.kind, ...deal });
}

function readPrice({ kind, orderType, price }: WantedDeal, { atom, lastPrice }: DealTerms): Outcome<Ticks | null> {
  const { instrument, key } = atom;
  if (kind === 'close' && orderType === 'limit')
    return wrong('orderType', 'LIMIT_NOT_TAKEN', 'must be market for a close');
  const isPriced = orderType === 'limit' || kind === 'adopt';
  if (!isPriced) {
    return price === null
      ? accepted(null)
      : wrong('price', 'PRICE_NOT_TAKEN', 'must be left out of an order at market');
  }
  if (price === null) return wrong('price', 'PRICE_NEEDED', 'is needed');
  const parsed = parsePrice(instrument, price);
  if (parsed === null) {
    const tick = gridText(instrument.tick);
    return wrong('price', 'PRICE_OFF_TICK', `must be a multiple of ${tick}`, { tick });
  }
  if (parsed * PRICE_FACTOR_MAX < lastPrice || parsed > lastPrice * PRICE_FACTOR_MAX) {
    const last = priceText(instrument, lastPrice);
    return wrong('price', 'PRICE_TOO_FAR', `is too far from the last price, ${last}`, { last });
  }
  const way = kind === 'reduce' ? -1 : 1; // A buyer's limit lies below the market, a seller's above it.
  if (kind === 'adopt' || way * signOf(key.direction) * (parsed - lastPrice) <= 0) return accepted(parsed);
  const last = priceText(instrument, lastPrice);
  return wrong('price', 'PRICE_CROSSED', `is already passed by the last price, ${last}`, { last });
}

function readQuantity({ kind, size }: WantedDeal, terms: DealTerms & { readonly price: Ticks }): Outcome<Steps | null> {
  const held = heldBy(terms.atom);
  if (kind === 'close') {
    return size === null
      ? accepted(null)
      : wrong(size.unit, 'SIZE_NOT_TAKEN', 'must be left out: a close takes it all');
  }
  if (size === null) return wrong('qty', 'SIZE_NEEDED', 'is needed: a quantity, an amount or a percentage');
  const quantity = quantityOf(size, terms);
  if (!quantity.ok) return quantity;
  return kind === 'reduce'
    ? readReduction(quantity.value, { ...terms, unit: size.unit, left: steps(held - underWay(terms.atom)) })
    : readAddition(quantity.value, { ...terms, unit: size.unit });
}

type Size = NonNullable<WantedDeal['size']>;

function quantityOf(
  { unit, value }: Size,
  { atom, params, price }: DealTerms & { readonly price: Ticks },
): Outcome<Steps> {
  const { instrument, key, context } = atom;
  switch (unit) {
    case 'qty': {
      const quantity = parseQuantity(instrument, value);
      const step = gridText(instrument.step);
      return quantity === null
        ? wrong('qty', 'SIZE_OFF_STEP', `must be a multiple of ${step}`, { step })
        : accepted(quantity);
    }
    case 'notional':
      return accepted(quantityFor(instrument, cashFrom(value), price));
    case 'percent': {
      const side = { ladder: context.ladderOf(params), instrument, direction: key.direction };
      const held = heldBy(atom);
      const whole = held > 0 ? held : baseQuantity(side, price);
      return accepted(steps(multiplyDivide(whole, rateFromPercent(value), RATE_ONE, 'floor')));
    }
  }
}

interface Read extends DealTerms {
  readonly price: Ticks;
  readonly unit: Size['unit'];
}

/** No more than can be counted exactly. */
function readAddition(quantity: Steps, { atom, price, unit }: Read): Outcome<Steps> {
  const value = price * quantity * atom.instrument.cashPerTickStep;
  const cost = atom.state.cycle?.position.cost ?? 0;
  return value + cost > COST_MAX ? wrong(unit, 'SIZE_TOO_LARGE', 'is too large') : accepted(quantity);
}

/** No more than what no other deal takes out; the exchange's minimum does not apply to the whole rest of a position. */
function readReduction(
  quantity: Steps,
  { atom: { instrument }, unit, left }: Read & { readonly left: Steps },
): Outcome<Steps> {
  if (quantity > left) {
    const figures = { left: quantityText(instrument, left) };
    return wrong(unit, 'SIZE_ABOVE_POSITION', `is above the ${figures.left} that no other deal takes out`, figures);
  }
  if (quantity >= instrument.quantityMin || (quantity === left && quantity > 0)) return accepted(quantity);
  const min = quantityText(instrument, instrument.quantityMin);
  const figures = { quantity: quantityText(instrument, quantity), min };
  return wrong(unit, 'LEVEL_BELOW_MIN_QTY', `is below the minimum of ${min}`, figures);
}

export function heldBy({ state }: RunningAtom): Steps {
  return state.cycle?.position.quantity ?? ZERO_STEPS;
}

/** What resting deals are going to take out of the position. */
function underWay({ state, key }: RunningAtom): number {
  const closing = (state.cycle?.orders ?? []).filter(
    (order) => order.role === 'manual' && !isOpening(order, key.direction),
  );
  return closing.reduce((total, { quantity, filled }) => total + ((quantity ?? filled) - filled), 0);
}

type Field = 'price' | 'orderType' | Size['unit'];

function wrong(field: Field, code: string, detail: string, figures: NonNullable<Reason['figures']> = {}) {
  return refused({ code, detail, path: [field], figures });
}
