import type { Cash } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Market } from '#engine/model/account.ts';
import type { Feed } from '#ports/feed.ts';
import type { OpenQuotes } from '#ports/quotes.ts';
import type { NewBotRow, UserCommand } from '#ports/runtime.ts';
import type { Database } from '#storage/database/database.ts';
import type { AccountRegister } from './account-register.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { sameAnswer } from './commands/same-answer.ts';
import type { EngineLoop } from './engine-loop.ts';
import type { EngineStore } from './engine-store.ts';
import type { Exclusions } from './exclusions.ts';
import type { LiveAccounts, LiveSources } from './live/live-accounts.ts';
import type { LiveValues } from './ticks/live-values.ts';

/** What the paper runtime is given by its caller. */
export interface PaperRuntimeOptions {
  /** Logged in with the engine role. */
  readonly engine: Database;
  /** This program in `members`: it stores only while it holds the engine's lock. Left out: nothing else runs on the database. */
  readonly memberId?: string;
  readonly feed: Feed;
  /** What real orders need; left out: none are sent. */
  readonly live?: LiveSources;
  /** Best prices between two minutes; they move only what is shown. */
  readonly openQuotes: OpenQuotes;
  /** Market minutes per wall minute, for display. */
  readonly speed: number;
  /** Days of the market that log lines are kept. */
  readonly logDays: number;
  log(line: string): void;
  /** Ends the waits of a start that is called off; without one they last until database and feed are there. */
  readonly signal?: AbortSignal;
  /** Called when an assertion fails in the engine: the program must end. */
  failed?(error: unknown): void;
}

/** An account that begins in the past: its commands take effect there, then it catches up with the market. */
export interface LateAccount {
  readonly ownerId: string;
  /** Where its user asked for it from; absent when the program itself takes it up. */
  readonly address?: string;
  readonly portfolioId: string;
  readonly wallet: Cash;
  /** Open of the minute after which the commands take effect. */
  readonly minute: Instant;
  readonly commands: readonly { readonly command: UserCommand; readonly row: NewBotRow }[];
}

/** What the paper runtime is put together from. */
export interface Parts {
  readonly options: PaperRuntimeOptions;
  readonly market: Market;
  /** Open of the last minute processed by the engine. */
  readonly minute: () => Instant;
  readonly register: AccountRegister;
  readonly exclusions: Exclusions;
  readonly store: EngineStore;
  readonly loop: EngineLoop;
  readonly changes: ChangeFeed;
  readonly live: LiveValues;
  readonly exchangeAccounts: LiveAccounts | null;
  readonly once: ReturnType<typeof sameAnswer>;
}
