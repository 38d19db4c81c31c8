import { add, type Cash, negate, subtract, sum, type Ticks } from '#base/exact.ts';
import type { CloseReason, Cycle } from '../../model/cycle.ts';
import {
  type ApprovedOrder,
  type Direction,
  exitSide,
  type OrderRole,
  signOf,
  type WorkingOrder,
} from '../../model/order.ts';
import { stopLossPrice, takeProfitPrice, trailingStopPrice } from '../../risk/ladder/exits.ts';
import {
  cancelOrders,
  cycleOf,
  type Draft,
  type NewOrder,
  openLadder,
  ownCycle,
  ownState,
  placeClosing,
  replaceExit,
  restingOrder,
} from './draft.ts';

/** The current take-profit price of the cycle: the order's price, or where a trailing exit arms. Null: no take profit. */
export function wantedTakeProfit(draft: Pick<Draft, 'state' | 'context'>): Ticks | null {
  const { cycle, takeProfit, direction } = draft.state;
  if (cycle === null || takeProfit === null || cycle.basePrice === null || cycle.position.quantity === 0) return null;
  const { instrument } = draft.context;
  const { position, basePrice } = cycle;
  const ladder = draft.context.ladderOf(cycle.params);
  const taken = takenSoFar(cycle, ladder.tpNetOfFees);
  const price = takeProfitPrice({ ladder, instrument, direction, position, takeProfit, taken, basePrice });
  return price > 0 ? price : null;
}

/** What the closed part of the position has earned; if net, after its fees and funding. */
function takenSoFar({ gross, commission, funding, position }: Cycle, isNet: boolean): Cash {
  if (!isNet) return gross;
  return sum([gross, funding, position.fundingPaid, position.fees, negate(commission)]);
}

export function wantedStopLoss(draft: Pick<Draft, 'state' | 'context'>): Ticks | null {
  const { cycle, stopLoss, direction } = draft.state;
  if (cycle === null || cycle.basePrice === null || cycle.position.quantity === 0) return null;
  const { instrument } = draft.context;
  const { position, basePrice } = cycle;
  const ladder = draft.context.ladderOf(cycle.params);
  if (stopLoss === null) return stopAtDistance(basePrice, direction, ladder.stopDistance);
  const price = stopLossPrice({ ladder, instrument, direction, position, stopLoss, basePrice });
  return price > 0 ? price : null;
}

function stopAtDistance(basePrice: Ticks, direction: Direction, distance: Ticks | null): Ticks | null {
  if (distance === null) return null;
  const price = direction === 'buy' ? subtract(basePrice, distance) : add(basePrice, distance);
  return price > 0 ? price : null;
}

/**
 * Places stop-loss and take-profit orders at the prices that fit the position; the stop first, so that the position is
 * never without one.
 *
 * @param target - the result of `wantedTakeProfit`, if the caller has it
 */
export function placeExits(draft: Draft, target?: Ticks | null): void {
  if (cycleOf(draft).exitReason !== null) return; // A market exit is under way; no other exit may compete with it.
  placeStopLoss(draft);
  placeTakeProfit(draft, target === undefined ? wantedTakeProfit(draft) : target);
}

function placeStopLoss(draft: Draft): void {
  const wanted = wantedStopLoss(draft);
  const resting = restingOrder(draft, 'stop_loss');
  if (resting !== undefined && resting.triggerPrice === wanted) return;
  if (cycleOf(draft).stopRefusals !== undefined) delete ownCycle(draft).stopRefusals; // Of another trigger.
  if (wanted === null) return cancelOrders(draft, (order) => order.role === 'stop_loss');
  placeExit(draft, 'stop_loss', { type: 'STOP_MARKET', triggerPrice: wanted, resting });
}

function placeTakeProfit(draft: Draft, target: Ticks | null): void {
  const ladder = openLadder(draft);
  const wanted = ladder.trailing === null ? target : null;
  const resting = restingOrder(draft, 'take_profit');
  const type = ladder.tpOrder === 'market_trigger' ? 'TAKE_PROFIT_MARKET' : 'LIMIT';
  if (resting?.type === type && isSameExit(draft, resting, wanted)) return;
  if (wanted === null) return cancelOrders(draft, (order) => order.role === 'take_profit');
  if (type === 'TAKE_PROFIT_MARKET') {
    return placeExit(draft, 'take_profit', { type, triggerPrice: wanted, resting });
  }
  const { quantity } = cycleOf(draft).position;
  placeExit(draft, 'take_profit', { type, price: wanted, quantity, decisionPrice: wanted, resting });
}

function isSameExit(draft: Draft, resting: WorkingOrder, wanted: Ticks | null): boolean {
  if ((resting.price ?? resting.triggerPrice) !== wanted) return false;
  const open = cycleOf(draft).position.quantity;
  return resting.quantity === null || resting.quantity - resting.filled === open;
}

type Exit = Pick<NewOrder, 'type'> &
  Partial<Pick<NewOrder, 'price' | 'triggerPrice' | 'quantity' | 'decisionPrice'>> & {
    /** The order that it replaces. */
    readonly resting?: ApprovedOrder | undefined;
  };

/** Places a closing order; without a quantity, it closes the whole position when it fills. */
function placeExit(
  draft: Draft,
  role: OrderRole,
  { type, price = null, triggerPrice = null, quantity = null, decisionPrice = null, resting }: Exit,
): void {
  const level = cycleOf(draft).levelsFilled;
  const side = exitSide(draft.state.direction);
  const order = { role, level, side, type, price, triggerPrice, quantity, expiresAt: null, decisionPrice };
  if (resting === undefined) placeClosing(draft, order);
  else replaceExit(draft, resting, order);
}

/**
 * Closes the position with a market order at the next open, and withdraws everything else. At an exchange a stop stays until
 * the position is flat, because the market order may be refused; it closes what is held then, so it cannot turn the position.
 */
export function exitAtMarket(draft: Draft, reason: CloseReason, decisionPrice: Ticks | null): void {
  const { isCancelFinal } = draft.context;
  cancelOrders(draft, (order) => isCancelFinal || !isProtecting(order));
  ownState(draft).phase = 'CLOSING';
  const cycle = ownCycle(draft);
  cycle.state = 'CLOSING';
  cycle.exitReason = reason;
  cycle.trailingExtreme = null;
  placeExit(draft, 'exit', { type: 'MARKET', decisionPrice });
}

/** Whether an order is a stop that closes the whole position when it triggers. */
export const isProtecting = ({ type, quantity }: WorkingOrder): boolean => type === 'STOP_MARKET' && quantity === null;

/** Places a stop again at its trigger, after the venue has ended it. */
export function placeStopAgain(draft: Draft, { role, triggerPrice }: WorkingOrder): void {
  placeExit(draft, role, { type: 'STOP_MARKET', triggerPrice });
}

/** Sends another market order for what a market exit has left of the position. */
export function exitAgain(draft: Draft): void {
  placeExit(draft, 'exit', { type: 'MARKET' });
}

/** Arms the trailing exit or moves its stop after a new extreme, based on a completed candle. */
export function followTrailing(
  draft: Draft,
  candle: { readonly high: Ticks; readonly low: Ticks },
): 'armed' | 'raised' | null {
  const { cycle, direction } = draft.state;
  if (cycle === null || cycle.position.quantity === 0 || cycle.exitReason !== null) return null;
  const { trailing } = draft.context.ladderOf(cycle.params);
  if (trailing === null) return null;
  const best = direction === 'buy' ? candle.high : candle.low;
  const sign = signOf(direction);
  const before = cycle.trailingExtreme;
  const threshold = before ?? wantedTakeProfit(draft);
  if (threshold === null || sign * (best - threshold) < (before === null ? 0 : 1)) return null;
  ownCycle(draft).trailingExtreme = best;
  placeTrailingStop(draft, trailingStopPrice(direction, best, trailing));
  return before === null ? 'armed' : 'raised';
}

/** Disarms a trailing exit whose best price has not reached the arming price of new conditions. */
export function disarmTrailing(draft: Draft): void {
  const { trailingExtreme } = cycleOf(draft);
  if (trailingExtreme === null) return;
  const wanted = wantedTakeProfit(draft);
  if (wanted !== null && signOf(draft.state.direction) * (trailingExtreme - wanted) >= 0) return;
  cancelOrders(draft, (order) => order.role === 'trailing');
  ownCycle(draft).trailingExtreme = null;
}

function placeTrailingStop(draft: Draft, triggerPrice: Ticks): void {
  const resting = restingOrder(draft, 'trailing');
  if (resting !== undefined && resting.triggerPrice === triggerPrice) return;
  placeExit(draft, 'trailing', { type: 'STOP_MARKET', triggerPrice, resting });
}
