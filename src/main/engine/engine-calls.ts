import type { RemoteSigner } from '#keys/key-signer.ts';
import type { BackFillJob } from '#market/back-fill/back-fill-job.ts';
import type { ReadCandlePage } from '#market/candle-pages.ts';
import type { MarketAnswers } from '#market/market-answers.ts';
import type { ReadPast } from '#ports/market-past.ts';
import type { LeftOutRow, Listing } from '#ports/market-source.ts';
import type { ContractSurvey, MarketSurvey } from '#ports/market-survey.ts';
import { RUNTIME_COMMANDS, type RuntimeCalls, type RuntimeNews } from '#runtime/thread/runtime-calls.ts';
import type { ExchangeLine, PriceForKey } from '#server/market/market-services.ts';
import type { SimulatorAccess } from '../simulator/simulated-account.ts';
import type { MarketConfig } from './exchange-market.ts';

/** What the engine's thread is opened with. */
export interface EngineQuestion {
  readonly config: MarketConfig;
  readonly logDays: number;
  /** Login of the engine. */
  readonly engineUrl: string;
  /** This program in `members`. */
  readonly memberId: string;
  /** Where the private keys are that open exchange keys. */
  readonly secretsDir: string;
  /** The simulated exchange; null for a real exchange. */
  readonly simulator: SimulatorAccess | null;
}

/**
 * The calls to the engine's thread. Only this thread talks to the exchange, so there is one request budget, and only it opens
 * exchange keys: they cross as sealed, or are named by their user.
 */
export interface EngineCalls extends RuntimeCalls, MarketAnswers {
  candlePage: ReadCandlePage;
  readPast: ReadPast;
  circulatingSupply(symbol: string): Promise<string | null>;
  beginSurvey(): Promise<void>;
  surveyContract(symbol: string): Promise<ContractSurvey>;
  surveyInterest: MarketSurvey['interestSince'];
  /** Requested with the user's own key; null when there is none. */
  signedPrice(userId: string, symbol: string): Promise<PriceForKey | null>;
  permissionsOfKey: RemoteSigner['permissionsOf'];
  resealKey: RemoteSigner['reseal'];
  checkKey: RemoteSigner['check'];
}

export const ENGINE_COMMANDS: ReadonlySet<keyof EngineCalls & string> = new Set([
  ...RUNTIME_COMMANDS,
  'startBackFill',
  'cancelBackFill',
]);

/** What the thread sends unasked. */
export interface EngineNews extends RuntimeNews {
  readonly line: ExchangeLine;
  /** Sent when the exchange's list of contracts changes. */
  readonly listings: ReadonlyMap<string, Listing>;
  /** Sent when other rows of the exchange's lists than before could not be used. */
  readonly leftOut: readonly LeftOutRow[];
  readonly backFill: BackFillJob;
  /** A sentence for the log. */
  readonly warning: string;
}
