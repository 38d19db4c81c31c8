import type { Ticks } from '#base/exact.ts';
import type { AtomContext } from '../bots/atom-context.ts';
import type { BotFamily } from '../bots/bot-family.ts';
import { type Conditions, conditionsByDirection } from '../bots/conditions.ts';
import type { Signal } from '../bots/signal.ts';
import type { OpenNetCycle } from '../ledger/net-cycle.ts';
import type { ClosedMinute } from '../model/account.ts';
import type { AtomState, Triggers } from '../model/atom.ts';
import type { EngineBot } from '../model/bot.ts';
import type { BotParams } from '../model/bot-params.ts';
import type { Candle } from '../model/candle.ts';
import type { Cycle } from '../model/cycle.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Direction } from '../model/order.ts';
import { type AtomKey, cycleIdOf } from '../model/record.ts';
import type { SearchedPast } from './signals/searched-past.ts';

/** One atom in memory: its state, and values derived from the state that are kept until it changes. */
export interface RunningAtom {
  readonly bot: RunningBot;
  readonly key: AtomKey;
  /** Its tick and step are those that the atom counts in; `isOffGrid`: they are no longer the exchange's. */
  instrument: Instrument;
  /**
   * True while the exchange has other ticks or steps, of which the state is no whole number. Such an atom sees no candles
   * and places no orders; its bot is in ERROR.
   */
  isOffGrid: boolean;
  context: AtomContext;
  state: AtomState;
  /** The rules that close the position of a cycle with these parameters; null: its orders alone do. */
  readonly exitSignalOf: (params: BotParams) => Signal | null;
  /** Until when the state needs no event; set by its last transition. */
  triggers: Triggers;
  /** The last cycle id used; `cycleIdIn` keeps it, because every fill needs it several times. */
  named: { readonly seq: number; readonly id: string };
  /** The bot's net cycles on the symbol; null before the first one. Kept here because every event needs them. */
  net: RunningNetCycle | null;
  /** The mark that liquidates an isolated position, set by the last transition; null when there is none. */
  liquidation: Ticks | null;
  /** Null before the first search of a stored past. */
  searched: SearchedPast | null;
}

export interface RunningNetCycle {
  begun: number;
  open: OpenNetCycle | null;
}

export interface RunningBot {
  /** The bot without the current states of its atoms; `botOf` adds them. */
  bot: EngineBot;
  readonly family: BotFamily;
  /** Read from the bot once, because its atoms need them at every entry. */
  conditions: Readonly<Record<Direction, Conditions>>;
  readonly atoms: RunningAtom[];
  readonly nets: Map<string, RunningNetCycle>;
  isDirty: boolean;
}

/** The bot with the current states of its atoms. */
export function botOf(running: RunningBot): EngineBot {
  return { ...running.bot, atoms: running.atoms.map(({ state }) => state) };
}

/** Id of one of the atom's cycles. */
export function cycleIdIn(atom: RunningAtom, seq: number): string {
  if (atom.named.seq !== seq) atom.named = { seq, id: cycleIdOf(atom.key, seq) };
  return atom.named.id;
}

/** The candle of the atom's symbol; null while the symbol is frozen, and for an atom whose counts are off the exchange's grid. */
export function candleOf({ key, isOffGrid }: RunningAtom, minute: Pick<ClosedMinute, 'candle'>): Candle | null {
  return isOffGrid ? null : minute.candle(key.symbol);
}

export function isCross({ context }: Pick<RunningAtom, 'context'>, cycle: Cycle): boolean {
  return context.ladderOf(cycle.params).marginType === 'cross';
}

export function isFlat(atom: RunningAtom): boolean {
  return atom.state.cycle === null;
}

/** Whether the atom has a cycle that can neither go on nor be converted, because its counts are off the exchange's grid. */
export function isParked(atom: RunningAtom): boolean {
  return atom.isOffGrid && !isFlat(atom);
}

/** Changes the bot and marks it to be recorded. */
export function patchBot(running: RunningBot, change: Partial<EngineBot>): void {
  running.bot = { ...running.bot, ...change };
  running.conditions = conditionsByDirection(running.bot);
  running.isDirty = true;
}
