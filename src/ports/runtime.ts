import type { Outcome, Reason } from '#base/errors.ts';
import type { Cash, Steps, Ticks } from '#base/exact.ts';
import type { StoreTrouble } from '#base/store-trouble.ts';
import type { Instant } from '#base/time.ts';
import type { BotExecution } from '#engine/bots/registry.ts';
import type { AccountCaps } from '#engine/execution/account-caps.ts';
import type { AtomView, BotSnapshot, Filled } from '#engine/model/account.ts';
import type { EntryWait, PastEntry, RuleReading } from '#engine/model/atom.ts';
import type { BotCommand, BotKind } from '#engine/model/bot.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { Direction } from '#engine/model/order.ts';
import type { OrderRecord } from '#engine/model/record.ts';

/** An idempotency key, stored in the same transaction as the effect it stands for. */
export interface RememberedAnswer {
  readonly key: string;
  readonly call: string;
  readonly bodyHash: string;
}

/** Fields of a new bot's row that the engine does not need. */
export interface NewBotRow {
  readonly name: string;
  readonly comment: string;
  readonly strategyId: string | null;
  readonly strategyVersion: number | null;
  /** Fixes how the portfolio trades when it is the first bot there; omitted, the first execution of its kind does. */
  readonly execution?: BotExecution;
}

/** Identifies a bot. */
export interface BotAddress {
  readonly portfolioId: string;
  readonly botId: string;
}

/** Exits as somebody saw them, exact decimal text; null: off. */
export interface SeenExits {
  readonly stopLossPercent: string | null;
  readonly takeProfitPercent: string | null;
}

/** What a change was decided from: the bot's exits, or its version of its strategy. */
export type SeenBot = SeenExits | { readonly paramsVersion: number };

type Unpriced<Command> = Command extends unknown ? Omit<Command, 'prices'> : never;
type SetConditions = Unpriced<Extract<BotCommand, { type: 'set-conditions' }>>;

/**
 * A command as a user gives it. Prices are those of the instant at which it is decided, and conditions that are left
 * out become those of the bot's parameters at that instant.
 */
export type UserCommand =
  | Unpriced<Exclude<BotCommand, { type: 'set-conditions' | 'leave' | 'join' }>>
  | (Omit<SetConditions, 'stopLossPercent' | 'takeProfitPercent'> &
      Partial<Pick<SetConditions, 'stopLossPercent' | 'takeProfitPercent'>>);

/** A command with everything stored in the transaction of its effect. */
export interface CommandRequest {
  readonly ownerId: string;
  readonly portfolioId: string;
  readonly command: UserCommand;
  /** Where its user sent it from, for the audit trail; absent when the program itself gives it. */
  readonly address?: string;
  /** The run it is meant for; refused with EXECUTOR_SUPERSEDED when the bot has started another one. */
  readonly runNo?: number;
  /** Refused with BOT_CHANGED when the bot is no longer so. */
  readonly seen?: SeenBot;
  /** For `create` only. */
  readonly row?: NewBotRow;
  /** The saved version that `apply-params` applies, or that `create` adds. */
  readonly strategyVersion?: number;
  /** The strategy that gets this version with it. */
  readonly addsVersionTo?: NamedStrategy;
  /** The portfolio's comment, when it is set together with its limit. */
  readonly comment?: string;
  /** For `order-deal` only. */
  readonly deal?: NewDealRow;
  readonly answer?: RememberedAnswer;
}

/** Fields of a deal's row that the engine does not need. */
export interface NewDealRow {
  readonly dealId: string;
  readonly comment: string;
}

/** A saved strategy, as the audit trail names it. */
export interface NamedStrategy {
  readonly strategyId: string;
  readonly kind: BotKind;
  readonly name: string;
}

/** A request about a whole portfolio. */
export type PortfolioRequest = Pick<CommandRequest, 'ownerId' | 'portfolioId' | 'address' | 'answer'>;

/** New exits of several bots, which get them all or not at all. */
export interface ConditionsRequest extends Pick<CommandRequest, 'ownerId' | 'address' | 'answer'> {
  readonly changes: readonly {
    readonly portfolioId: string;
    readonly command: Extract<UserCommand, { type: 'set-conditions' }>;
    readonly runNo: number;
    readonly seen: SeenExits;
  }[];
}

/** Versions of their strategies for several bots, which get them all or not at all. */
export interface VersionsRequest extends Pick<CommandRequest, 'ownerId' | 'address' | 'answer'> {
  readonly changes: readonly {
    readonly portfolioId: string;
    readonly command: Extract<UserCommand, { type: 'apply-params' }>;
    readonly runNo: number;
    readonly seen: { readonly paramsVersion: number };
    readonly strategyVersion: number;
    /** On the first bot that gets a version which is not stored yet. */
    readonly addsVersionTo?: NamedStrategy;
  }[];
}

/** Bots that go on in other portfolios, all of them or none. */
export interface MovesRequest extends Pick<CommandRequest, 'ownerId' | 'address' | 'answer'> {
  readonly moves: readonly BotMove[];
}

/** A bot and the portfolios that it goes from and to. */
export interface BotMove {
  readonly botId: string;
  readonly from: string;
  readonly to: string;
}

/** A change to a user's own fields of an asset; those left out stay as they are. */
export interface AssetNoteRequest extends Pick<CommandRequest, 'ownerId' | 'address' | 'answer'> {
  readonly symbol: string;
  readonly fields: {
    readonly tradeCategoryId?: string | null | undefined;
    readonly comment?: string | undefined;
    /** 0 to 100. */
    readonly score?: number | null | undefined;
  };
}

/** A warning about a command that was carried out. */
export type CommandWarning = 'POSITION_LEFT_OPEN';

/** The result of a command, as of the instant at which it was carried out. */
export interface CarriedOut {
  /** False when there was nothing to change. */
  readonly changed: boolean;
  /** The bot after the command; null for a command to the whole portfolio. */
  readonly bot: BotSnapshot | null;
  readonly warnings: readonly CommandWarning[];
  /** Orders of the bot that the command cancelled and placed. */
  readonly cancels: readonly OrderRecord[];
  readonly places: readonly OrderRecord[];
  /** How many of its orders rest as they did before. */
  readonly unchanged: number;
  /** Where its open positions are liquidated, before and after the command. */
  readonly liquidations: readonly LiquidationChange[];
  /** Of a preview of a deal by hand: what comes of it once it has filled. */
  readonly deal?: DealEffect;
}

/** A deal by hand as it fills, and its atom before it and after. */
export interface DealEffect {
  readonly symbol: string;
  /** Null: it was adopted, and nothing was traded. */
  readonly fill: Filled | null;
  readonly before: DealPosition;
  readonly after: DealPosition;
}

/** What an atom holds, and where it ends. */
export interface DealPosition {
  readonly quantity: Steps;
  readonly cost: Cash;
  readonly takeProfit: Ticks | null;
  readonly stopLoss: Ticks | null;
  readonly liquidation: Ticks | null;
  readonly initialMargin: Cash;
  /** Margin that its cycle commits. */
  readonly committed: Cash;
}

/** Where a position is liquidated before and after a command; null: nowhere, or no position. */
export interface LiquidationChange {
  readonly symbol: string;
  readonly direction: Direction;
  readonly before: Ticks | null;
  readonly after: Ticks | null;
}

export type EngineState = 'running' | 'catching-up' | 'paused' | 'stopped';

/** Why and since when nothing is sent that adds risk; wall time. */
export interface AccountHalt {
  readonly at: Instant;
  readonly reason: string;
}

/** A side of a symbol that a live bot trades: what the books say, and what the exchange says. */
export interface LivePosition {
  readonly portfolioId: string;
  readonly botId: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly expected: Steps;
  /** Null: not read yet. */
  readonly actual: Steps | null;
  /** `none`: the strategy has no stop; `resting`: it rests at the exchange; `missing`: it is wanted and does not rest. */
  readonly stop: 'none' | 'resting' | 'missing';
}

/** A user's exchange account as the engine has it. */
export interface ExchangeAccountNow {
  /** Null while it could not be opened; `refusals` say why. */
  readonly accountId: string | null;
  readonly refusals: readonly Reason[];
  readonly isSynced: boolean;
  /** When the whole account was last compared, wall time. */
  readonly lastSyncAt: Instant | null;
  /** Balance in USDT, and what open cycles have committed of it. */
  readonly wallet: Cash | null;
  readonly committed: Cash;
  readonly caps: AccountCaps;
  readonly halt: AccountHalt | null;
  readonly haltOfAll: AccountHalt | null;
  readonly botHalts: ReadonlyMap<string, AccountHalt>;
  /** Requests whose outcome is not known, oldest first. */
  readonly unknownOrders: readonly {
    readonly clientId: string;
    readonly botId: string;
    readonly symbol: string;
    readonly sentAt: Instant;
  }[];
  readonly positions: readonly LivePosition[];
}

/** New caps for the account of a user. */
export interface CapsRequest extends Pick<CommandRequest, 'ownerId' | 'address'> {
  readonly caps: AccountCaps;
}

/** Halts a bot or the whole account of a user, or releases it. */
export interface HaltRequest extends Pick<CommandRequest, 'ownerId' | 'address'> {
  /** Null: the whole account. */
  readonly botId: string | null;
  /** Null releases. */
  readonly reason: string | null;
}

/** The market's present, and whether the engine keeps up with it. */
export interface MarketState {
  /** Open of the last closed minute processed by the engine. */
  readonly minute: Instant;
  /** Market time now: the close of that minute. */
  readonly now: Instant;
  /** Market minutes per wall minute. */
  readonly speed: number;
  /** The repetition of the recording, from 1; null for a feed without a recording. */
  readonly round: number | null;
  /** `paused`: nothing is decided because nothing can be stored. */
  readonly engine: EngineState;
  /** Users with an account that has yet to run up to that minute, as while their demo loads. */
  readonly behindOwners: readonly string[];
  /** Why nothing is being stored; null while commits succeed. */
  readonly storeTrouble: StoreTrouble | null;
  /** Wall time at which the engine decided that minute; null while it does, and before the first after a start. */
  readonly decidedAt: Instant | null;
  /** Wall time of the engine's last turn. */
  readonly beatAt: Instant;
  /** Open of the last closed and complete minute, processed or not. */
  readonly closed: Instant;
}

/** The changes since the last message, sent at most five times a second. */
export interface RuntimeChange {
  readonly minute: Instant;
  /** Prices that moved, each with its market time. */
  readonly prices: readonly { readonly symbol: string; readonly price: Ticks; readonly at: Instant }[];
  /** Bots whose live values changed, by owner. */
  readonly bots: readonly (BotAddress & { readonly ownerId: string })[];
  /** Owners whose stored rows changed, with the topics. */
  readonly touched: readonly {
    readonly ownerId: string;
    readonly topics: readonly ('portfolios' | 'results' | 'bots' | 'cycles' | 'logs' | 'demo' | 'assets' | 'notices')[];
  }[];
}

/** The engine's present state of a bot, with its atoms valued at the latest price. */
export interface BotNow {
  readonly snapshot: BotSnapshot;
  readonly views: readonly AtomView[];
  /** Margin reserved by its open cycles. */
  readonly committed: Cash;
}

/** What an atom waits for, with what its entry rule says; null without a rule. */
export interface WaitNow extends EntryWait {
  readonly rule: RuleReading | null;
}

/** A portfolio's holdings, valued at the latest prices. */
export interface FundsNow {
  /** Balance, without open results. */
  readonly wallet: Cash;
  readonly unrealized: Cash;
  readonly initialMargin: Cash;
  /** Margin reserved by open cycles. */
  readonly committed: Cash;
}

/**
 * State of the demo. `progressPercent`, 0 to 100, is the share of its market minutes that is stored while its candles are
 * fetched, and the share that is computed from then on.
 */
export interface DemoProgress {
  readonly state: 'absent' | 'fetching' | 'loading' | 'loaded';
  readonly progressPercent: number;
  readonly portfolios: number;
  readonly bots: number;
  /** Code of why the last load ended without a demo; null when it did not, or when nobody has loaded it since the start. */
  readonly failure: string | null;
}

/** The demo of each user. Addresses, where the user sent it from, are for the audit trail. */
export interface Demo {
  progress(ownerId: string): Promise<DemoProgress>;
  /**
   * Starts loading; its candles are fetched and its past computed in the background. Refuses with DEMO_PRESENT,
   * DEMO_NOT_AVAILABLE, DEMO_NOT_TRADABLE, BOTS_FULL or ATOMS_FULL.
   */
  load(ownerId: string, address: string): Promise<Outcome<null>>;
  /** Deletes the demo with everything in it, or calls off a load that fetches candles. Refuses with DEMO_NOT_FOUND. */
  remove(ownerId: string, address: string): Promise<Outcome<null>>;
}

/** What can be read of the engine synchronously; at most a second old. */
export interface RuntimeMirror {
  readonly instruments: ReadonlyMap<string, Instrument>;
  market(): MarketState;
  /** The latest price; null for an unknown symbol or one without a candle. */
  lastPrice(symbol: string): Ticks | null;
  /** Subscribes to changes; returns a function to unsubscribe. */
  onChange(listener: (change: RuntimeChange) => void): () => void;
}

export interface PastEntryRequest extends BotAddress {
  readonly symbol: string;
  readonly direction: Direction;
  readonly at: Instant;
}

/**
 * Reads that the engine answers. Throws AppError OVERLOADED (retryable) when too many wait or no answer comes in time.
 */
export interface RuntimeReads {
  /** Those of the given bots that are in the engine, by id. */
  botsNow(places: readonly BotAddress[]): Promise<ReadonlyMap<string, BotNow>>;
  /** What each atom of the given bots waits for, by id of the bot; bots that are not in the engine are left out. */
  waitsNow(places: readonly BotAddress[]): Promise<ReadonlyMap<string, readonly WaitNow[]>>;
  /**
   * What the rules of an atom said at their last close by an instant of the past; null without an entry rule, and for an atom
   * that is not in the engine.
   */
  pastEntry(asked: PastEntryRequest): Promise<PastEntry | null>;
  /** Those of the given portfolios that are in the engine and up to date there, by id. */
  fundsNow(portfolioIds: readonly string[]): Promise<ReadonlyMap<string, FundsNow>>;
  /**
   * The last price of each symbol at each of the times, none of them in the future: the close of its last minute in the
   * hour before; null where that hour has none.
   */
  closesAt(
    asked: readonly { readonly symbol: string; readonly times: readonly Instant[] }[],
  ): Promise<ReadonlyMap<string, readonly (Ticks | null)[]>>;
}

/**
 * Commands to the engine. Each is decided in the engine against its present state and answered when its effect is
 * committed. Throws AppError OUTCOME_UNKNOWN (retryable) when no answer comes in time: a repeat under the same
 * idempotency key returns what happened and has no second effect. Throws DISK_FULL or DATABASE_UNAVAILABLE (retryable),
 * having changed nothing, while nothing can be stored.
 */
export interface RuntimeCommands {
  /** Registers a new, empty portfolio account (its row is already stored). */
  openPortfolio(ownerId: string, portfolioId: string): Promise<void>;
  /** Deletes an account and its row; refuses with PORTFOLIO_NOT_EMPTY while it has bots. */
  deletePortfolio(request: PortfolioRequest): Promise<Outcome<null>>;
  command(request: CommandRequest): Promise<Outcome<CarriedOut>>;
  /**
   * Sets the exits of several bots against one state of their accounts, and stores them in one transaction. Refuses with
   * BOTS_REFUSED and the reasons of each bot, whose paths begin with its place in the request.
   */
  setConditions(request: ConditionsRequest): Promise<Outcome<readonly CarriedOut[]>>;
  /** Applies versions to several bots, and stores with them those that are new; refuses as `setConditions`. */
  applyVersions(request: VersionsRequest): Promise<Outcome<readonly CarriedOut[]>>;
  /** What `applyVersions` would do, without any effect. */
  previewVersions(request: VersionsRequest): Promise<Outcome<readonly CarriedOut[]>>;
  /** Moves flat bots, as they are, to other portfolios of their owner, all in one transaction; refuses as `setConditions`. */
  moveBots(request: MovesRequest): Promise<Outcome<null>>;
  /** Stores fields of an asset; one that is or was excluded gets no more cycles, or may have them again, from here on. */
  setAssetNote(request: AssetNoteRequest): Promise<void>;
  /** Runs the command on a copy and returns what it would cancel and place, without any effect. */
  preview(request: CommandRequest): Promise<Outcome<CarriedOut>>;
}

/** The engine with its writer, its feed and its accounts, as the rest of the program sees it. */
/** Exchange accounts of users. Refuses with LIVE_REFUSED, followed by every reason, while an account cannot be opened. */
export interface RuntimeAccounts {
  /** The exchange account of a user with live portfolios; null without any. */
  exchangeAccount(ownerId: string): Promise<ExchangeAccountNow | null>;
  /** Sets all caps of the user's exchange account. */
  setCaps(request: CapsRequest): Promise<Outcome<null>>;
  /** Halts or releases; what only takes risk away is still sent. */
  setHalt(request: HaltRequest): Promise<Outcome<null>>;
}

export interface Runtime extends RuntimeMirror, RuntimeReads, RuntimeCommands, RuntimeAccounts {}
