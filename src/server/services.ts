import type { FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import type { Environment } from '#base/environment.ts';
import type { Instant } from '#base/time.ts';
import type { SharedCandles } from '#ports/candle-files.ts';
import type { PriceMoveMeasures } from '#ports/price-move-measures.ts';
import type { Demo, Runtime } from '#ports/runtime.ts';
import type { RuleScreens } from '#ports/screener/rule-screens.ts';
import type { StrategyTrials } from '#ports/strategy-trials.ts';
import type { ScaleTrials } from '#ports/trials/scale-trials.ts';
import type { Database } from '#storage/database/database.ts';
import type { CoinServices } from './assets/coin-services.ts';
import type { LastKnown } from './http/answers/last-known.ts';
import type { SharedAnswers } from './http/answers/shared-answers.ts';
import type { StoredReads } from './http/answers/stored-reads.ts';
import type { Caller } from './http/callers/auth.ts';
import type { ExchangeShare } from './http/callers/exchange-share.ts';
import type { FairTurns } from './http/callers/fair-turns.ts';
import type { Confirmations } from './http/confirmations/confirmations.ts';
import type { KeyServices } from './keys/key-services.ts';
import type { Touches } from './live/touches.ts';
import type { MarketServices } from './market/market-services.ts';
import type { NoticeServices } from './notices/notice-services.ts';
import type { KnownCloses } from './portfolios/known-closes.ts';
import type { ScreenerServices } from './screener/screener-services.ts';
import type { LabServices } from './tests/lab-services.ts';

/** What the browser may know before sign-in, and what answers contain about the installation. */
export interface ServerSettings {
  readonly title: string;
  readonly environment: Environment;
  /** `origin` replaces the hosts of the sign-in service; null for Google's own, or for this server. */
  readonly identity: {
    readonly isEmbedded: boolean;
    readonly projectId: string;
    readonly apiKey: string;
    readonly origin: string | null;
  };
  /** Days of the market that lines of the bots' log are kept. */
  readonly logDays: number;
  /** Other origins that the pages call to sign in. */
  readonly signInOrigins: readonly string[];
  readonly version: string;
  readonly commit: string | null;
}

/** Verifies a token; throws AppError TOKEN_INVALID, TOKEN_REVOKED or USER_DISABLED. */
export interface Verifier {
  verify(token: string, address: string): Promise<Caller>;
}

/** What the program knows of its own database and disk. */
export interface SystemWatch {
  isDatabaseAnswering(): boolean;
  /** Room on the disk of the data folder. */
  disk(): 'ok' | 'low' | 'full';
}

/** Everything the routes act through. */
export interface Services {
  /** Logged in with the request role: row-level security binds it. */
  readonly database: Database;
  readonly runtime: Runtime;
  readonly verifier: Verifier;
  readonly settings: ServerSettings;
  readonly demo: Demo;
  readonly keys: KeyServices;
  readonly market: MarketServices;
  readonly lab: LabServices;
  readonly trials: StrategyTrials & ScaleTrials;
  readonly moves: PriceMoveMeasures;
  readonly coins: CoinServices;
  readonly screener: ScreenerServices;
  readonly rules: RuleScreens;
  readonly notices: NoticeServices;
  /** Ends the caller's session: its refresh tokens and the tokens already issued. */
  readonly endSession: (caller: Caller, address: string) => Promise<void>;
  readonly touches: Touches;
  readonly reads: StoredReads;
  readonly sharedAnswers: SharedAnswers;
  readonly lastKnown: LastKnown;
  readonly exchangeShare: ExchangeShare;
  /** Turns of strategies that are tried before a save: one at a time, of each user and of all. */
  readonly inspections: FairTurns;
  readonly confirmations: Confirmations;
  readonly closes: KnownCloses;
  readonly system: SystemWatch;
  /** Wall time. */
  readonly now: () => Instant;
}

/**
 * How long a new connection to the live channel may take to sign in, and how often its token is checked again; wall
 * time.
 */
export interface LiveTimes {
  readonly helloWithinMs: number;
  readonly recheckEveryMs: number;
}

/** Requests a minute. */
export interface RequestLimits {
  /** Of an address, whoever sends them: counted before anything is read of a request. */
  readonly address: number;
  /** Of an address without a proven user: no token, or a bad one. */
  readonly stranger: number;
  /** Of a user, wherever the requests come from. */
  readonly user: number;
}

type MadeHere =
  | 'touches'
  | 'reads'
  | 'sharedAnswers'
  | 'lastKnown'
  | 'exchangeShare'
  | 'inspections'
  | 'confirmations'
  | 'closes';

export interface ServerOptions extends Omit<Services, 'now' | MadeHere> {
  readonly now?: () => Instant;
  /** Other services on the same origin, such as the embedded identity; each speaks its own error format. */
  readonly plugins?: readonly FastifyPluginAsync[];
  /** Folder of the built web application; null serves the API alone. */
  readonly webRoot: string | null;
  readonly log: Logger;
  /** While false, every request is answered with 503 STARTING. By default ready from the start. */
  readonly isReady?: () => boolean;
  readonly rateLimits: RequestLimits;
  /** Addresses and networks whose X-Forwarded-For header is believed. Left out: none. */
  readonly trustedProxies?: readonly string[];
  /** Origins under which browsers reach the pages, besides loopback names and addresses. */
  readonly publicOrigins?: readonly string[];
  readonly liveTimes?: LiveTimes;
  /** What machines that have joined the lab may fetch. Left out or null: nothing. */
  readonly sharedCandles?: SharedCandles | null;
}
