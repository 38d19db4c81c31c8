import { assert } from '#base/assert.ts';
import { cashText } from '#base/decimal.ts';
import {
  add,
  type Cash,
  cash,
  larger,
  multiplyDivide,
  negate,
  type Steps,
  subtract,
  type Ticks,
  ticks,
  ZERO_CASH,
} from '#base/exact.ts';
import type { AtomEvent, NoteCode } from '../../model/atom.ts';
import type { CloseReason } from '../../model/cycle.ts';
import { averagePrice, notional, priceText, quantityText } from '../../model/instrument.ts';
import { FIRST_ORDER, isOpening, signOf, type WorkingOrder } from '../../model/order.ts';
import { FLAT } from '../../model/position.ts';
import { initialMargin } from '../../risk/margin/margin.ts';
import { withFill } from '../../risk/orders/approve.ts';
import { endCycle } from './closing.ts';
import {
  cancelOrders,
  cycleOf,
  type Draft,
  leavingOrder,
  note,
  openLadder,
  ownCycle,
  ownState,
  restingOrder,
  updateLeaving,
} from './draft.ts';
import { levelsPassed, startLadder } from './entry.ts';
import { exitAgain, placeExits, wantedTakeProfit } from './exits.ts';

export type Filled = Extract<AtomEvent, { type: 'OrderFilled' }>;

/** Books one fill of one of the atom's orders and places the orders that the position now needs. */
export function fillOrder(draft: Draft, event: Filled): void {
  const order = cycleOf(draft).orders.find((candidate) => candidate.number === event.order);
  if (order === undefined) return fillLeaving(draft, event);
  const value = notional(draft.context.instrument, event.price, event.quantity);
  const cycle = ownCycle(draft);
  // An order for the whole position is done when the position is flat, however many fills that takes.
  const isDone =
    order.quantity === null
      ? event.quantity === cycle.position.quantity
      : add(order.filled, event.quantity) === order.quantity;
  cycle.commission = add(cycle.commission, event.commission);
  cycle.orders = isDone
    ? cycle.orders.filter((other) => other !== order)
    : cycle.orders.map((other) => (other === order ? withFill(order, event.quantity, value) : other));
  if (isOpening(order, draft.state.direction)) addEntry(draft, event, { order, isDone, value });
  else addExit(draft, event, { order, isDone, value });
}

/** Books a fill that crossed the withdrawal of its order. */
function fillLeaving(draft: Draft, event: Filled): void {
  const leaving = leavingOrder(draft, event.order);
  assert(leaving !== undefined, 'the order works or is being withdrawn');
  const { order } = leaving;
  const value = notional(draft.context.instrument, event.price, event.quantity);
  const cycle = ownCycle(draft);
  const left = order.quantity === null ? cycle.position.quantity : subtract(order.quantity, order.filled);
  const isDone = event.quantity === left;
  cycle.commission = add(cycle.commission, event.commission);
  updateLeaving(draft, leaving, isDone ? null : withFill(order, event.quantity, value));
  if (!isOpening(order, draft.state.direction)) return addExit(draft, event, { order, isDone, value, isLeaving: true });
  reopen(draft);
  addEntry(draft, event, { order, isDone, value, isLeaving: true });
  if (order.role === 'safety') passLevel(draft, order.level);
  const { exitReason } = cycleOf(draft);
  if (exitReason !== null && restingOrder(draft, 'exit') === undefined && exitReason !== 'detached') exitAgain(draft);
}

/**
 * Takes a cycle back that was about to end, because an order that it had withdrawn has filled. What the position needs
 * follows as usual, but after a closed position no more steps are taken.
 */
function reopen(draft: Draft): void {
  const { ending } = cycleOf(draft);
  if (ending === undefined || ending.state === 'DETACHED') return;
  const { mode } = draft.state;
  const cycle = ownCycle(draft);
  delete cycle.ending;
  if (ending.state !== 'CANCELED') cycle.levelsPlaced = openLadder(draft).levels.length;
  if (mode === 'stopping') cycle.exitReason ??= 'bot_stop';
  const isClosing = cycle.exitReason !== null;
  const isSuspended = mode === 'stopped' || mode === 'failed';
  cycle.state = isClosing ? 'CLOSING' : isSuspended ? 'SUSPENDED' : 'OPEN';
  ownState(draft).phase = cycle.state;
  note(draft, 'CYCLE_REOPENED');
}

/** A level that has filled although it was withdrawn is not bought once more. */
function passLevel(draft: Draft, level: number): void {
  cancelOrders(draft, (order) => order.role === 'safety' && order.type === 'LIMIT' && order.level === level);
  const passed = levelsPassed(draft, 0);
  if (passed > cycleOf(draft).levelsPlaced) ownCycle(draft).levelsPlaced = passed;
}

export interface Booked {
  /** The order before the fill. */
  readonly order: WorkingOrder;
  readonly isDone: boolean;
  readonly value: Cash;
  /** The order had been withdrawn. */
  readonly isLeaving?: boolean;
  /** What an entry is noted as; omitted, what its role says. */
  readonly code?: NoteCode;
}

/** Adds a fill of an entry to the position. */
export function addEntry(draft: Draft, event: Filled, booked: Booked): void {
  const { order, isDone, value } = booked;
  const cycle = ownCycle(draft);
  const ladder = openLadder(draft);
  const goesOn = draft.state.phase !== 'SUSPENDED' && draft.state.phase !== 'CLOSING';
  cycle.position = {
    quantity: add(cycle.position.quantity, event.quantity),
    cost: add(cycle.position.cost, value),
    fees: add(cycle.position.fees, event.commission),
    fundingPaid: cycle.position.fundingPaid,
  };
  if (goesOn) cycle.state = 'OPEN';
  cycle.beginAt ??= event.at;
  const isFirst = order.number === FIRST_ORDER;
  if (isFirst) cycle.basePrice = basePriceAfter(draft, event, { order, value });
  cycle.entryQuantity = add(cycle.entryQuantity, event.quantity);
  cycle.entryCost = add(cycle.entryCost, value);
  if (isFirst || order.role === 'safety') cycle.deepestPrice = deeper(draft, cycle.deepestPrice, event.price);
  const isIsolated = ladder.marginType === 'isolated';
  cycle.isolatedWallet = isIsolated ? add(cycle.isolatedWallet, initialMargin(value, ladder.leverage)) : ZERO_CASH;
  const tiedUp = initialMargin(cycle.position.cost, ladder.leverage);
  cycle.peakMargin = larger(cycle.peakMargin, tiedUp);
  cycle.committedMargin = larger(cycle.committedMargin, tiedUp);
  // A step that had filled in part when it was withdrawn has been counted then.
  const isLevelFilled = booked.isLeaving === true ? order.filled === 0 : isDone;
  if (isLevelFilled && order.role === 'safety') cycle.levelsFilled += 1;
  if (goesOn) ownState(draft).phase = 'OPEN';
  const target = wantedTakeProfit(draft);
  noteEntry(draft, event, { ...booked, target });
  placeExits(draft, target);
  if (isDone) startLadder(draft);
}

/**
 * Average price of the base order's fills, on the tick grid. The ladder is placed only once the order is filled or
 * withdrawn, so a placed level never moves.
 */
function basePriceAfter(
  { context: { instrument } }: Draft,
  { price, quantity }: Filled,
  { order, value }: Pick<Booked, 'order' | 'value'>,
): Ticks {
  if (order.filled === 0) return price;
  const perTick = add(order.filled, quantity) * instrument.cashPerTickStep;
  return ticks(multiplyDivide(add(order.filledCost, value), 1, perTick, 'half-up'));
}

function deeper(draft: Draft, before: Ticks | null, price: Ticks): Ticks {
  if (before === null) return price;
  return signOf(draft.state.direction) * (price - before) < 0 ? price : before;
}

function noteEntry(
  draft: Draft,
  event: Filled,
  {
    order,
    isDone,
    code = ENTRY_NOTE[order.role] ?? 'STEP_FILLED',
    target,
  }: Omit<Booked, 'value'> & { readonly target: Ticks | null },
): void {
  const { instrument } = draft.context;
  const { position } = cycleOf(draft);
  note(draft, isDone ? code : 'ORDER_PARTIALLY_FILLED', () => {
    const figures = {
      level: order.level,
      levels: openLadder(draft).levels.length,
      price: priceText(instrument, event.price),
      quantity: quantityText(instrument, event.quantity),
      averagePrice: cashText(averagePrice(instrument, position.cost, position.quantity)),
    };
    return target === null ? figures : { ...figures, takeProfitPrice: priceText(instrument, target) };
  });
}

const ENTRY_NOTE: Partial<Record<WorkingOrder['role'], NoteCode>> = { base: 'BASE_FILLED', manual: 'DEAL_FILLED' };

const EXIT_REASON: Partial<Record<WorkingOrder['role'], CloseReason>> = {
  take_profit: 'take_profit',
  stop_loss: 'stop_loss',
  trailing: 'trailing',
  manual: 'manual',
};

const EXIT_NOTE: Partial<Record<WorkingOrder['role'], NoteCode>> = {
  take_profit: 'TAKE_PROFIT_FILLED',
  stop_loss: 'STOP_LOSS_FILLED',
  trailing: 'TRAILING_FILLED',
  manual: 'DEAL_CLOSED',
};

function addExit(draft: Draft, event: Filled, { order, isDone, value, isLeaving = false }: Booked): void {
  const { instrument } = draft.context;
  const gross = releasePosition(draft, event.quantity, value);
  note(draft, isDone ? (EXIT_NOTE[order.role] ?? 'EXIT_FILLED') : 'ORDER_PARTIALLY_FILLED', () => ({
    level: order.level,
    levels: openLadder(draft).levels.length,
    price: priceText(instrument, event.price),
    quantity: quantityText(instrument, event.quantity),
    gross: cashText(gross),
  }));
  const { position, exitReason } = cycleOf(draft);
  if (position.quantity > 0) {
    if (order.role === 'manual' || isLeaving) placeExits(draft);
    return;
  }
  endCycle(draft, 'CLOSED', exitReason ?? EXIT_REASON[order.role] ?? 'manual');
}

/**
 * Takes a quantity out of the position at average cost: releases floor(cost · q / Q); the last part takes the rest,
 * so that the parts sum to the whole. Entry fees and funding of the position are split the same way.
 * @returns the gross result d · (value − released cost)
 */
export function releasePosition(draft: Draft, quantity: Steps, value: Cash): Cash {
  const cycle = ownCycle(draft);
  const { position } = cycle;
  const part = (amount: Cash): Cash =>
    quantity === position.quantity ? amount : cash(multiplyDivide(amount, quantity, position.quantity, 'floor'));
  const released = part(position.cost);
  const sign = signOf(draft.state.direction);
  const gross = sign === 1 ? subtract(value, released) : subtract(released, value);
  cycle.position = {
    quantity: subtract(position.quantity, quantity),
    cost: subtract(position.cost, released),
    fees: subtract(position.fees, part(position.fees)),
    fundingPaid: subtract(position.fundingPaid, part(position.fundingPaid)),
  };
  cycle.isolatedWallet = subtract(cycle.isolatedWallet, part(cycle.isolatedWallet));
  cycle.exitQuantity = add(cycle.exitQuantity, quantity);
  cycle.exitValue = add(cycle.exitValue, value);
  cycle.gross = add(cycle.gross, gross);
  return gross;
}

/** Books funding of the open position; positive is paid. A take profit that covers funding moves with it. */
export function settleFunding(draft: Draft, paid: Cash): void {
  const cycle = ownCycle(draft);
  cycle.funding = subtract(cycle.funding, paid);
  const { quantity, cost, fees, fundingPaid } = cycle.position;
  cycle.position = { quantity, cost, fees, fundingPaid: add(fundingPaid, paid) };
  if (openLadder(draft).marginType === 'isolated') cycle.isolatedWallet = subtract(cycle.isolatedWallet, paid);
  note(draft, 'FUNDING_SETTLED', () => ({ amount: cashText(negate(paid)) }));
  placeExits(draft);
}

/** Books what the exchange, or its user by an order outside the bot, has closed of the position. */
export function reducePosition(draft: Draft, event: Extract<AtomEvent, { type: 'PositionReduced' }>): void {
  const { instrument } = draft.context;
  const { by, price, quantity, commission, fee } = event;
  const cycle = ownCycle(draft);
  cycle.nextOrder += 1;
  cycle.commission = add(cycle.commission, commission);
  cycle.liquidationFee = add(cycle.liquidationFee, fee);
  const gross = releasePosition(draft, quantity, notional(instrument, price, quantity));
  note(draft, 'POSITION_REDUCED', () => ({
    reason: by,
    price: priceText(instrument, price),
    quantity: quantityText(instrument, quantity),
    gross: cashText(gross),
  }));
  if (cycleOf(draft).position.quantity > 0) return placeExits(draft);
  endCycle(draft, by === 'liquidation' ? 'LIQUIDATED' : 'CLOSED', by);
}

/** Ends the cycle by liquidation: the venue closed the position at `price` with this gross result and fee. */
export function liquidate(draft: Draft, event: Extract<AtomEvent, { type: 'Liquidated' }>): void {
  const { instrument } = draft.context;
  const cycle = ownCycle(draft);
  cycle.gross = add(cycle.gross, event.gross);
  cycle.liquidationFee = add(cycle.liquidationFee, event.fee);
  cycle.exitQuantity = add(cycle.exitQuantity, cycle.position.quantity);
  cycle.exitValue = add(cycle.exitValue, notional(instrument, event.price, cycle.position.quantity));
  cycle.position = FLAT;
  cycle.isolatedWallet = ZERO_CASH;
  note(draft, 'LIQUIDATED', () => ({
    price: priceText(instrument, event.price),
    gross: cashText(event.gross),
    fee: cashText(event.fee),
  }));
  endCycle(draft, 'LIQUIDATED', 'liquidation');
}
