import { assert } from '#base/assert.ts';
import type { RemoteSigner } from '#keys/key-signer.ts';
import type { BackFillJob } from '#market/back-fill/back-fill-job.ts';
import type { ReadPast } from '#ports/market-past.ts';
import type { LeftOutRow, Listing } from '#ports/market-source.ts';
import type { MarketSurvey } from '#ports/market-survey.ts';
import { type RemoteRuntime, remoteRuntime } from '#runtime/thread/remote-runtime.ts';
import { startThread, type Thread } from '#runtime/thread/start-thread.ts';
import type { ExchangeLine, MarketServices, PriceForKey } from '#server/market/market-services.ts';
import { ENGINE_COMMANDS, type EngineCalls, type EngineNews, type EngineQuestion } from './engine-calls.ts';

const ENTRY = new URL('./engine-program.ts', import.meta.url);

/** The engine in its thread, and the exchange that it talks to. */
export interface StartedEngine extends RemoteRuntime {
  /** @throws AppError when the exchange does not answer at a first start */
  open(question: EngineQuestion): Promise<void>;
  readonly market: Omit<MarketServices, 'signedPrice'>;
  /** The signer of exchange keys, which runs in the thread. */
  readonly signer: RemoteSigner;
  readonly readPast: ReadPast;
  readonly survey: MarketSurvey;
  /** @throws AppError as a `MarketSource` does */
  circulatingSupply(symbol: string): Promise<string | null>;
  /** Requested with the user's own key; null when there is none. @throws AppError as a `MarketSource` does */
  signedPrice(userId: string, symbol: string): Promise<PriceForKey | null>;
  /** Lets the engine store its last decisions, and ends it. */
  stop(): Promise<void>;
}

/** How the program reacts to messages of the thread. */
export interface EngineWatch {
  readonly warn: (line: string) => void;
  /** Called when the thread ended by itself or an assertion failed in it: the program must end. */
  readonly failed: (cause: unknown) => void;
}

/** Starts the thread, which loads its program and waits to be opened. */
export function startEngine({ warn, failed }: EngineWatch): StartedEngine {
  const thread: Thread<EngineQuestion, EngineCalls, EngineNews> = startThread({
    entry: ENTRY,
    name: 'engine',
    commands: ENGINE_COMMANDS,
    failed,
  });
  thread.on('warning', warn);
  return {
    ...remoteRuntime(thread),
    open: (question) => thread.open(question),
    market: remoteMarket(thread),
    circulatingSupply: (symbol) => thread.call('circulatingSupply', symbol),
    survey: {
      begin: () => thread.call('beginSurvey'),
      contract: (symbol) => thread.call('surveyContract', symbol),
      interestSince: (symbol, from) => thread.call('surveyInterest', symbol, from),
    },
    readPast: (query) => thread.call('readPast', query),
    signer: {
      permissionsOf: (key) => thread.call('permissionsOfKey', key),
      reseal: (key, context) => thread.call('resealKey', key, context),
      check: (userId) => thread.call('checkKey', userId),
    },
    signedPrice: (userId, symbol) => thread.call('signedPrice', userId, symbol),
    stop: () => thread.stop(),
  };
}

function remoteMarket(thread: Thread<EngineQuestion, EngineCalls, EngineNews>): StartedEngine['market'] {
  const listeners = new Set<(job: BackFillJob) => void>();
  let listings: ReadonlyMap<string, Listing> = new Map();
  let line: ExchangeLine | null = null;
  let leftOut: readonly LeftOutRow[] = [];
  thread.on('listings', (told) => {
    listings = told;
  });
  thread.on('line', (told) => {
    line = told;
  });
  thread.on('leftOut', (told) => {
    leftOut = told;
  });
  thread.on('backFill', (job) => {
    for (const listener of listeners) listener(job);
  });
  return {
    listings: () => listings,
    line() {
      assert(line !== null, 'the thread of the engine is open');
      return line;
    },
    leftOut: () => leftOut,
    onBackFill(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    contracts: () => thread.call('contracts'),
    history: (symbol) => thread.call('history', symbol),
    funding: (query) => thread.call('funding', query),
    backFills: () => thread.call('backFills'),
    startBackFill: (request) => thread.call('startBackFill', request),
    cancelBackFill: (asked) => thread.call('cancelBackFill', asked),
    candlePages: (query) => thread.call('candlePage', query),
  };
}
