import type { Outcome, Reason } from '#base/errors.ts';
import type { Cash, Rate, Steps, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { EntryWait, PastEntry, RuleReading } from './atom.ts';
import type { BotCommand, EngineBot } from './bot.ts';
import type { Candle, MarkMinute } from './candle.ts';
import type { MarketHistory, Stretch } from './history.ts';
import type { Instrument, SymbolGrids } from './instrument.ts';
import type { Direction } from './order.ts';
import type { AccountRecord, NetCycle, OrderRecord } from './record.ts';

/** Everything needed to continue an account: plain JSON data. One paper portfolio is one account with one wallet. */
export interface AccountSnapshot {
  /** Balance: what was paid in plus everything realised. */
  readonly wallet: Cash;
  /** Cap on the margin committed by all its bots; null is none. */
  readonly limit: Cash | null;
  /** Symbols that get no new cycles; left out: none. */
  readonly excluded?: readonly string[];
  /** Open of the last minute that was processed; null before the first. */
  readonly minute: Instant | null;
  readonly bots: readonly BotSnapshot[];
}

/** Everything needed to continue a bot: plain JSON data, stored as such. */
export interface BotSnapshot {
  readonly bot: EngineBot;
  /** The open net cycle of each symbol, and how many have begun. */
  readonly netCycles: readonly { readonly symbol: string; readonly begun: number; readonly open: NetCycle | null }[];
  /** What its prices and quantities are counted in, by symbol; omitted by versions that did not store it. */
  readonly grids?: readonly SymbolGrids[];
}

/**
 * The way the price takes inside a minute, for each atom: from the open to its losing extreme first, to its winning one, or
 * to the one nearer to the open.
 */
export type MinutePath = 'pessimistic' | 'optimistic' | 'nearest_first';

/** Constants of a simulation. Slippage is a rate that worsens every market fill. */
export interface Market {
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly slippage: Rate;
  /** Left out: pessimistic, as everything but a comparison of backtests is. */
  readonly path?: MinutePath;
  /** The share of a minute's volume that limit orders may fill against; left out: a tenth. */
  readonly volumeCap?: Rate;
  /** False: atoms keep no log, and the only notes recorded are blocked entries and skipped steps. */
  readonly hasLog?: boolean;
  /**
   * False: records of intermediate states are omitted. A changed bot is not recorded, and a net cycle is recorded when
   * it begins and ends instead of after every event. Their current states can be read at any time.
   */
  readonly hasSteps?: boolean;
}

/** The candles of one closed minute of the whole market. A symbol without a candle is frozen for that minute. */
export interface ClosedMinute {
  /** Open of the minute. */
  readonly time: Instant;
  candle(symbol: string): Candle | null;
  /**
   * The mark over the minute: it values positions, liquidates them and triggers stops that use it. Null when the minute
   * has no mark; the candle is then used instead. Read only when there is a candle.
   */
  mark(symbol: string): MarkMinute | null;
  /** True when the minute closed while the program was down, and is run only now. Omitted: it is of the present. */
  readonly isMissed?: true;
}

/** Everything about one closed minute that a simulation needs. */
export interface MarketMinute extends ClosedMinute {
  /** Funding rate settled at the open of this minute; null when none is. */
  funding(symbol: string): Rate | null;
  /** The last price of a contract that has ended; null while it has not. Omitted, none has ended. */
  endPrice?(symbol: string): Ticks | null;
  /** Lowest low and highest high, in ticks, of the minutes that opened in [from, to]; null where there are none. */
  range(symbol: string, from: Instant, to: Instant): { readonly low: number; readonly high: number } | null;
  /**
   * The minutes that opened in [from, to) as one bar that opens at `from`, up to this minute: later ones are never
   * visible. Null when none of them has a candle, or when one that the market may have had is not stored.
   */
  bar(symbol: string, from: Instant, to: Instant): Candle | null;
}

/** The current figures of an atom for screens; prices in ticks of its instrument, money in cash. */
export interface AtomView {
  readonly botId: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly mark: Ticks | null;
  readonly takeProfitPrice: Ticks | null;
  readonly stopLossPrice: Ticks | null;
  readonly nextLevelPrice: Ticks | null;
  readonly liquidationPrice: Ticks | null;
  /** Prices of all ladder levels, base first; empty while flat. */
  readonly levelPrices: readonly Ticks[];
  readonly unrealized: Cash;
  readonly initialMargin: Cash;
  /** Whether its cycles open by rule: then a reason that has blocked one is of its last signal, not of the present. */
  readonly isEnteredByRule: boolean;
  /** True: its prices are in ticks of the bot's stored grids, which the exchange has replaced; nothing moves it. Omitted otherwise. */
  readonly isOffGrid?: true;
}

/** A fill with its fee. */
export interface Filled {
  readonly price: Ticks;
  readonly quantity: Steps;
  readonly commission: Cash;
}

/** An account, whoever fills its orders: its commands and its present state. Deterministic, no clock, no chance, no I/O. */
export interface Account {
  /** Carries out a command between two minutes, stamped with market time; a refusal changes nothing. */
  command(command: BotCommand, at: Instant): Outcome<readonly AccountRecord[]>;
  /** Why `command` would refuse the parameters of a command; empty when they can run. */
  judge(command: BotCommand): readonly Reason[];
  /** The bot in its current state, or null. */
  bot(botId: string): BotSnapshot | null;
  /** Drops a deleted bot, between two minutes, once its last records are taken; nothing that follows depends on it. */
  forget(botId: string): void;
  views(botId: string): readonly AtomView[];
  /** What each atom of a bot waits for before it opens its next cycle; empty for an unknown bot. */
  waits(botId: string): readonly EntryWait[];
  /** What the entry rule of an atom says at its last close; null without one. Costs as much as judging the rule a few times. */
  entryReading(botId: string, atom: Pick<AtomView, 'symbol' | 'direction'>): RuleReading | null;
  /** The same at the last close by an instant of the past, judged by the present rules. */
  pastEntry(botId: string, atom: Pick<AtomView, 'symbol' | 'direction'>, time: Instant): PastEntry | null;
  /** Wallet balance, without open results. */
  wallet(): Cash;
  /** Margin committed by open and starting cycles, of all bots or of one. */
  committed(botId?: string): Cash;
  snapshot(): AccountSnapshot;
}

/** An account whose orders a simulation fills. The same minutes and commands give the same records. */
export interface AccountInSimulation extends Account {
  /** Runs one closed minute. Minutes must come in order, without gaps. */
  advance(minute: MarketMinute): readonly AccountRecord[];
  /**
   * Skips stored minutes in which nothing can happen, with the same effect as `advance`. Call it only after a minute was
   * run, because a command takes effect in the next minute.
   *
   * @param span - minute indexes: the next minute, and the one to stop at
   * @returns the first minute that was not skipped: something may happen in it, or it is `to`
   */
  skip(history: MarketHistory, span: Stretch): number;
  /**
   * Fills an order that a deal has just placed as the venue would: at its own price, or at market at the last one, with the
   * slippage and the fee of that. For a copy of the account, to preview a deal.
   */
  fillDeal(deal: OrderRecord, at: Instant): Filled;
}
