import type { Cash, Rate, Steps, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { BotParams } from './bot-params.ts';
import type { CloseReason, Cycle } from './cycle.ts';
import type { ApprovedOrder, Deal, Direction, OrderState } from './order.ts';

export type AtomPhase = 'IDLE' | 'ENTERING' | 'OPEN' | 'CLOSING' | 'COOLDOWN' | 'SUSPENDED' | 'BLOCKED';

/**
 * What the bot lets the atom do: open cycles; only manage the open one; close it; only keep the exits that protect it;
 * or, when the bot is in ERROR, add no risk and leave the position by its planned exits, including the time limit.
 */
export type AtomMode = 'running' | 'finishing' | 'stopping' | 'stopped' | 'failed';

export type BlockReason =
  | 'ASSET_EXCLUDED'
  | 'MAX_OPEN_CYCLES'
  | 'PORTFOLIO_LIMIT_EXCEEDED'
  | 'INSUFFICIENT_MARGIN'
  | 'LADDER_REFUSED';

/** Why a venue refused an order, as far as the atom acts on it. */
export type RefusalCause =
  /** The account has too little free margin. */
  | 'margin'
  /** The price lies beyond the trigger of a conditional order already. */
  | 'trigger'
  | 'other';

/** The state of one (bot, symbol, direction). Plain JSON data, stored exactly as it runs. */
export interface AtomState {
  readonly symbol: string;
  readonly direction: Direction;
  readonly phase: AtomPhase;
  readonly mode: AtomMode;
  readonly isEntryEnabled: boolean;
  /** The exits now in force; null is off. */
  readonly stopLoss: Rate | null;
  readonly takeProfit: Rate | null;
  readonly cycle: Cycle | null;
  readonly cyclesOpened: number;
  readonly cooldownUntil: Instant | null;
  /** When its last position ended; omitted before the first one has. */
  readonly positionEndedAt?: Instant;
  readonly blockedBy: BlockReason | null;
}

/** What can happen to an atom. Time arrives in `at`, market time. */
export type AtomEvent =
  /** `marginLeft` is the margin that wallet and limit leave for a new cycle. */
  | {
      readonly type: 'EntryGranted';
      readonly at: Instant;
      readonly price: Ticks;
      readonly marginLeft: Cash;
      /** The parameters of the cycle; omitted, those of the atom. */
      readonly params?: BotParams;
    }
  /** The exit rules close the position at this close. */
  | { readonly type: 'ExitSignalled'; readonly at: Instant; readonly price: Ticks }
  /** The rule for steps acts at this close: the steps that its price has reached execute. */
  | { readonly type: 'StepsGranted'; readonly at: Instant; readonly price: Ticks }
  | { readonly type: 'EntryBlocked'; readonly at: Instant; readonly reason: BlockReason }
  | {
      readonly type: 'OrderFilled';
      readonly at: Instant;
      readonly order: number;
      readonly price: Ticks;
      readonly quantity: Steps;
      readonly commission: Cash;
      readonly isMaker: boolean;
    }
  /**
   * An order has ended without filling to the end, whoever ended it. `FILLED`: it has closed less than the position, which
   * grew while it was on its way. `cause` is that of a refusal, otherwise null.
   */
  | {
      readonly type: 'OrderEnded';
      readonly at: Instant;
      readonly order: number;
      readonly state: 'FILLED' | 'CANCELED' | 'EXPIRED' | 'REJECTED';
      readonly cause: RefusalCause | null;
    }
  /** The exchange, or the user by an order of his own, has closed a part of the position or all of it. */
  | {
      readonly type: 'PositionReduced';
      readonly at: Instant;
      readonly by: 'liquidation' | 'adl' | 'delisting' | 'external';
      readonly price: Ticks;
      readonly quantity: Steps;
      readonly commission: Cash;
      /** Of a liquidation; otherwise zero. */
      readonly fee: Cash;
    }
  /** `order` is the entry that is charged because it filled in the minute of the settlement. */
  | { readonly type: 'FundingSettled'; readonly at: Instant; readonly paid: Cash; readonly order?: number }
  | {
      readonly type: 'Liquidated';
      readonly at: Instant;
      readonly price: Ticks;
      readonly gross: Cash;
      readonly fee: Cash;
    }
  /** Trading of the contract has ended: what is held is closed at the last price, and nothing rests any more. */
  | { readonly type: 'ContractEnded'; readonly at: Instant; readonly price: Ticks }
  | {
      readonly type: 'CandleClosed';
      readonly at: Instant;
      readonly high: Ticks;
      readonly low: Ticks;
      readonly close: Ticks;
      /** The candle closed while the program was down: only time passes. Omitted: it is of the present. */
      readonly isMissed?: true;
    }
  | { readonly type: 'EntrySwitched'; readonly at: Instant; readonly isEnabled: boolean }
  | {
      readonly type: 'ConditionsSet';
      readonly at: Instant;
      readonly stopLoss: Rate | null;
      readonly takeProfit: Rate | null;
      /** Set when the price is already beyond a new trigger and the user confirmed: close at market for this reason. */
      readonly exit: CloseReason | null;
    }
  /** The user orders a deal that `AtomRules.dealRefusals` allows, and that is none to adopt. */
  | ({ readonly type: 'DealOrdered'; readonly at: Instant; readonly deal: Deal } & OpenedByHand)
  /** The bot takes over what its user holds elsewhere, at the price that it cost him, while the market stands at `mark`. */
  | ({
      readonly type: 'DealAdopted';
      readonly at: Instant;
      readonly price: Ticks;
      readonly quantity: Steps;
      readonly mark: Ticks;
    } & OpenedByHand)
  /** The user takes a deal back that has not filled at all. */
  | { readonly type: 'DealUndone'; readonly at: Instant; readonly order: number }
  | { readonly type: 'FinishRequested'; readonly at: Instant }
  | { readonly type: 'StopRequested'; readonly at: Instant; readonly position: StopPosition; readonly mark: Ticks }
  /** The bot is in ERROR. */
  | { readonly type: 'BotFailed'; readonly at: Instant }
  | { readonly type: 'Resumed'; readonly at: Instant }
  /** The bot's parameters have changed for the open cycle too, and with them the exits. */
  | {
      readonly type: 'LadderReplaced';
      readonly at: Instant;
      readonly stopLoss: Rate | null;
      readonly takeProfit: Rate | null;
    };

/** What a deal that adds risk may use, and the parameters of the cycle that it opens; omitted, those of the atom. */
export interface OpenedByHand {
  readonly marginLeft: Cash;
  readonly params?: BotParams;
}

export type StopPosition = 'protect' | 'close' | 'detach';

/** An effect of a transition. The performer places and cancels the orders; the rest becomes records. */
export type AtomEffect =
  | { readonly type: 'PlaceOrder'; readonly order: ApprovedOrder }
  | {
      readonly type: 'CancelOrder';
      readonly order: ApprovedOrder;
      readonly state: 'CANCELED' | 'EXPIRED';
      readonly at: Instant;
    }
  /** The performer withdraws the order, which may fill until the venue reports its end. */
  | { readonly type: 'WithdrawOrder'; readonly order: ApprovedOrder }
  | {
      readonly type: 'OrderDone';
      readonly order: ApprovedOrder;
      readonly state: Extract<OrderState, 'FILLED' | 'CANCELED' | 'EXPIRED' | 'REJECTED'>;
      readonly at: Instant;
    }
  /** The venue does not protect the position: it is closed at market, and the bot fails. */
  | { readonly type: 'Unprotected' }
  | { readonly type: 'CycleOpened'; readonly seq: number }
  | { readonly type: 'CycleEnded'; readonly cycle: Cycle; readonly reason: CloseReason }
  | { readonly type: 'Noted'; readonly code: NoteCode; readonly figures: Readonly<Record<string, string | number>> };

export type NoteCode =
  | 'CYCLE_OPENED'
  | 'BASE_FILLED'
  | 'STEP_FILLED'
  | 'STEP_SKIPPED'
  | 'ORDER_PARTIALLY_FILLED'
  | 'TAKE_PROFIT_FILLED'
  | 'STOP_LOSS_FILLED'
  | 'TRAILING_ARMED'
  | 'TRAILING_FILLED'
  | 'EXIT_FILLED'
  | 'DEAL_PLACED'
  | 'DEAL_FILLED'
  | 'DEAL_CLOSED'
  | 'DEAL_ADOPTED'
  | 'DEAL_UNDONE'
  | 'ENTRY_EXPIRED'
  | 'ENTRY_CANCELED'
  | 'ENTRY_BLOCKED'
  | 'TIME_LIMIT_REACHED'
  | 'FUNDING_SETTLED'
  | 'LIQUIDATED'
  | 'POSITION_REDUCED'
  | 'ORDER_ENDED'
  | 'POSITION_UNPROTECTED'
  | 'CYCLE_REOPENED'
  | 'CYCLE_SUSPENDED'
  | 'CYCLE_RESUMED'
  | 'CYCLE_DETACHED'
  | 'CYCLE_CLOSED'
  | 'COOLDOWN_STARTED'
  | 'CONDITIONS_CHANGED'
  | 'LADDER_REPLACED';

/**
 * The prices and the time until which nothing can happen to the atom. A candle that stays strictly between `below` and
 * `above` and closes before `at` needs no transition. Prices in ticks; null means none.
 */
export interface Triggers {
  /** The highest price at or under which something happens. */
  readonly below: Ticks | null;
  /** The lowest price at or over which something happens. */
  readonly above: Ticks | null;
  readonly at: Instant | null;
}

export interface AtomStep {
  readonly state: AtomState;
  readonly effects: readonly AtomEffect[];
  /** Until when the new state needs no further event. */
  readonly triggers: Triggers;
  /** The mark that liquidates an isolated position; null on a shared wallet and when there is no such mark. */
  readonly liquidation: Ticks | null;
}

/** Why an atom opens no cycle now, the reasons that rule out the others first. */
export const entryWaits = [
  'BOT_CREATED',
  'BOT_FINISHING',
  'BOT_STOPPING',
  'BOT_STOPPED',
  'BOT_FINISHED',
  'BOT_ERROR',
  'BOT_DELETED',
  /** Its cycle is no whole number of the exchange's present ticks and steps. */
  'GRID_CHANGED',
  /** It is in a cycle. */
  'CYCLE_OPEN',
  'CYCLE_CLOSING',
  'CYCLE_SUSPENDED',
  /** Its base order rests at `price`, or meets the market in the next minute. */
  'ENTRY_RESTS',
  'ENTRY_SENT',
  'COOLDOWN',
  'ENTRIES_OFF',
  'CYCLES_DONE',
  'ASSET_EXCLUDED',
  'PRICE_UNKNOWN',
  'MAX_OPEN_CYCLES',
  'PORTFOLIO_LIMIT_EXCEEDED',
  'INSUFFICIENT_MARGIN',
  'LADDER_REFUSED',
  /** Its entry rules have not asked for a cycle. */
  'SIGNAL_ABSENT',
  /** As above; they asked for one last time, and it was refused for `reason`. */
  'SIGNAL_SKIPPED',
  /** Nothing holds it back: it opens a cycle at the next close. */
  'NEXT_CLOSE',
] as const;

export type EntryWaitCode = (typeof entryWaits)[number];

/** What an atom waits for. The figures are those of the sentence about it: amounts in USDT, prices, ISO instants. */
export interface EntryWait {
  readonly symbol: string;
  readonly direction: Direction;
  readonly code: EntryWaitCode;
  readonly figures: Readonly<Record<string, string | number>>;
}

/** Whether a condition holds; unknown where it lacks data. */
export type RuleTruth = 'true' | 'false' | 'unknown';

/** One condition of a rule at a close. */
export interface NodeReading {
  /** Where it stands in the rule, such as `['all', 0, 'any', 1]`; empty for the whole of it. */
  readonly path: readonly (string | number)[];
  readonly truth: RuleTruth;
  /** What a comparison compares, by the names of its fields; null where it is unknown. Empty for a group. */
  readonly values: readonly { readonly name: string; readonly value: number | null }[];
  /** Whether these are prices, whose distance is a share and not a number in its own unit. */
  readonly isOfPrices: boolean;
}

/** What a rule says at the last close at which it was judged. */
export interface RuleReading {
  /** When the bar opened, which is its name, and when it closed. */
  readonly openedAt: Instant;
  readonly closedAt: Instant;
  /** Whether it acts there: an edge does so only at the close that makes its condition true. */
  readonly isActing: boolean;
  readonly nodes: readonly NodeReading[];
  /** The last close at which it acted; null: at none since `knownSince`. */
  readonly lastTriggerAt: Instant | null;
  /** The first close of the past looked at here at which it knew its values; null: at none. */
  readonly knownSince: Instant | null;
}

/** What the rules of an atom say at a close of the past. */
export interface PastEntry {
  /** Of its entry rule. Values of the position are unknown, because it was another one then. */
  readonly reading: RuleReading;
  /** Whether all of its rules together ask for a cycle there: its exit rule or a range may hold an acting entry back. */
  readonly isWanted: boolean;
  /** The close after that one; null: it has not come yet. */
  readonly nextAt: Instant | null;
}
