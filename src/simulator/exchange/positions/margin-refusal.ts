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
import { type OrderTarget, reducibleAt } from '../orders/order-target.ts';
import type { Refusal } from '../refusal.ts';
import { maxNotional } from './leverage-cap.ts';
import { type Exposure, NO_EXPOSURE, orderMargin, valueHolding, worstValue } from './valuation.ts';

/** The most that an order can cost: at its own price, or at the worst level that a market order reaches. */
export interface Cost {
  readonly price: Ticks;
  readonly quantity: Steps;
  /** Exposure of the order that it replaces. */
  readonly replaced: Exposure;
}

/**
 * -2019 when the account cannot pay for the order, -2027 when position and orders would exceed the maximum of the
 * leverage. The cost is the exchange's (margin plus the immediate loss against the mark) plus, as a precaution, the
 * taker commission. Reduce-only orders cost nothing.
 */
export function marginRefusal(state: ExchangeState, account: AccountState, target: OrderTarget, cost: Cost): Refusal {
  if (target.reduceOnly) return null;
  const { instrument } = symbolStateOf(state, target.symbol).listed;
  if (isUncountable(instrument, cost.price, cost.quantity)) return refuse('bracket');
  const funds = fundsOf(state, account);
  const needed = marginNeeded(state, account, { target, cost, funds });
  if (needed > 0 && needed > roomFor(settingsOf(account, target.symbol), funds)) return refuse('margin');
  const { before, after } = exposureWith(state, target, { cost, funds });
  const { value, holding } = valueHolding(state, account, holdingOf(account, target.symbol, target.positionSide));
  const worst = worstValue(holding, value, after);
  const cap = maxNotional(instrument, settingsOf(account, target.symbol).leverage);
  return worst > cap && worst > worstValue(holding, value, before) ? refuse('bracket') : null;
}

/**
 * Margin available to an order. Isolated margin is moved out of the wallet, so open results of other positions cannot
 * pay for it.
 */
export function roomFor({ marginType }: SymbolSettings, { free, crossWallet }: Funds): Cash {
  return marginType === 'ISOLATED' ? smaller(free, crossWallet) : free;
}

interface Asked {
  readonly target: OrderTarget;
  readonly cost: Cost;
  readonly funds: Funds;
}

function marginNeeded(state: ExchangeState, account: AccountState, { target, cost, funds }: Asked): Cash {
  const holding = holdingOf(account, target.symbol, target.positionSide);
  const { value, settings, mark, symbolState } = valueHolding(state, account, holding);
  const { before, after } = exposureWith(state, target, { cost, funds });
  const margin = subtract(
    orderMargin(holding, value, after, settings.leverage),
    orderMargin(holding, value, before, settings.leverage),
  );
  if (margin <= 0) return ZERO_CASH;
  const opening = Math.max(0, cost.quantity - reducibleAt(account, target));
  const { instrument } = symbolState.listed;
  const adverse = target.side === 'BUY' ? cost.price - mark : mark - cost.price;
  const loss = cash(Math.max(0, adverse) * opening * instrument.cashPerTickStep);
  const paid = cash(
    multiplyDivide(worth(instrument, cost.price, cost.quantity), instrument.takerFee, RATE_ONE, 'ceil'),
  );
  return plus(plus(margin, loss), paid);
}

/** The exposure of open orders without and with the order. */
function exposureWith(
  state: ExchangeState,
  target: OrderTarget,
  { cost, funds }: Omit<Asked, 'target'>,
): { before: Exposure; after: Exposure } {
  const before = funds.exposures.get(keyOf(target.symbol, target.positionSide)) ?? NO_EXPOSURE;
  const { replaced } = cost;
  const value = worth(symbolStateOf(state, target.symbol).listed.instrument, cost.price, cost.quantity);
  const rest = { bid: minus(before.bid, replaced.bid), ask: minus(before.ask, replaced.ask) };
  const after =
    target.side === 'BUY'
      ? { bid: plus(rest.bid, value), ask: rest.ask }
      : { bid: rest.bid, ask: plus(rest.ask, value) };
  return { before, after };
}
