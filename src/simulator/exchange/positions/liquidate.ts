import {
  type Cash,
  larger,
  negate,
  rate,
  type Steps,
  share,
  smaller,
  steps,
  ZERO_CASH,
  ZERO_STEPS,
} from '#base/exact.ts';
import { bracketAt } from '#engine/risk/margin/margin.ts';
import { endAlgo } from '../algos/end-algo.ts';
import { nextTradeId, printTraded } from '../book/own-prints.ts';
import { nextOrderId } from '../counters.ts';
import { type AccountState, type ExchangeState, type Holding, keyOf } from '../exchange-state.ts';
import { changeWallet } from '../funds/income.ts';
import { minus, plus } from '../funds/worth.ts';
import { EXPIRY, endOrder } from '../orders/end-order.ts';
import type { ExchangeOrder } from '../rows.ts';
import { tellAccount, tellOrder } from '../tell.ts';
import { type Folded, foldFill } from './fold-fill.ts';
import { setHolding, tradeOf } from './settle-fill.ts';
import { crossWallet, type HoldingValue, valueHolding, valuesOf } from './valuation.ts';

const NO_FEE = rate(0);

/**
 * Takes the next step of liquidating an isolated position whose margin does not suffice: what lies above the floor of its
 * maintenance tier is taken over at the mark, and the fee for it is paid out of the margin, which otherwise stays with
 * the rest. The lowest tier is taken over whole.
 */
export function reduceIsolated(state: ExchangeState, account: AccountState, valued: HoldingValue): void {
  const { holding, unrealized } = valued;
  const part = plus(holding.isolated, unrealized) > 0 ? aboveFloor(valued) : null;
  if (part === null) return liquidateIsolated(state, account, holding);
  endOrdersOf(state, account, holding.symbol);
  const folded = takeOver(state, account, { valued, part });
  const left = larger(plus(holding.isolated, folded.realized), ZERO_CASH);
  const fee = smaller(feeOf(valued, folded.value), left);
  setHolding(state, account, { ...folded.holding, isolated: minus(left, fee) });
  clear(state, account, { holding, amount: negate(fee) });
}

/** Liquidates a whole isolated position at its mark; what is left of its margin goes to the insurance fund. */
export function liquidateIsolated(state: ExchangeState, account: AccountState, holding: Holding): void {
  const { symbol, side } = holding;
  endOrdersOf(state, account, symbol);
  const valued = valueHolding(state, account, holding);
  const left = plus(holding.isolated, valued.unrealized);
  takeOver(state, account, { valued, part: holding.quantity });
  clear(state, account, { holding, amount: negate(left) });
  account.warned.delete(keyOf(symbol, side));
}

/**
 * Takes the next step of liquidating an account whose cross margin does not suffice: of the position with the largest
 * maintenance margin, what lies above the floor of its tier. Without margin left, or when every position is in its
 * lowest tier, everything is taken over.
 */
export function reduceCross(state: ExchangeState, account: AccountState, values: readonly HoldingValue[]): void {
  const balance = values.reduce((sum, { unrealized }) => plus(sum, unrealized), crossWallet(account));
  const heaviest = values.toSorted((a, b) => b.maintenance - a.maintenance).find((value) => aboveFloor(value) !== null);
  const part = heaviest === undefined || balance <= 0 ? null : aboveFloor(heaviest);
  if (heaviest === undefined || part === null) return liquidateCross(state, account);
  endOrdersOf(state, account, null);
  const { value } = takeOver(state, account, { valued: heaviest, part });
  charge(state, account, { valued: heaviest, value });
}

/**
 * Liquidates every cross position at its mark and charges the liquidation fee on its value. The exchange takes no more
 * than the wallet holds; the insurance fund covers the deficit.
 */
export function liquidateCross(state: ExchangeState, account: AccountState): void {
  endOrdersOf(state, account, null);
  for (const valued of valuesOf(state, account)) {
    if (valued.settings.marginType !== 'CROSSED') continue;
    takeOver(state, account, { valued, part: valued.holding.quantity });
    charge(state, account, { valued, value: valued.value });
  }
  const missing = larger(negate(crossWallet(account)), ZERO_CASH);
  if (missing > 0) changeWallet(state, account, { incomeType: 'INSURANCE_CLEAR', amount: missing });
  if (missing > 0) tellAccount(state, account, { reason: 'INSURANCE_CLEAR', change: missing, positions: [] });
  account.warned.delete('CROSSED');
}

/** The signed quantity above the floor of the position's tier; null in the lowest tier. */
function aboveFloor({ holding, value, mark, symbolState: { listed } }: HoldingValue): Steps | null {
  const { floor } = bracketAt(listed.instrument, value);
  if (floor === 0) return null;
  const perStep = mark * listed.instrument.cashPerTickStep;
  const kept = Math.ceil(floor / perStep) - 1; // Just below the floor is the tier before.
  return steps(Math.sign(holding.quantity) * Math.max(1, Math.abs(holding.quantity) - kept));
}

function feeOf({ symbolState: { listed } }: HoldingValue, value: Cash): Cash {
  return share(value, listed.instrument.liquidationFee, 'half-up');
}

/** Charges the fee for what was taken over, as far as the cross wallet covers it. */
function charge(
  state: ExchangeState,
  account: AccountState,
  { valued, value }: { readonly valued: HoldingValue; readonly value: Cash },
): void {
  const left = larger(minus(crossWallet(account), openLosses(state, account)), ZERO_CASH);
  clear(state, account, { holding: valued.holding, amount: negate(smaller(feeOf(valued, value), left)) });
}

/** Losses of positions that are still to be liquidated; the fee must not use up that amount. */
function openLosses(state: ExchangeState, account: AccountState): Cash {
  let losses = ZERO_CASH;
  for (const { settings, unrealized } of valuesOf(state, account)) {
    if (settings.marginType === 'CROSSED' && unrealized < 0) losses = minus(losses, unrealized);
  }
  return losses;
}

/** Ends open orders before the position: those of the symbol, or of the whole account. */
function endOrdersOf(state: ExchangeState, account: AccountState, symbol: string | null): void {
  for (const order of [...account.orders.values()]) {
    if (symbol === null || order.row.symbol === symbol) {
      endOrder(state, order, { status: 'EXPIRED', expiryReason: EXPIRY.liquidation });
    }
  }
  for (const algo of [...account.algos.values()]) {
    if (symbol === null || algo.row.symbol === symbol) endAlgo(state, algo, { status: 'EXPIRED' });
  }
}

/** Closes a signed part of the position at its mark by an order of the exchange, without commission. */
function takeOver(
  state: ExchangeState,
  account: AccountState,
  { valued, part }: { readonly valued: HoldingValue; readonly part: Steps },
): Folded {
  const { holding, mark, symbolState, settings } = valued;
  const fill = { signed: negate(part), price: mark, feeRate: NO_FEE, at: state.at };
  const folded = foldFill(holding, fill, { instrument: symbolState.listed.instrument, settings });
  const order = takeOverRow(state, valued, part);
  const tradeId = nextTradeId(state, order.symbol);
  const trade = tradeOf(state, order, { tradeId, folded, price: mark, quantity: order.quantity, isMaker: false });
  printTraded(state, order.symbol, { takerSide: order.side, price: mark, quantity: order.quantity });
  setHolding(state, account, folded.holding);
  account.trades.push(trade);
  const source = { symbol: holding.symbol, tradeId: String(trade.tradeId), info: String(trade.tradeId) };
  changeWallet(state, account, { incomeType: 'REALIZED_PNL', amount: folded.realized }, source);
  const filled: ExchangeOrder = { ...order, status: 'FILLED', executed: order.quantity, executedCost: folded.value };
  account.pastOrders.set(keyOf(order.symbol, order.orderId), filled);
  tellOrder(state, account, 'NEW', { order });
  tellOrder(state, account, 'CALCULATED', { order: filled, trade });
  tellAccount(state, account, { reason: 'ORDER', change: ZERO_CASH, positions: [holding] });
  return folded;
}

function takeOverRow(state: ExchangeState, { holding, mark }: HoldingValue, part: Steps): ExchangeOrder {
  const orderId = nextOrderId(state, holding.symbol);
  return {
    orderId,
    clientOrderId: `autoclose-${state.at}`,
    symbol: holding.symbol,
    side: holding.quantity > 0 ? 'SELL' : 'BUY',
    positionSide: holding.side,
    type: 'LIQUIDATION',
    originalType: 'LIQUIDATION',
    timeInForce: 'IOC',
    status: 'NEW',
    price: mark,
    stopPrice: null,
    quantity: steps(Math.abs(part)),
    executed: ZERO_STEPS,
    executedCost: ZERO_CASH,
    reduceOnly: true,
    closePosition: false,
    workingType: 'MARK_PRICE',
    priceProtect: false,
    priceMatch: 'NONE',
    selfTradePreventionMode: 'NONE',
    goodTillDate: 0,
    createdAt: state.at,
    updatedAt: state.at,
    algoId: null,
    expiryReason: EXPIRY.none,
  };
}

function clear(
  state: ExchangeState,
  account: AccountState,
  { holding: { symbol }, amount }: { readonly holding: Pick<Holding, 'symbol'>; readonly amount: Cash },
): void {
  if (amount === 0) return;
  changeWallet(state, account, { incomeType: 'INSURANCE_CLEAR', amount }, { symbol });
  tellAccount(state, account, { reason: 'INSURANCE_CLEAR', change: amount, positions: [] });
}
