import { unreachable } from '#base/assert.ts';
import { percentText } from '#base/decimal.ts';
import { ticks } from '#base/exact.ts';
import type { AtomEvent, AtomState, AtomStep } from '../model/atom.ts';
import type { Cycle } from '../model/cycle.ts';
import { priceText } from '../model/instrument.ts';
import type { LadderParams } from '../model/ladder-params.ts';
import { endCycle } from './closing.ts';
import { type AtomContext, cancelOrders, cycleOf, type Draft, note, openLadder, patch, patchCycle } from './draft.ts';
import { block, commitAnew, isEntryOrder, openCycle, passLevels, placeSafetyOrders, withdrawBase } from './entry.ts';
import { disarmTrailing, exitAtMarket, followTrailing, placeExits } from './exits.ts';
import { fillOrder, liquidate, settleFunding } from './fill.ts';
import { triggersOf } from './triggers.ts';

/**
 * What an event makes of an atom: the new state, what it wants done, and when it has to be asked again. Pure: no clock, no chance, nothing remembered.
 * The caller makes sure that an event belongs to the state (an order that fills is working, funding meets a position).
 */
export function transition(state: AtomState, event: AtomEvent, context: AtomContext): AtomStep {
  const draft: Draft = { context, at: event.at, state, effects: [] };
  handle(draft, event);
  return { state: draft.state, effects: draft.effects, triggers: triggersOf(draft.state, context) };
}

function handle(draft: Draft, event: AtomEvent): void {
  switch (event.type) {
    case 'EntryGranted':
      return openCycle(draft, event.price);
    case 'EntryBlocked':
      return block(draft, event.reason);
    case 'OrderFilled':
      return fillOrder(draft, event);
    case 'FundingSettled':
      return settleFunding(draft, event.paid);
    case 'Liquidated':
      return liquidate(draft, event);
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
    case 'Resumed':
      return resume(draft);
    case 'LadderReplaced':
      return replaceLadder(draft);
    default:
      return unreachable(event);
  }
}

function closeCandle(draft: Draft, candle: Extract<AtomEvent, { type: 'CandleClosed' }>): void {
  const { cooldownUntil } = draft.state;
  if (cooldownUntil !== null && draft.at >= cooldownUntil) patch(draft, { phase: 'IDLE', cooldownUntil: null });
  if (draft.state.cycle === null) return;
  const base = cycleOf(draft).orders.find((order) => order.role === 'base');
  if (base?.expiresAt != null && draft.at >= base.expiresAt) withdrawBase(draft, 'EXPIRED');
  if (draft.state.cycle === null) return;
  if (isOverTime(draft)) {
    note(draft, 'TIME_LIMIT_REACHED');
    return exitAtMarket(draft, 'time_limit', candle.close);
  }
  if (followTrailing(draft, candle) === 'armed') {
    note(draft, 'TRAILING_ARMED', {
      price: priceText(draft.context.instrument, cycleOf(draft).trailingExtreme ?? ticks(0)),
    });
  }
}

function isOverTime(draft: Draft): boolean {
  const { beginAt, exitReason, position } = cycleOf(draft);
  const { timeLimitMs } = openLadder(draft);
  if (timeLimitMs === null || beginAt === null || exitReason !== null || position.quantity === 0) return false;
  if (draft.state.phase === 'SUSPENDED') return false; // A stopped bot keeps its protection; it does not sell by itself.
  return draft.at >= beginAt + timeLimitMs;
}

function switchEntry(draft: Draft, isEnabled: boolean): void {
  patch(draft, { isEntryEnabled: isEnabled, blockedBy: null });
  if (!isEnabled) withdrawUnfilledBase(draft);
}

function withdrawUnfilledBase(draft: Draft): void {
  if (draft.state.cycle === null || cycleOf(draft).position.quantity > 0) return;
  withdrawBase(draft, 'CANCELED');
}

function setConditions(draft: Draft, event: Extract<AtomEvent, { type: 'ConditionsSet' }>): void {
  patch(draft, { stopLoss: event.stopLoss, takeProfit: event.takeProfit });
  note(draft, 'CONDITIONS_CHANGED', {
    stopLossPercent: event.stopLoss === null ? 'off' : percentText(event.stopLoss),
    takeProfitPercent: event.takeProfit === null ? 'off' : percentText(event.takeProfit),
  });
  if (draft.state.cycle === null || cycleOf(draft).position.quantity === 0) return;
  if (cycleOf(draft).exitReason !== null) return; // A market exit is under way; nothing can be sooner.
  if (event.exit !== null) return exitAtMarket(draft, event.exit, null);
  disarmTrailing(draft);
  placeExits(draft);
}

function finish(draft: Draft): void {
  patch(draft, { mode: 'finishing', blockedBy: null });
  if (draft.state.phase === 'COOLDOWN') patch(draft, { phase: 'IDLE', cooldownUntil: null });
  withdrawUnfilledBase(draft);
  takeUp(draft);
}

function resume(draft: Draft): void {
  patch(draft, { mode: 'running', blockedBy: null });
  takeUp(draft);
}

/** A suspended cycle goes on: what was withdrawn from the ladder is placed again. */
function takeUp(draft: Draft): void {
  if (draft.state.phase !== 'SUSPENDED') return;
  patch(draft, { phase: 'OPEN' });
  patchCycle(draft, { state: 'OPEN' });
  passLevels(draft);
  note(draft, 'CYCLE_RESUMED');
  placeExits(draft);
  placeSafetyOrders(draft);
}

function stop(draft: Draft, event: Extract<AtomEvent, { type: 'StopRequested' }>): void {
  patch(draft, { mode: event.position === 'close' ? 'stopping' : 'stopped', blockedBy: null });
  if (draft.state.phase === 'COOLDOWN') patch(draft, { phase: 'IDLE', cooldownUntil: null });
  withdrawUnfilledBase(draft);
  if (draft.state.cycle === null) return patch(draft, { mode: 'stopped' });
  switch (event.position) {
    case 'protect':
      return suspend(draft);
    case 'close':
      return cycleOf(draft).exitReason === null ? exitAtMarket(draft, 'bot_stop', event.mark) : undefined;
    case 'detach':
      note(draft, 'CYCLE_DETACHED', { mark: priceText(draft.context.instrument, event.mark) });
      return endCycle(draft, 'DETACHED', 'detached');
    default:
      return unreachable(event.position);
  }
}

/** Withdraws everything that could raise risk; stop-loss and take profit stay. */
function suspend(draft: Draft): void {
  if (cycleOf(draft).exitReason !== null) return; // The market exit that is under way only shrinks risk.
  const partial = cycleOf(draft).orders.filter((order) => isEntryOrder(order) && order.filled > 0).length;
  cancelOrders(draft, isEntryOrder);
  patch(draft, { phase: 'SUSPENDED' });
  patchCycle(draft, { state: 'SUSPENDED', levelsFilled: cycleOf(draft).levelsFilled + partial });
  note(draft, 'CYCLE_SUSPENDED');
}

/** Brings the bot's present parameters to the open cycle: unfilled levels and exits are placed anew. */
function replaceLadder(draft: Draft): void {
  if (draft.state.cycle === null || cycleOf(draft).exitReason !== null) return;
  const { params, paramsVersion } = draft.context;
  patchCycle(draft, { params: openParams(cycleOf(draft), params), paramsVersion });
  commitAnew(draft);
  note(draft, 'LADDER_REPLACED', { version: paramsVersion });
  if (cycleOf(draft).position.quantity === 0) return;
  const partial = cycleOf(draft).orders.filter((order) => order.role === 'safety' && order.filled > 0).length;
  cancelOrders(draft, (order) => order.role === 'safety' || order.role === 'trailing');
  const levelsFilled = cycleOf(draft).levelsFilled + partial;
  patchCycle(draft, { levelsFilled, trailingExtreme: null });
  passLevels(draft);
  placeExits(draft);
  if (draft.state.phase === 'OPEN' && cycleOf(draft).orders.every((order) => order.role !== 'base'))
    placeSafetyOrders(draft);
}

/**
 * New parameters as an open cycle takes them. Margin mode and leverage of a position stay: its margin was set aside under
 * them, and the venue changes the mode of no open position either.
 */
export function openParams({ position, params: own }: Cycle, params: LadderParams): LadderParams {
  const { marginType, leverage } = own;
  const isKept = position.quantity === 0 || (marginType === params.marginType && leverage === params.leverage);
  return isKept ? params : { ...params, marginType, leverage };
}
