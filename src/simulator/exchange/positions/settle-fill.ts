import { add, negate, type Steps, steps, subtract, type Ticks } from '#base/exact.ts';
import { endAlgosWithoutPosition } from '../algos/end-algo.ts';
import {
  type AccountState,
  type ExchangeState,
  type Holding,
  holdingOf,
  keyOf,
  type OpenOrder,
  settingsOf,
  symbolStateOf,
} from '../exchange-state.ts';
import { changeWallet } from '../funds/income.ts';
import { completeOrder, EXPIRY, endOrder } from '../orders/end-order.ts';
import type { ExchangeOrder, ExchangeTrade } from '../rows.ts';
import { NO_CHANGE, tellAccount, tellOrder } from '../tell.ts';
import { type Folded, foldFill } from './fold-fill.ts';

export interface Execution {
  /** Of the trade on the tape. */
  readonly tradeId: number;
  readonly price: Ticks;
  readonly quantity: Steps;
  readonly isMaker: boolean;
}

/**
 * Fills a part of an order: updates position and wallet, adds rows, and sends events. A reduce-only order fills no more
 * than the position. Reduce-only orders that have nothing left to reduce end with it.
 *
 * @returns how much was filled
 */
export function settleFill(state: ExchangeState, order: OpenOrder, execution: Execution): Steps {
  const { account } = order;
  const quantity = fillable(account, order.row, execution.quantity);
  if (quantity === 0) return quantity;
  const before = holdingOf(account, order.row.symbol, order.row.positionSide);
  const { trade, folded } = foldIntoTrade(state, order, { ...execution, quantity });
  setHolding(state, account, folded.holding);
  recordTrade(state, account, trade);
  const executed = add(order.row.executed, quantity);
  const isFilled = executed === order.row.quantity;
  order.row = {
    ...order.row,
    executed,
    executedCost: add(order.row.executedCost, folded.value),
    status: isFilled ? 'FILLED' : 'PARTIALLY_FILLED',
    updatedAt: state.at,
  };
  tellOrder(state, account, 'TRADE', { order: order.row, trade });
  tellAccount(state, account, { reason: 'ORDER', change: NO_CHANGE, positions: [folded.holding] });
  if (isFilled) completeOrder(state, order);
  if (isGone(before, folded.holding)) endWhatReduced(state, account, folded.holding);
  return quantity;
}

/** The part of a fill that an order may take: a reduce-only order no more than the position. */
export function fillable(
  account: AccountState,
  { symbol, positionSide, side, reduceOnly }: Pick<ExchangeOrder, 'symbol' | 'positionSide' | 'side' | 'reduceOnly'>,
  quantity: Steps,
): Steps {
  if (!reduceOnly) return quantity;
  const held = holdingOf(account, symbol, positionSide).quantity;
  const reducible = side === 'SELL' ? held : negate(held);
  return steps(Math.max(0, Math.min(quantity, reducible)));
}

function foldIntoTrade(
  state: ExchangeState,
  order: OpenOrder,
  execution: Execution,
): { trade: ExchangeTrade; folded: Folded } {
  const { account, row } = order;
  const { symbol, side, positionSide } = row;
  const { price, quantity, isMaker } = execution;
  const { instrument } = symbolStateOf(state, symbol).listed;
  const fill = {
    signed: side === 'BUY' ? quantity : negate(quantity),
    price,
    feeRate: isMaker ? instrument.makerFee : instrument.takerFee,
    at: state.at,
  };
  const folded = foldFill(holdingOf(account, symbol, positionSide), fill, {
    instrument,
    settings: settingsOf(account, symbol),
  });
  return { trade: tradeOf(state, row, { ...execution, folded }), folded };
}

/** The trade that records and reports a fill of an order. */
export function tradeOf(
  state: ExchangeState,
  { orderId, symbol, side, positionSide }: ExchangeOrder,
  { tradeId, folded, price, quantity, isMaker }: Execution & { readonly folded: Folded },
): ExchangeTrade {
  return {
    tradeId,
    orderId,
    symbol,
    side,
    positionSide,
    price,
    quantity,
    quoteQuantity: folded.value,
    commission: folded.commission,
    realized: folded.realized,
    isMaker,
    time: state.at,
  };
}

/** Stores a position, or removes one that is flat. */
export function setHolding({ symbolStates, at }: ExchangeState, account: AccountState, holding: Holding): void {
  const key = keyOf(holding.symbol, holding.side);
  if (holding.quantity === 0) account.holdings.delete(key);
  else account.holdings.set(key, holding);
  account.updatedAt = at;
  account.safe = null;
  const holders = symbolStates.get(holding.symbol)?.holders;
  const isHolder = (['BOTH', 'LONG', 'SHORT'] as const).some((side) =>
    account.holdings.has(keyOf(holding.symbol, side)),
  );
  if (isHolder) holders?.add(account);
  else holders?.delete(account);
}

function recordTrade(state: ExchangeState, account: AccountState, trade: ExchangeTrade): void {
  account.trades.push(trade);
  const source = { symbol: trade.symbol, tradeId: String(trade.tradeId), info: String(trade.tradeId) };
  changeWallet(state, account, { incomeType: 'REALIZED_PNL', amount: trade.realized }, source);
  changeWallet(state, account, { incomeType: 'COMMISSION', amount: negate(trade.commission) }, source);
}

function isGone(before: Holding, after: Holding): boolean {
  return before.quantity !== 0 && Math.sign(before.quantity) !== Math.sign(after.quantity);
}

/** Ends reduce-only and closePosition orders when their position is gone or reversed. */
function endWhatReduced(state: ExchangeState, account: AccountState, { symbol, side, quantity }: Holding): void {
  const reducing = quantity > 0 ? 'SELL' : 'BUY';
  for (const order of [...account.orders.values()]) {
    const { row } = order;
    if (!row.reduceOnly || row.symbol !== symbol || row.positionSide !== side) continue;
    if (quantity !== 0 && row.side === reducing) continue;
    endOrder(state, order, { status: 'EXPIRED', expiryReason: EXPIRY.wouldReverse });
  }
  endAlgosWithoutPosition(state, account, { symbol, side });
}

/** The unfilled quantity of an order. */
export function openQuantity({ quantity, executed }: ExchangeOrder): Steps {
  return subtract(quantity, executed);
}
