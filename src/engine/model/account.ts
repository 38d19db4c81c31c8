import type { Outcome, Reason } from '#base/errors.ts';
import type { Cash, Rate, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { BotCommand, EngineBot } from './bot.ts';
import type { Candle, MarkMinute } from './candle.ts';
import type { MarketHistory, Stretch } from './history.ts';
import type { Instrument } from './instrument.ts';
import type { Direction } from './order.ts';
import type { AccountRecord, NetCycle } from './record.ts';

/** Everything an account needs to go on: plain JSON data. One paper portfolio is one account with one wallet. */
export interface AccountSnapshot {
  /** Balance: what was paid in plus everything realised. */
  readonly wallet: Cash;
  /** Cap on the margin committed by all its bots; null is none. */
  readonly limit: Cash | null;
  /** Open of the last minute that was processed; null before the first. */
  readonly minute: Instant | null;
  readonly bots: readonly BotSnapshot[];
}

/** Everything needed to run one bot on: plain JSON data, stored as such. */
export interface BotSnapshot {
  readonly bot: EngineBot;
  /** Open flat-to-flat episode by symbol, and how many were begun. */
  readonly netCycles: readonly { readonly symbol: string; readonly begun: number; readonly open: NetCycle | null }[];
}

/** Constants of a simulation. Slippage is a rate against us on every market fill. */
export interface Market {
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly slippage: Rate;
  /** False where atoms keep no log: of their notes only blocked entries and skipped steps are told. */
  readonly hasLog?: boolean;
  /**
   * False where only what stays is told: no bot after what changed it, and an episode when it begins and when it ends
   * instead of after every event. Where they stand can be asked at any time.
   */
  readonly hasSteps?: boolean;
}

/** The candles of one closed minute of the whole market. A symbol without a candle is frozen for that minute. */
export interface ClosedMinute {
  /** Open of the minute. */
  readonly time: Instant;
  candle(symbol: string): Candle | null;
  /**
   * The mark in the minute: it values positions, liquidates them and triggers stops that go by it. Null where there is
   * no mark of the minute: then the candle stands for it. Read only where there is a candle.
   */
  mark(symbol: string): MarkMinute | null;
}

/** Everything about one closed minute that a simulation needs. */
export interface MarketMinute extends ClosedMinute {
  /** Funding rate settled at the open of this minute; null when none is. */
  funding(symbol: string): Rate | null;
  /** Lowest low and highest high, in ticks, of the minutes that opened in [from, to]; null where there are none. */
  range(symbol: string, from: Instant, to: Instant): { readonly low: number; readonly high: number } | null;
  /**
   * The minutes that opened in [from, to) as one bar that opens at `from`, cut behind this minute: what comes later is not
   * there, whoever asks. Null where none of them has a candle.
   */
  bar(symbol: string, from: Instant, to: Instant): Candle | null;
}

/** What an atom looks like now; prices in ticks of its instrument, money in cash. For screens and live values. */
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
}

/** A simulated account: deterministic, no clock, no chance, no I/O. The same minutes and commands give the same records. */
export interface Account {
  /** Runs one closed minute. Minutes must come in order, without a hole. */
  advance(minute: MarketMinute): readonly AccountRecord[];
  /**
   * Lets stored minutes pass in which nothing can happen, as `advance` would. To be asked behind a minute that was run:
   * a command takes effect in the minute after it.
   *
   * @param span - minutes by index: the next one, and the one to stop at
   * @returns the first minute that has not passed: something may happen in it, or it is `to`
   */
  skip(history: MarketHistory, span: Stretch): number;
  /** Carries out a command between two minutes, stamped with market time; a refusal changes nothing. */
  command(command: BotCommand, at: Instant): Outcome<readonly AccountRecord[]>;
  /** Why the parameters that a command brings cannot run, which `command` would refuse; empty when they can. */
  judge(command: BotCommand): readonly Reason[];
  /** The bot as it stands, or null. */
  bot(botId: string): BotSnapshot | null;
  views(botId: string): readonly AtomView[];
  /** Wallet balance, without open results. */
  wallet(): Cash;
  /** Margin committed by open and starting cycles, over all bots or of one. */
  committed(botId?: string): Cash;
  snapshot(): AccountSnapshot;
}
