import type { Cash, Steps, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { NoteCode } from './atom.ts';
import type { EngineBot } from './bot.ts';
import type { Cycle } from './cycle.ts';
import type { SymbolGrids } from './instrument.ts';
import type { Direction, OrderRole, OrderState, Side, WorkingOrder } from './order.ts';

/** Identifies an atom by bot, symbol and direction; the ids built from it are deterministic. */
export interface AtomKey {
  readonly botId: string;
  readonly symbol: string;
  readonly direction: Direction;
}

/** Id of an atom. Ids are derived from the events, so a minute computed twice gives the same rows. */
export const atomIdOf = (key: AtomKey): string => `${key.botId}-${key.symbol}-${key.direction}`;
/** Id of an atom's cycle; cycles count from 1. */
export const cycleIdOf = (key: AtomKey, seq: number): string => `${atomIdOf(key)}-${seq}`;
/** Id of a cycle's order; orders count from 1 in the order they were placed. */
export const orderIdOf = (key: AtomKey, seq: number, order: number): string => orderIdIn(cycleIdOf(key, seq), order);
/** The same, from the id of the cycle. */
export const orderIdIn = (cycleId: string, order: number): string => `${cycleId}-${order}`;
/** Id of a net cycle; those of a bot on a symbol count from 1. */
export const netCycleIdOf = (botId: string, symbol: string, seq: number): string => `${botId}-${symbol}-net-${seq}`;
/** Id of a bot's run, which the API calls strategy executor; runs count from 1. */
export const runIdOf = (botId: string, runNo: number): string => `${botId}-run-${runNo}`;

/** One fill. `fill` counts the fills of its order from 1, so `<order id>-<fill>` is the trade's id. */
export interface TradeRecord extends AtomKey {
  readonly type: 'trade';
  readonly cycleSeq: number;
  readonly order: number;
  readonly fill: number;
  readonly role: OrderRole;
  readonly level: number;
  readonly side: Side;
  readonly at: Instant;
  readonly price: Ticks;
  readonly quantity: Steps;
  readonly value: Cash;
  readonly commission: Cash;
  readonly isMaker: boolean;
  /** Gross result of the quantity that this fill closed; zero for an entry. */
  readonly gross: Cash;
}

/** The current state of an order; its newest record replaces earlier ones. */
export interface OrderRecord extends AtomKey {
  readonly type: 'order';
  readonly cycleSeq: number;
  readonly order: WorkingOrder;
  readonly state: OrderState;
  readonly doneAt: Instant | null;
  /** What it counts in; omitted: the tick and step of the instrument. */
  readonly grids?: readonly SymbolGrids[];
}

/** The current state of a cycle; its newest record replaces earlier ones. */
export interface CycleRecord extends AtomKey {
  readonly type: 'cycle';
  readonly cycle: Cycle;
  readonly netCycleSeq: number | null;
  /** The run that opened the cycle; the cycle counts in the run in which it ends. */
  readonly openedRunNo: number;
  /** Number of safety orders in its ladder. */
  readonly levelsTotal: number;
  readonly runNo: number;
  /** What it counts in; omitted: the tick and step of the instrument. */
  readonly grids?: readonly SymbolGrids[];
}

/** The current state of a net cycle: a flat-to-flat episode of a bot on a symbol over both directions. */
export interface NetCycleRecord {
  readonly type: 'net-cycle';
  readonly botId: string;
  readonly symbol: string;
  readonly netCycle: NetCycle;
}

export interface NetCycle {
  readonly seq: number;
  readonly beginAt: Instant;
  readonly endAt: Instant | null;
  readonly directions: readonly Direction[];
  /** Ids of its cycles, in the order they joined. */
  readonly cycles: readonly { readonly direction: Direction; readonly seq: number }[];
  readonly ordersFilled: number;
  readonly levelsFilledMax: number;
  /** Deepest entry against the base price, as a rate (1e-8 of the base price). */
  readonly deviationMax: number;
  readonly notionalMax: Cash;
  readonly peakMargin: Cash;
  readonly gross: Cash;
  readonly commission: Cash;
  readonly funding: Cash;
  readonly liquidationFee: Cash;
}

/** Accounts of the double-entry ledger; those with a cycle carry its id behind the colon. */
export type LedgerAccount = 'wallet' | 'transfer' | 'adjust' | `${'gross' | 'fee' | 'funding' | 'liq_fee'}:${string}`;

/** One event of the ledger: postings that sum to zero, with a source id that is booked only once. */
export interface LedgerRecord {
  readonly type: 'ledger';
  readonly sourceId: string;
  readonly at: Instant;
  readonly postings: readonly { readonly account: LedgerAccount; readonly amount: Cash }[];
}

/** One line of the log as data: the code chooses the sentence, the figures fill it. */
export interface NoteRecord {
  readonly type: 'note';
  readonly botId: string;
  readonly symbol: string | null;
  readonly direction: Direction | null;
  readonly cycleSeq: number | null;
  readonly order: number | null;
  readonly at: Instant;
  readonly level: 'info' | 'warning' | 'error';
  readonly code: NoteCode | BotNoteCode;
  /** Figures for the sentence: decimal strings and counts. */
  readonly figures: Readonly<Record<string, string | number>>;
}

export type BotNoteCode =
  | 'BOT_CREATED'
  | 'BOT_STARTED'
  | 'BOT_FINISHING'
  | 'BOT_FINISHED'
  | 'BOT_STOPPING'
  | 'BOT_STOPPED'
  | 'BOT_RESTARTED'
  | 'BOT_DELETED'
  | 'BOT_MOVED'
  | 'BOT_ERROR'
  | 'ENTRIES_CHANGED';

/** The current state of a bot; its newest record replaces earlier ones. `runEnded` marks the end of its run. */
export interface BotRecord {
  readonly type: 'bot';
  readonly bot: EngineBot;
  readonly at: Instant;
}

/** What an account records during a minute or a command, in order. */
export type AccountRecord =
  | TradeRecord
  | OrderRecord
  | CycleRecord
  | NetCycleRecord
  | LedgerRecord
  | NoteRecord
  | BotRecord;
