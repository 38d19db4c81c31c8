import type { Cash } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Market } from '#engine/model/account.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import type { Feed } from '#ports/feed.ts';
import type { OpenQuotes } from '#ports/quotes.ts';
import type { NewBotRow } from '#ports/runtime.ts';
import type { Database } from '#storage/database/database.ts';
import type { AccountRegister } from './account-register.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { sameAnswer } from './commands/same-answer.ts';
import type { EngineLoop } from './engine-loop.ts';
import type { EngineStore } from './engine-store.ts';
import type { LiveValues } from './ticks/live-values.ts';

/** What the paper runtime needs from outside. */
export interface PaperRuntimeOptions {
  /** Logged in with the engine role. */
  readonly engine: Database;
  readonly feed: Feed;
  /** Moves what is shown between two minutes. */
  readonly openQuotes: OpenQuotes;
  /** Market minutes in one wall minute, to be shown. */
  readonly speed: number;
  log(line: string): void;
  /** The engine met a broken belief: the program must end. */
  failed?(error: unknown): void;
}

/** An account that begins in the past: its commands are carried out there, then it catches up with the market. */
export interface LateAccount {
  readonly ownerId: string;
  readonly portfolioId: string;
  readonly wallet: Cash;
  /** Open of the minute after which the commands take effect. */
  readonly minute: Instant;
  readonly commands: readonly { readonly command: BotCommand; readonly row: NewBotRow }[];
}

/** What the paper runtime is put together from. */
export interface Parts {
  readonly options: PaperRuntimeOptions;
  readonly market: Market;
  /** Open of the minute that the engine processed last. */
  readonly minute: () => Instant;
  readonly register: AccountRegister;
  readonly store: EngineStore;
  readonly loop: EngineLoop;
  readonly changes: ChangeFeed;
  readonly live: LiveValues;
  readonly once: ReturnType<typeof sameAnswer>;
}
