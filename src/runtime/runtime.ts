import type { Outcome } from '#base/errors.ts';
import type { Cash, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { AtomView, BotSnapshot } from '#engine/model/account.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { AccountRecord } from '#engine/model/record.ts';

/** An idempotency key, stored in the same transaction as the effect it stands for. */
export interface RememberedAnswer {
  readonly key: string;
  readonly call: string;
  readonly bodyHash: string;
}

/** Row fields of a new bot that the engine does not need. */
export interface NewBotRow {
  readonly name: string;
  readonly comment: string;
  readonly strategyId: string | null;
  readonly strategyVersion: number | null;
}

/** Where the market stands, and whether the engine keeps up with it. */
export interface MarketState {
  /** Open of the last closed minute. */
  readonly minute: Instant;
  /** Market time now: the close of that minute. */
  readonly now: Instant;
  /** Market minutes in one wall minute. */
  readonly speed: number;
  /** Which pass of the recording is played, from 1; null for a feed without rounds. */
  readonly round: number | null;
  readonly engine: 'running' | 'catching-up' | 'stopped';
  /** Wall time of the engine's last turn. */
  readonly beatAt: Instant;
}

/** What changed since the last change was told, for the live channel. */
export interface RuntimeChange {
  readonly minute: Instant;
  /** Prices that moved, each with the market time at which it stood. */
  readonly prices: readonly { readonly symbol: string; readonly price: Ticks; readonly at: Instant }[];
  /** Bots whose views changed, by owner. */
  readonly bots: readonly { readonly ownerId: string; readonly portfolioId: string; readonly botId: string }[];
  /** Owners whose stored rows changed, with the nouns. */
  readonly touched: readonly {
    readonly ownerId: string;
    readonly topics: readonly ('portfolios' | 'bots' | 'cycles' | 'logs' | 'demo')[];
  }[];
}

/** The paper runtime as the server sees it. Every command is stored before its promise resolves. */
export interface Runtime {
  readonly instruments: ReadonlyMap<string, Instrument>;
  market(): MarketState;
  /** Close of the last minute; null for an unknown symbol or one without a candle. */
  lastPrice(symbol: string): Ticks | null;
  /** Registers a new, empty portfolio account (its row is already stored). */
  openPortfolio(ownerId: string, portfolioId: string): Promise<void>;
  /** Forgets the account; what it had decided is stored first or dropped with it. */
  closePortfolio(portfolioId: string): Promise<void>;
  /** `row` is for `create` only. Resolves when the effect, and the key of `answer`, are committed. */
  command(
    ownerId: string,
    portfolioId: string,
    command: BotCommand,
    options?: { row?: NewBotRow; strategyVersion?: number; answer?: RememberedAnswer },
  ): Promise<Outcome<null>>;
  /** Runs the command on a copy and tells what it would cancel and place, without any effect. */
  preview(portfolioId: string, command: BotCommand): Promise<Outcome<readonly AccountRecord[]>>;
  bot(portfolioId: string, botId: string): BotSnapshot | null;
  /** What the bot's atoms look like at the latest price; empty for an unknown bot. */
  views(portfolioId: string, botId: string): readonly AtomView[];
  /** Balance in cash; null when the portfolio is not in memory. */
  wallet(portfolioId: string): Cash | null;
  /** Margin reserved by open cycles, of the portfolio or of one bot. */
  committed(portfolioId: string, botId?: string): Cash;
  /** Refuses with PORTFOLIO_NOT_FLAT while a bot holds a position or an order. */
  setWallet(portfolioId: string, balance: Cash): Promise<Outcome<null>>;
  /** Waits until everything decided so far is stored. */
  flush(): Promise<void>;
  /** Subscribes to changes; returns the way out. */
  onChange(listener: (change: RuntimeChange) => void): () => void;
}
