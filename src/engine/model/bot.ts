import type { Ticks } from '#base/exact.ts';
import type { AtomState, StopPosition } from './atom.ts';
import type { BotParams } from './bot-params.ts';
import type { DealKind, Direction } from './order.ts';

/** Bots that a user may have, over all portfolios and kinds, without deleted ones. */
export const BOTS_OF_USER_MAX = 500;

/** Atoms that a user's bots may have together: each is looked at in every minute of the market. */
export const ATOMS_OF_USER_MAX = 2_000;

/**
 * Bars that the different values of a strategy may need, all together, before they are known. A running bot computes them after each
 * start, and a save tries each of them on four times as many made-up bars.
 */
export const SETTLING_TOTAL_MAX = 500_000;

/** Name of a kind of bots in paths, rows and messages; engine/bots/registry.ts lists them all. */
export type BotKind = string;
/** States of the life cycle, domain document section 2. */
export type BotState = 'CREATED' | 'RUNNING' | 'FINISHING' | 'STOPPING' | 'STOPPED' | 'FINISHED' | 'ERROR' | 'DELETED';

/** A bot as the engine runs it. Plain JSON data. */
export interface EngineBot {
  readonly botId: string;
  readonly kind: BotKind;
  readonly symbols: readonly string[];
  /** The parameters of new cycles; an open cycle keeps its own. */
  readonly params: BotParams;
  readonly paramsVersion: number;
  readonly state: BotState;
  readonly stateReason: string | null;
  readonly isEnterBuyEnabled: boolean;
  readonly isEnterSellEnabled: boolean;
  /** In force for open and later cycles: the value of the parameters or one set by the user; null is off. */
  readonly stopLossPercent: string | null;
  readonly takeProfitPercent: string | null;
  readonly runNo: number;
  /** Cycles that had their first fill since the last start or restart, over all atoms. */
  readonly cyclesBegun: number;
  readonly atoms: readonly AtomState[];
}

/**
 * The last price of each symbol that a command concerns. Parameters are validated at these prices; a symbol without one
 * is refused. They are part of the command, so that replaying a journal leads to the same decision.
 */
export type CommandPrices = Readonly<Record<string, Ticks>>;

/** A deal by hand as its user gives it; amounts and prices as decimal text. */
export interface WantedDeal {
  readonly symbol: string;
  readonly direction: Direction;
  readonly kind: DealKind;
  /** `percent` is a share of the position, and of the bot's own first order where there is none. Null: all of it. */
  readonly size: { readonly unit: 'qty' | 'notional' | 'percent'; readonly value: string } | null;
  readonly orderType: 'market' | 'limit';
  /** The price of a limit order, and what a position that is adopted cost; null at market. */
  readonly price: string | null;
}

/**
 * A command of the user. The account checks it against the life-cycle table and the rules of the bot's kind; a refusal
 * changes nothing.
 */
export type BotCommand =
  | {
      readonly type: 'create';
      readonly bot: EngineBot;
      readonly autostart: boolean;
      readonly prices: CommandPrices;
    }
  | { readonly type: 'finish'; readonly botId: string }
  | { readonly type: 'stop'; readonly botId: string; readonly position: StopPosition }
  | { readonly type: 'restart'; readonly botId: string }
  | { readonly type: 'delete'; readonly botId: string }
  | {
      readonly type: 'set-entries';
      readonly botId: string;
      readonly isBuyEnabled: boolean;
      readonly isSellEnabled: boolean;
    }
  | {
      readonly type: 'set-conditions';
      readonly botId: string;
      readonly stopLossPercent: string | null;
      readonly takeProfitPercent: string | null;
      readonly isConfirmed: boolean;
      readonly prices: CommandPrices;
    }
  | {
      readonly type: 'apply-params';
      readonly botId: string;
      readonly params: BotParams;
      readonly paramsVersion: number;
      readonly when: 'now' | 'next_cycle';
      readonly prices: CommandPrices;
    }
  | ({ readonly type: 'order-deal'; readonly botId: string; readonly prices: CommandPrices } & WantedDeal)
  /** Takes back a deal of which nothing has filled; `order` is its number in the cycle `cycleSeq`. */
  | {
      readonly type: 'undo-deal';
      readonly botId: string;
      readonly symbol: string;
      readonly direction: Direction;
      readonly cycleSeq: number;
      readonly order: number;
    }
  /** A flat bot leaves the account, to go on in another one. What it did here stays here. */
  | { readonly type: 'leave'; readonly botId: string }
  /** A flat bot goes on here as it left another account. */
  | {
      readonly type: 'join';
      readonly bot: EngineBot;
      /** How many net cycles it has begun on each symbol. */
      readonly netCyclesBegun: readonly { readonly symbol: string; readonly begun: number }[];
      readonly prices: CommandPrices;
    }
  | { readonly type: 'set-limit'; readonly limit: string | null }
  /** Whether the symbol gets no new cycles, in any bot of the account. */
  | { readonly type: 'set-excluded'; readonly symbol: string; readonly isExcluded: boolean }
  /** Deposits or withdraws the difference; `sourceId` is unique across accounts and becomes the ledger event's id. */
  | { readonly type: 'set-wallet'; readonly balance: string; readonly sourceId: string };
