import type { BackFillJob } from '#market/back-fill/back-fill-job.ts';
import type { ReadCandlePage } from '#market/candle-pages.ts';
import type { MarketAnswers } from '#market/market-answers.ts';
import type { ExchangeCredentials, PermissionsAnswer } from '#ports/key-permissions.ts';
import type { Listing } from '#ports/market-source.ts';
import { RUNTIME_COMMANDS, type RuntimeCalls, type RuntimeNews } from '#runtime/thread/runtime-calls.ts';
import type { ExchangeLine, PriceForKey } from '#server/market/market-services.ts';
import type { MarketConfig } from './exchange-market.ts';

/** What the engine's thread is opened with. */
export interface EngineQuestion {
  readonly config: MarketConfig;
  /** Login of the engine. */
  readonly engineUrl: string;
  /** Of the simulated exchange; null where the exchange is a real one. */
  readonly simulatorPort: number | null;
}

/**
 * What the engine's thread is asked. It alone has a line to the exchange, so there is one budget of requests; credentials
 * come with the one call that they are for.
 */
export interface EngineCalls extends RuntimeCalls, MarketAnswers {
  candlePage: ReadCandlePage;
  signedPrice(credentials: ExchangeCredentials, symbol: string): Promise<PriceForKey>;
  permissionsOf(credentials: ExchangeCredentials): Promise<PermissionsAnswer>;
}

export const ENGINE_COMMANDS: ReadonlySet<keyof EngineCalls & string> = new Set([
  ...RUNTIME_COMMANDS,
  'startBackFill',
  'cancelBackFill',
]);

/** What it tells unasked. */
export interface EngineNews extends RuntimeNews {
  readonly line: ExchangeLine;
  /** Told when the exchange lists something else. */
  readonly listings: ReadonlyMap<string, Listing>;
  readonly backFill: BackFillJob;
  /** A sentence for the log. */
  readonly warning: string;
}
