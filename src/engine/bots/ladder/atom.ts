import { unreachable } from '#base/assert.ts';
import { type Ticks, ticks } from '#base/exact.ts';
import type { AtomEvent, AtomMode, AtomState, AtomStep } from '../../model/atom.ts';
import { closeWhenDue } from '../../model/candle.ts';
import { priceText } from '../../model/instrument.ts';
import { isOpening } from '../../model/order.ts';
import type { AtomContext } from '../atom-context.ts';
import { endCycle } from './closing.ts';
import { adoptDeal, orderDeal, undoDeal } from './deal.ts';
import { cancelOrders, cycleOf, type Draft, note, openingOrder, openLadder, ownCycle, ownState } from './draft.ts';
import { block, openCycle, passLevels, placeSafetyOrders, takeSteps, withdrawBase } from './entry.ts';
import { disarmTrailing, exitAtMarket, followTrailing, placeExits } from './exits.ts';
import { fillOrder, liquidate, reducePosition, settleFunding } from './fill.ts';
import { takeOrderEnd } from './order-end.ts';
import { replaceLadder, setRates } from './replace-ladder.ts';
import { timeLimitOf } from './time-limit.ts';
import { ownLiquidation, triggersOf } from './triggers.ts';

/**
 * Applies an event to an atom and returns the new state, its effects and its triggers. Pure: no clock, no randomness, no
 * hidden state. The caller makes sure that the event fits the state: a filled order is working, and funding is settled
 * on an open position.
 */
export function transition(state: AtomState, event: AtomEvent, context: AtomContext): AtomStep {
  const draft: Draft = { context, at: event.at, given: state, state, effects: [] };
  handle(draft, event);
  const liquidation = ownLiquidation(draft.state, context);
  const triggers = triggersOf(draft.state, context, liquidation);
  return { state: draft.state, effects: draft.effects, triggers, liquidation };
}

function handle(draft: Draft, event: AtomEvent): void {
  switch (event.type) {
    case 'EntryGranted':
      return openCycle(draft, event);
    case 'StepsGranted':
      return takeSteps(draft, event.price);
    case 'EntryBlocked':
      return block(draft, event.reason);
    case 'ExitSignalled':
      return exitAtMarket(draft, 'exit_signal', event.price);
    case 'OrderFilled':
      return fillOrder(draft, event);
    case 'OrderEnded':
      return takeOrderEnd(draft, event);
    case 'PositionReduced':
      return reducePosition(draft, event);
    case 'FundingSettled':
      return settleFunding(draft, event.paid);
    case 'Liquidated':
      return liquidate(draft, event);
    case 'ContractEnded':
      return endContract(draft, event.price);
    case 'CandleClosed':
      return closeCandle(draft, event);
    case 'EntrySwitched':
      return switchEntry(draft, event.isEnabled);
    case 'ConditionsSet':
      return setConditions(draft, event);
    case 'FinishRequested':
      return finish(draft);
    case 'StopRequested':
      return stop(draft, event);
    case 'BotFailed':
      return fail(draft);
    case 'Resumed':
      return resume(draft);
    case 'DealOrdered':
      return orderDeal(draft, event);
    case 'DealAdopted':
      return adoptDeal(draft, event);
    case 'DealUndone':
      return undoDeal(draft, event.order);
    case 'LadderReplaced':
      return replaceLadder(draft, event);
    default:
      return unreachable(event);
  }
}

function closeCandle(draft: Draft, candle: Extract<AtomEvent, { type: 'CandleClosed' }>): void {
  const { cooldownUntil } = draft.state;
  if (cooldownUntil !== null && draft.at >= closeWhenDue(cooldownUntil)) endCooldown(draft);
  if (draft.state.cycle === null) return;
  const base = openingOrder(draft);
  if (base?.expiresAt != null && draft.at >= closeWhenDue(base.expiresAt)) withdrawBase(draft, 'EXPIRED');
  if (draft.state.cycle === null) return;
  if (isOverTime(draft)) {
    note(draft, 'TIME_LIMIT_REACHED');
    return exitAtMarket(draft, 'time_limit', candle.close);
  }
  if (candle.isMissed) return; // Its prices are gone: a stop that trails them would be placed too late.
  if (followTrailing(draft, candle) === 'armed') {
    note(draft, 'TRAILING_ARMED', () => ({
      price: priceText(draft.context.instrument, cycleOf(draft).trailingExtreme ?? ticks(0)),
    }));
  }
}

/** Another coin may trade under the symbol later: no order and no position lives on into it. */
function endContract(draft: Draft, price: Ticks): void {
  if (draft.state.cycle === null) return;
  if (cycleOf(draft).position.quantity > 0) return exitAtMarket(draft, 'delisting', price);
  note(draft, 'ENTRY_CANCELED');
  endCycle(draft, 'CANCELED', 'delisting');
}

function endCooldown(draft: Draft): void {
  const state = ownState(draft);
  state.phase = 'IDLE';
  state.cooldownUntil = null;
}

function isOverTime(draft: Draft): boolean {
  const { exitReason, position } = cycleOf(draft);
  if (exitReason !== null || position.quantity === 0) return false;
  const limit = timeLimitOf(draft.state, openLadder(draft));
  return limit !== null && draft.at >= closeWhenDue(limit);
}

function switchEntry(draft: Draft, isEnabled: boolean): void {
  const state = ownState(draft);
  state.isEntryEnabled = isEnabled;
  state.blockedBy = null;
  // The switches are those of the bot's own entries: what its user has ordered by hand stays.
  if (!isEnabled && draft.state.cycle !== null && openingOrder(draft)?.role === 'base') withdrawUnfilledBase(draft);
}

function withdrawUnfilledBase(draft: Draft): void {
  if (draft.state.cycle === null || cycleOf(draft).position.quantity > 0) return;
  withdrawBase(draft, 'CANCELED');
}

function setConditions(draft: Draft, event: Extract<AtomEvent, { type: 'ConditionsSet' }>): void {
  setRates(draft, event);
  if (draft.state.cycle === null || cycleOf(draft).position.quantity === 0) return;
  if (cycleOf(draft).exitReason !== null) return; // A market exit is under way; nothing closes sooner.
  if (event.exit !== null) return exitAtMarket(draft, event.exit, null);
  disarmTrailing(draft);
  placeExits(draft);
}

function finish(draft: Draft): void {
  enterMode(draft, 'finishing');
  if (draft.state.phase === 'COOLDOWN') endCooldown(draft);
  withdrawUnfilledBase(draft);
  takeUp(draft);
}

function enterMode(draft: Draft, mode: AtomMode): void {
  const state = ownState(draft);
  state.mode = mode;
  state.blockedBy = null;
}

function resume(draft: Draft): void {
  enterMode(draft, 'running');
  takeUp(draft);
}

/** Resumes a suspended cycle: the withdrawn orders of the ladder are placed again. */
function takeUp(draft: Draft): void {
  if (draft.state.phase !== 'SUSPENDED') return;
  ownState(draft).phase = 'OPEN';
  ownCycle(draft).state = 'OPEN';
  passLevels(draft);
  note(draft, 'CYCLE_RESUMED');
  placeExits(draft);
  placeSafetyOrders(draft);
}

function stop(draft: Draft, event: Extract<AtomEvent, { type: 'StopRequested' }>): void {
  enterMode(draft, event.position === 'close' ? 'stopping' : 'stopped');
  if (draft.state.phase === 'COOLDOWN') endCooldown(draft);
  withdrawUnfilledBase(draft);
  if (draft.state.cycle === null) return enterMode(draft, 'stopped');
  if (cycleOf(draft).ending !== undefined) return; // Flat, but for orders that may still fill.
  switch (event.position) {
    case 'protect':
      return suspend(draft);
    case 'close':
      return cycleOf(draft).exitReason === null ? exitAtMarket(draft, 'bot_stop', event.mark) : undefined;
    case 'detach':
      note(draft, 'CYCLE_DETACHED', () => ({ mark: priceText(draft.context.instrument, event.mark) }));
      return endCycle(draft, 'DETACHED', 'detached');
    default:
      return unreachable(event.position);
  }
}

/** The bot is in ERROR: it adds no more risk, and the exits that the cycle was opened with stay active. */
function fail(draft: Draft): void {
  enterMode(draft, 'failed');
  if (draft.state.phase === 'COOLDOWN') endCooldown(draft);
  withdrawUnfilledBase(draft);
  if (draft.state.cycle !== null) suspend(draft);
}

/** Withdraws every order that could add risk; the exits stay. */
function suspend(draft: Draft): void {
  const { exitReason, ending } = cycleOf(draft);
  if (exitReason !== null || ending !== undefined) return; // A market exit under way only reduces risk.
  cancelOrders(draft, (order) => isOpening(order, draft.state.direction));
  ownState(draft).phase = 'SUSPENDED';
  ownCycle(draft).state = 'SUSPENDED';
  note(draft, 'CYCLE_SUSPENDED');
}
