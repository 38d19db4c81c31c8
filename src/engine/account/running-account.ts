import type { Cash, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { AtomContext } from '../bots/atom-context.ts';
import type { BotFamily } from '../bots/bot-family.ts';
import { type Conditions, conditionsOf } from '../bots/conditions.ts';
import type { OpenNetCycle } from '../ledger/net-cycle.ts';
import type { ClosedMinute, Market, MarketMinute } from '../model/account.ts';
import type { AtomState, Triggers } from '../model/atom.ts';
import type { EngineBot } from '../model/bot.ts';
import type { Cycle } from '../model/cycle.ts';
import type { Instrument } from '../model/instrument.ts';
import type { ApprovedOrder } from '../model/order.ts';
import { type AccountRecord, type AtomKey, cycleIdOf } from '../model/record.ts';
import type { ClosedBars } from '../scan/closed-bars.ts';
import type { Sums } from './valuation/sums.ts';

/** One atom in memory: its state, and what is derived from the state and kept until it changes. */
export interface RunningAtom {
  readonly bot: RunningBot;
  readonly key: AtomKey;
  readonly instrument: Instrument;
  context: AtomContext;
  state: AtomState;
  /** Until when the state needs no event; from its last transition. */
  triggers: Triggers;
  /** Id of the cycle that was used last; `cycleIdIn` keeps it, because every fill needs it several times. */
  named: { readonly seq: number; readonly id: string };
  /** The bot's net cycles on the symbol; null before the first one. Kept here because every event needs them. */
  net: RunningNetCycle | null;
  /** The mark at which an isolated position is liquidated, from its last transition; null when there is none. */
  liquidation: Ticks | null;
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
  conditions: Conditions;
  readonly atoms: RunningAtom[];
  readonly nets: Map<string, RunningNetCycle>;
  isDirty: boolean;
}

/**
 * Performs what atoms want: the matcher in memory, or an exchange. It is called while an event is applied and must not
 * apply another one meanwhile; what becomes of an order is reported in events of its own.
 */
export interface Performer {
  /** Cycle and number of the order identify it among all orders of its atom. */
  place(atom: RunningAtom, order: ApprovedOrder, cycleSeq: number): void;
  /** The order as the atom knows it: a fill that was not reported yet is missing in it. */
  cancel(atom: RunningAtom, order: ApprovedOrder, cycleSeq: number): void;
}

/** What an account is opened with besides its snapshot. */
export interface AccountSetting extends Omit<Market, 'slippage'> {
  /** What has happened on the market up to the last closed minute. */
  readonly past: Pick<MarketMinute, 'range' | 'bar'>;
  readonly performer: Performer;
}

/**
 * An account in memory. It and what hangs on it is the only mutable state of the engine. It knows nothing of how orders
 * fill: fills, funding and liquidations reach it as events (`apply-event.ts`), with their prices and amounts.
 */
export interface RunningAccount {
  readonly setting: AccountSetting;
  readonly bots: Map<string, RunningBot>;
  /** The same bots as a list: every minute walks it several times, and a map takes longer to walk. */
  readonly botList: RunningBot[];
  /** Last close of each symbol that was read; `markIn` returns it and reads what is missing. */
  readonly marks: Map<string, Ticks>;
  /** Reads last closes that are not among the marks yet; null when there are none. */
  unread: ((symbol: string) => number | null) | null;
  wallet: Cash;
  limit: Cash | null;
  /** Open of the last closed minute; null before the first. */
  minute: Instant | null;
  /** The minute whose opens value positions until it closes; null between minutes. */
  underWay: ClosedMinute | null;
  /** Bots that lost a position by liquidation in the minute under way; they fail at its close. */
  readonly liquidated: Set<RunningBot>;
  records: AccountRecord[];
  readonly sums: Sums;
  readonly closedBars: ClosedBars;
}

/** The bot with the current states of its atoms. */
export function botOf(running: RunningBot): EngineBot {
  return { ...running.bot, atoms: running.atoms.map(({ state }) => state) };
}

export function allAtoms(account: RunningAccount): RunningAtom[] {
  return account.botList.flatMap(({ atoms }) => atoms);
}

/** Id of one of the atom's cycles. */
export function cycleIdIn(atom: RunningAtom, seq: number): string {
  if (atom.named.seq !== seq) atom.named = { seq, id: cycleIdOf(atom.key, seq) };
  return atom.named.id;
}

export function isCross({ context }: Pick<RunningAtom, 'context'>, cycle: Cycle): boolean {
  return context.ladderOf(cycle.params).marginType === 'cross';
}

export function isFlat(atom: RunningAtom): boolean {
  return atom.state.cycle === null;
}

/** Changes the bot and marks it to be recorded. */
export function patchBot(running: RunningBot, change: Partial<EngineBot>): void {
  running.bot = { ...running.bot, ...change };
  running.conditions = conditionsOf(running.bot);
  running.isDirty = true;
}
