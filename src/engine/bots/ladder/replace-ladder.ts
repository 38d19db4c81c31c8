import { percentText } from '#base/decimal.ts';
import type { AtomEvent } from '../../model/atom.ts';
import type { BotParams } from '../../model/bot-params.ts';
import type { Cycle } from '../../model/cycle.ts';
import type { WorkingOrder } from '../../model/order.ts';
import { type LadderSide, levelPrice, levelQuantity } from '../../risk/ladder/levels.ts';
import { isTradable } from '../../risk/orders/approve.ts';
import type { AtomContext } from '../atom-context.ts';
import {
  cancelOrders,
  cycleOf,
  type Draft,
  note,
  openingOrder,
  openLadder,
  ownCycle,
  ownState,
  restingOrder,
} from './draft.ts';
import { commitAnew, levelsPassed, openSide, passLevels, placeSafetyOrders } from './entry.ts';
import { disarmTrailing, placeExits, wantedStopLoss, wantedTakeProfit } from './exits.ts';

type Rates = Pick<Extract<AtomEvent, { type: 'ConditionsSet' }>, 'stopLoss' | 'takeProfit'>;

/** Puts new exits in force; the orders follow in `placeExits`. */
export function setRates(draft: Draft, { stopLoss, takeProfit }: Rates): void {
  const state = ownState(draft);
  state.stopLoss = stopLoss;
  state.takeProfit = takeProfit;
  note(draft, 'CONDITIONS_CHANGED', () => ({
    stopLossPercent: stopLoss === null ? 'off' : percentText(stopLoss),
    takeProfitPercent: takeProfit === null ? 'off' : percentText(takeProfit),
  }));
}

/**
 * Applies the bot's current parameters and exits to the open cycle. An order that the new ladder would place just as it
 * rests stays, with its place in the queue of the exchange; only the others are replaced. A step that executes at market
 * is under way and is not withdrawn.
 */
export function replaceLadder(draft: Draft, rates: Rates): void {
  const { stopLoss, takeProfit } = draft.state;
  if (stopLoss !== rates.stopLoss || takeProfit !== rates.takeProfit) setRates(draft, rates);
  if (draft.state.cycle === null || cycleOf(draft).exitReason !== null) return;
  const { params, paramsVersion } = draft.context;
  const { trailing } = openLadder(draft);
  const cycle = ownCycle(draft);
  cycle.params = openParams(cycle, params, draft.context);
  cycle.paramsVersion = paramsVersion;
  commitAnew(draft);
  note(draft, 'LADDER_REPLACED', () => ({ version: paramsVersion }));
  if (cycle.position.quantity === 0) return;
  if (openLadder(draft).trailing === trailing) disarmTrailing(draft);
  else withdrawTrailing(draft);
  const kept = keptLevels(draft);
  cancelOrders(draft, ({ role, type, number }) => role === 'safety' && type === 'LIMIT' && !kept.has(number));
  passLevels(draft);
  placeExits(draft);
  if (draft.state.phase === 'OPEN' && openingOrder(draft) === undefined) placeSafetyOrders(draft);
}

function withdrawTrailing(draft: Draft): void {
  cancelOrders(draft, ({ role }) => role === 'trailing');
  ownCycle(draft).trailingExtreme = null;
}

/**
 * The numbers of the resting safety orders that the new ladder would place just as they are, among as many of its next
 * levels as may rest.
 */
function keptLevels(draft: Draft): ReadonlySet<number> {
  const side = openSide(draft);
  if (side.ladder.hasStepRule) return new Set();
  const resting = cycleOf(draft).orders.filter(({ role }) => role === 'safety');
  const same = resting.filter((order) => isPlanned(draft, side, order));
  let room = Math.min(side.ladder.activeSafetyOrders, draft.context.restingMax - exitsWanted(draft));
  // A step that has begun to fill lies at the deepest entry, so it is among the passed levels.
  const begun = same.filter(({ filled }) => filled > 0).slice(0, Math.max(0, room));
  room -= begun.length;
  const kept = new Set(begun.map(({ number }) => number));
  const withdrawn = resting.filter(({ filled, number }) => filled > 0 && !kept.has(number)).length;
  for (let level = levelsPassed(draft, withdrawn) + 1; room > 0 && level <= side.ladder.levels.length; level += 1) {
    const order = same.find((one) => one.level === level);
    if (order !== undefined) kept.add(order.number);
    else if (!isPlaceable(draft, side, level)) continue;
    room -= 1;
  }
  return kept;
}

/** Whether the ladder plans this very order: the same level at the same price for the same quantity. */
function isPlanned(draft: Draft, side: LadderSide, { level, price, quantity }: WorkingOrder): boolean {
  const planned = plannedAt(draft, side, level);
  return planned !== null && planned.price === price && planned.quantity === quantity;
}

function isPlaceable(draft: Draft, side: LadderSide, level: number): boolean {
  const planned = plannedAt(draft, side, level);
  return planned !== null && isTradable(side.instrument, 'LIMIT', planned);
}

function plannedAt(draft: Draft, side: LadderSide, level: number) {
  const { basePrice } = cycleOf(draft);
  if (basePrice === null || level > side.ladder.levels.length) return null;
  const price = levelPrice(side, level, basePrice);
  return price > 0 ? { price, quantity: levelQuantity(side, level, price) } : null;
}

/** How many exits will rest beside the safety orders. */
function exitsWanted(draft: Draft): number {
  const target = openLadder(draft).trailing === null ? wantedTakeProfit(draft) : null;
  const isArmed = restingOrder(draft, 'trailing') !== undefined;
  return Number(wantedStopLoss(draft) !== null) + Number(target !== null) + Number(isArmed);
}

/**
 * The new parameters as far as an open cycle adopts them. A position keeps its margin mode and leverage: its margin was
 * reserved under them, and venues do not change the mode of an open position either.
 */
export function openParams(
  { position, params: own }: Cycle,
  params: BotParams,
  { ladderOf }: Pick<AtomContext, 'ladderOf'>,
): BotParams {
  if (position.quantity === 0) return params;
  const [held, wanted] = [ladderOf(own), ladderOf(params)];
  const { marginType, leverage } = held;
  return marginType === wanted.marginType && leverage === wanted.leverage
    ? params
    : { ...params, marginType, leverage };
}
