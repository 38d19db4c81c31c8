import { add, type Cash, type Ticks, ZERO_CASH } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { AtomContext } from '../bots/atom-context.ts';
import type { BotFamily } from '../bots/bot-family.ts';
import { type Conditions, conditionsOf } from '../bots/conditions.ts';
import { familyOf } from '../bots/registry.ts';
import type { OpenNetCycle } from '../ledger/net-cycle.ts';
import type { Market, MarketMinute } from '../model/account.ts';
import type { AtomState, Triggers } from '../model/atom.ts';
import type { BotParams, EngineBot } from '../model/bot.ts';
import type { Cycle } from '../model/cycle.ts';
import type { Instrument } from '../model/instrument.ts';
import { type AccountRecord, type AtomKey, cycleIdOf } from '../model/record.ts';
import type { Ladder } from '../risk/ladder.ts';
import type { ClosedBars } from '../scan/closed-bars.ts';
import { marketMinute } from '../scan/market-minutes.ts';
import type { Span } from './span.ts';
import type { Sums } from './sums.ts';

/** One atom as it runs: its state, and what is derived from it and kept until the state changes. */
export interface Slot {
  readonly bot: BotSlot;
  readonly key: AtomKey;
  readonly instrument: Instrument;
  context: AtomContext;
  state: AtomState;
  /** Until when the state needs no event; those of its last transition. */
  triggers: Triggers;
  /** Id of the cycle that was booked last; `cycleIdIn` keeps it, because every fill asks for it several times. */
  named: { readonly seq: number; readonly id: string };
  /** The bot's episodes on the symbol, once there was one: every event asks for them several times. */
  net: NetSlot | null;
  /** The mark at which an isolated position is closed by force, from its last transition; null when there is none. */
  liquidation: Ticks | null;
}

export interface NetSlot {
  begun: number;
  open: OpenNetCycle | null;
}

export interface BotSlot {
  /** The bot without its atoms' present states; `botOf` puts them together. */
  bot: EngineBot;
  readonly family: BotFamily;
  /** Those of the bot, read once: its atoms are asked for them at every entry. */
  conditions: Conditions;
  readonly slots: Slot[];
  readonly nets: Map<string, NetSlot>;
  isDirty: boolean;
}

/** The running account: the only mutable thing of the engine, owned by `openAccount`. */
export interface Book {
  readonly market: Market;
  readonly bots: Map<string, BotSlot>;
  /** The same bots as a list: every minute goes over it several times, and over a map that takes longer. */
  readonly botList: BotSlot[];
  /** Last close of each symbol, as far as it was read: `markIn` gives it. */
  readonly marks: Map<string, Ticks>;
  wallet: Cash;
  limit: Cash | null;
  minute: Instant | null;
  /** The minute under way, or the last one; null when it passed in a stretch: `currentMinute` gives it in any case. */
  current: MarketMinute | null;
  /** The stretch that passed since the last minute that was lived through, null when none did. */
  passed: Span | null;
  /** The stretch whose last closes are not among the marks yet; null when all are. */
  unread: Span | null;
  /** Bots that lost a position by force in the minute under way; they fail at its close. */
  readonly liquidated: Set<BotSlot>;
  records: AccountRecord[];
  readonly sums: Sums;
  readonly closedBars: ClosedBars;
}

interface ReadLadder {
  readonly params: BotParams;
  readonly ladder: Ladder;
}

/**
 * Reads parameters as a ladder, and keeps the two that were asked for last: an atom asks a dozen times an event, and for
 * two, those of its open cycle and those of its next. Kept with the atom and not in one weak map of all parameters:
 * the collector follows such a map only while the program stands still, a tenth of a second with 50,000 bots.
 */
export function ladderReader({ ladderOf }: Pick<BotFamily, 'ladderOf'>): (params: BotParams) => Ladder {
  let last: ReadLadder | null = null;
  let other: ReadLadder | null = null;
  return (params) => {
    if (last?.params === params) return last.ladder;
    const read = other?.params === params ? other : { params, ladder: ladderOf(params) };
    [last, other] = [read, last];
    return read.ladder;
  };
}

export function contextOf(bot: EngineBot, instrument: Instrument, hasLog = true): AtomContext {
  const { kind, params, paramsVersion, runNo } = bot;
  return { instrument, params, paramsVersion, runNo, ladderOf: ladderReader(familyOf(kind)), hasLog };
}

/** The bot with its atoms as they stand. */
export function botOf(slot: BotSlot): EngineBot {
  return { ...slot.bot, atoms: slot.slots.map(({ state }) => state) };
}

export function allSlots(book: Book): Slot[] {
  return book.botList.flatMap(({ slots }) => slots);
}

/** Id of one of the atom's cycles. */
export function cycleIdIn(slot: Slot, seq: number): string {
  if (slot.named.seq !== seq) slot.named = { seq, id: cycleIdOf(slot.key, seq) };
  return slot.named.id;
}

/** The minute under way, or the last one. Most stretches pass without anybody asking for their last minute. */
export function currentMinute({ current, passed }: Book): MarketMinute | null {
  return passed === null ? current : marketMinute(passed.history, passed.to - 1);
}

export function isCross({ context }: Pick<Slot, 'context'>, cycle: Cycle): boolean {
  return context.ladderOf(cycle.params).marginType === 'cross';
}

export function isFlat(slot: Slot): boolean {
  return slot.state.cycle === null;
}

/** Margin that open and starting cycles commit. */
export function committedOf(slots: readonly Slot[]): Cash {
  return slots.reduce(
    (total, { state }) => (state.cycle === null ? total : add(total, state.cycle.committedMargin)),
    ZERO_CASH,
  );
}

/** Changes the bot and marks it to be recorded. */
export function patchBot(slot: BotSlot, change: Partial<EngineBot>): void {
  slot.bot = { ...slot.bot, ...change };
  slot.conditions = conditionsOf(slot.bot);
  slot.isDirty = true;
}
