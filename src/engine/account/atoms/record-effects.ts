import { unreachable } from '#base/assert.ts';
import { ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { AtomEffect, AtomEvent } from '../../model/atom.ts';
import type { Cycle } from '../../model/cycle.ts';
import type { OrderState, WorkingOrder } from '../../model/order.ts';
import type { OrderRecord } from '../../model/record.ts';
import type { FailureInMinute, RunningAccount } from '../running-account.ts';
import { patchBot, type RunningAtom } from '../running-bot.ts';
import { netOf } from './net-cycles.ts';

interface Transition {
  readonly effects: readonly AtomEffect[];
  readonly event: AtomEvent;
  readonly cycleSeq: number | null;
}

/** Records the effects of a transition in order, and hands the orders to place and to cancel to the performer. */
export function performEffects(account: RunningAccount, atom: RunningAtom, done: Transition): void {
  const { at } = done.event;
  const cycleSeq = done.cycleSeq ?? 0;
  const { performer } = account.setting;
  for (const effect of done.effects) {
    switch (effect.type) {
      case 'PlaceOrder':
        recordOrder(account, atom, { order: effect.order, state: 'OPEN', doneAt: null, cycleSeq });
        performer.place(atom, effect.order, cycleSeq);
        break;
      case 'CancelOrder':
        recordOrder(account, atom, { order: effect.order, state: effect.state, doneAt: at, cycleSeq });
        performer.cancel(atom, effect.order, cycleSeq);
        break;
      case 'WithdrawOrder':
        performer.cancel(atom, effect.order, cycleSeq);
        break;
      case 'OrderDone':
        recordOrder(account, atom, { order: effect.order, state: effect.state, doneAt: effect.at, cycleSeq });
        break;
      case 'Unprotected':
        failAtClose(account, atom, 'UNPROTECTED');
        break;
      case 'CycleEnded':
        recordCycle(account, atom, withExtremes(account, atom, effect.cycle));
        break;
      case 'Noted':
        recordNote(account, atom, { event: done.event, cycleSeq: done.cycleSeq, note: effect });
        break;
      case 'CycleOpened':
        break; // The cycle itself is recorded after its effects.
      default:
        unreachable(effect);
    }
  }
}

type Noted = Extract<AtomEffect, { type: 'Noted' }>;

function recordNote(
  account: RunningAccount,
  atom: RunningAtom,
  { event, cycleSeq, note }: Omit<Transition, 'effects'> & { note: Noted },
): void {
  const { botId, symbol, direction } = atom.key;
  account.records.push({
    type: 'note',
    botId,
    symbol,
    direction,
    cycleSeq,
    // Effects of what happened to an order are logged with it.
    order: event.type === 'OrderFilled' || event.type === 'OrderEnded' ? event.order : null,
    at: event.at,
    level: levelOf(note.code),
    code: note.code,
    figures: note.figures,
  });
}

const WARNINGS: ReadonlySet<Noted['code']> = new Set([
  'ENTRY_BLOCKED',
  'STEP_SKIPPED',
  'STOP_LOSS_FILLED',
  'ORDER_ENDED',
  'POSITION_REDUCED',
  'CYCLE_REOPENED',
]);

function levelOf(code: Noted['code']): 'info' | 'warning' | 'error' {
  if (code === 'LIQUIDATED' || code === 'POSITION_UNPROTECTED') return 'error';
  return WARNINGS.has(code) ? 'warning' : 'info';
}

/** Records the current state of one of the atom's orders. */
export function recordOrder(
  account: RunningAccount,
  atom: RunningAtom,
  current: { order: WorkingOrder; state: OrderState; doneAt: Instant | null; cycleSeq: number },
): void {
  const { botId, symbol, direction } = atom.key;
  const { order, state, doneAt, cycleSeq } = current;
  account.records.push({ type: 'order', botId, symbol, direction, order, state, doneAt, cycleSeq, ...gridsOf(atom) });
}

/** Records the current state of one of the atom's cycles. */
export function recordCycle(account: RunningAccount, atom: RunningAtom, cycle: Cycle): void {
  const net = cycle.beginAt === null ? null : (netOf(atom)?.open?.seq ?? null);
  const { botId, symbol, direction } = atom.key;
  account.records.push({
    type: 'cycle',
    botId,
    symbol,
    direction,
    cycle,
    netCycleSeq: net,
    openedRunNo: cycle.openedRunNo,
    levelsTotal: atom.context.ladderOf(cycle.params).levels.length,
    runNo: atom.bot.bot.runNo,
    ...gridsOf(atom),
  });
}

/** What the record counts in, where that is not the instrument's tick and step. */
function gridsOf({ isOffGrid, instrument: { symbol, tick, step } }: RunningAtom): Pick<OrderRecord, 'grids'> {
  return isOffGrid ? { grids: [{ symbol, tick, step }] } : {};
}

/** Adds the lowest and highest price between the first fill and the end. They are read once, when the cycle ends. */
function withExtremes({ setting }: RunningAccount, atom: RunningAtom, cycle: Cycle): Cycle {
  if (cycle.beginAt === null || cycle.endAt === null || atom.isOffGrid) return cycle; // The past counts in other ticks.

  const range = setting.past.range(atom.key.symbol, cycle.beginAt, cycle.endAt);
  return range === null ? cycle : { ...cycle, lowSeen: ticks(range.low), highSeen: ticks(range.high) };
}

/** Has the bot of the atom fail at the close of the minute. A bot that is stored and loaded before then fails too. */
export function failAtClose(account: RunningAccount, { bot }: RunningAtom, reason: FailureInMinute): void {
  if (bot.bot.state !== 'ERROR') patchBot(bot, { stateReason: reason });
  account.failing.add(bot);
}
