import {
  type Cash,
  cash,
  multiplyDivide,
  RATE_ONE,
  type Steps,
  smaller,
  subtract,
  type Ticks,
  ZERO_CASH,
} from '#base/exact.ts';
import { refuse } from '../../wire-error.ts';
import {
  type AccountState,
  type ExchangeState,
  holdingOf,
  keyOf,
  type SymbolSettings,
  settingsOf,
  symbolStateOf,
} from '../exchange-state.ts';
import { type Funds, fundsOf } from '../funds/funds.ts';
import { isUncountable, minus, plus, worth } from '../funds/worth.ts';
import { type OrderPlace, reducibleAt } from '../orders/order-place.ts';
import type { Refusal } from '../refusal.ts';
import { maxNotional } from './leverage-cap.ts';
import { type Exposure, NO_EXPOSURE, orderMargin, valueHolding, worstValue } from './valuation.ts';

/** What an order would cost at most: its own price, or the worst level a market order reaches. */
export interface Cost {
  readonly price: Ticks;
  readonly quantity: Steps;
  /** An order that is replaced: what of it counts today. */
  readonly replaced: Exposure;
}

/**
 * -2019 where the account cannot pay for the order, -2027 where position and orders would exceed what the leverage
 * allows. The cost is the exchange's (margin and the loss at once against the mark) and, to be on the safe side, the
 * taker's commission. Orders that only reduce cost nothing.
 */
export function marginRefusal(state: ExchangeState, account: AccountState, place: OrderPlace, cost: Cost): Refusal {
  if (place.reduceOnly) return null;
  const { instrument } = symbolStateOf(state, place.symbol).listed;
  if (isUncountable(instrument, cost.price, cost.quantity)) return refuse('bracket');
  const funds = fundsOf(state, account);
  const needed = marginNeeded(state, account, { place, cost, funds });
  if (needed > 0 && needed > roomFor(settingsOf(account, place.symbol), funds)) return refuse('margin');
  const { before, after } = exposureWith(state, place, { cost, funds });
  const { value, holding } = valueHolding(state, account, holdingOf(account, place.symbol, place.positionSide));
  const worst = worstValue(holding, value, after);
  const cap = maxNotional(instrument, settingsOf(account, place.symbol).leverage);
  return worst > cap && worst > worstValue(holding, value, before) ? refuse('bracket') : null;
}

/** The margin of an isolated position is moved, so open results of other positions cannot pay for it. */
export function roomFor({ marginType }: SymbolSettings, { free, crossWallet }: Funds): Cash {
  return marginType === 'ISOLATED' ? smaller(free, crossWallet) : free;
}

interface Asked {
  readonly place: OrderPlace;
  readonly cost: Cost;
  readonly funds: Funds;
}

function marginNeeded(state: ExchangeState, account: AccountState, { place, cost, funds }: Asked): Cash {
  const holding = holdingOf(account, place.symbol, place.positionSide);
  const { value, settings, mark, symbolState } = valueHolding(state, account, holding);
  const { before, after } = exposureWith(state, place, { cost, funds });
  const margin = subtract(
    orderMargin(holding, value, after, settings.leverage),
    orderMargin(holding, value, before, settings.leverage),
  );
  if (margin <= 0) return ZERO_CASH;
  const opening = Math.max(0, cost.quantity - reducibleAt(account, place));
  const { instrument } = symbolState.listed;
  const adverse = place.side === 'BUY' ? cost.price - mark : mark - cost.price;
  const loss = cash(Math.max(0, adverse) * opening * instrument.cashPerTickStep);
  const paid = cash(
    multiplyDivide(worth(instrument, cost.price, cost.quantity), instrument.takerFee, RATE_ONE, 'ceil'),
  );
  return plus(plus(margin, loss), paid);
}

/** What counts of open orders without the order and with it. */
function exposureWith(
  state: ExchangeState,
  place: OrderPlace,
  { cost, funds }: Omit<Asked, 'place'>,
): { before: Exposure; after: Exposure } {
  const before = funds.exposures.get(keyOf(place.symbol, place.positionSide)) ?? NO_EXPOSURE;
  const { replaced } = cost;
  const value = worth(symbolStateOf(state, place.symbol).listed.instrument, cost.price, cost.quantity);
  const rest = { bid: minus(before.bid, replaced.bid), ask: minus(before.ask, replaced.ask) };
  const after =
    place.side === 'BUY'
      ? { bid: plus(rest.bid, value), ask: rest.ask }
      : { bid: rest.bid, ask: plus(rest.ask, value) };
  return { before, after };
}
