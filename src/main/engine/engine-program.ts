import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { ConnectedExchange } from '#adapters/exchange-binance-usdm/connect-exchange.ts';
import { assert } from '#base/assert.ts';
import type { Reason } from '#base/errors.ts';
import type { KeySigner } from '#keys/key-signer.ts';
import { leftOutSentence } from '#market/left-out-sentence.ts';
import { marketAnswers } from '#market/market-answers.ts';
import { marketSurvey } from '#market/market-survey.ts';
import { readPastOf } from '#market/read-past.ts';
import type { Listing } from '#ports/market-source.ts';
import { demoOf } from '#runtime/demo/demo.ts';
import type { LiveSources } from '#runtime/live/live-accounts.ts';
import { startPaperRuntime } from '#runtime/paper-runtime.ts';
import { type RuntimeTeller, runtimeCalls, tellRuntime } from '#runtime/thread/runtime-calls.ts';
import { serveThread, type TellNews } from '#runtime/thread/serve-thread.ts';
import { type Database, openEngineDatabase } from '#storage/database/database.ts';
import { storeRefusals } from '#storage/live/durable-store.ts';
import { installationCode } from '#storage/live/installation-code.ts';
import { openLifetime } from '../lifetime.ts';
import type { EngineCalls, EngineNews, EngineQuestion } from './engine-calls.ts';
import { type ExchangeMarket, openExchangeMarket } from './exchange-market.ts';
import { openSigner } from './open-signer.ts';
import { permissionsReadingTiers } from './read-tiers.ts';

/** Connections of the thread: one writer, and the few readers of the demo and of a start. */
const POOL_MAX = 4;
/** Interval at which the state of the exchange connection is sent, wall time. */
const TELL_EVERY_MS = 1_000;

enableCompileCache();
const port = parentPort;
assert(port !== null, 'this file is the program of a thread');
let tellWarning = (_line: string): void => {};
let teller: RuntimeTeller | null = null;
const lifetime = openLifetime((name, cause) => tellWarning(`${name} did not stop cleanly: ${String(cause)}`));

/**
 * Engine, writer, feed and back-filling together in a separate thread: no request delays a decision, and no minute
 * crosses threads before it is decided on.
 */
serveThread<EngineQuestion, EngineCalls, EngineNews>(port, {
  open,
  beforeAnswer: () => teller?.tellMarket(),
  close: () => lifetime.close(),
});

async function open(question: EngineQuestion, tell: TellNews<EngineNews>): Promise<EngineCalls> {
  const { config, logDays, engineUrl, memberId, secretsDir, simulator } = question;
  tellWarning = (line) => tell('warning', line);
  const engine = openEngineDatabase({ url: engineUrl, poolMax: POOL_MAX, applicationName: 'botyard engine thread' });
  await lifetime.add('database of the engine', () => engine.close());
  const market = await openExchangeMarket({ config, lifetime, simulator, tell: tellWarning, onBroken: endThread });
  const { feed, exchange, backFill, candlePages } = market;
  const speed = config.marketSpeed;
  const signing = Promise.withResolvers<KeySigner>();
  const starting = new AbortController();
  await lifetime.add('start of the engine', async () => starting.abort());
  const runtime = await startPaperRuntime({
    ...{ engine, memberId, feed, speed, logDays },
    openQuotes: exchange.quotes,
    log: tellWarning,
    signal: starting.signal,
    failed: endThread,
    live: liveSources(question, { engine, exchange, signer: signing.promise }),
  });
  await lifetime.add('engine', () => runtime.stop());
  const permissions = permissionsReadingTiers(exchange, tellWarning);
  const signer = await openSigner({ engine, environment: config.exchange, secretsDir, permissions, log: tellWarning });
  signing.resolve(signer);
  teller = tellRuntime(runtime, {
    market: (state) => tell('market', state),
    instruments: (instruments) => tell('instruments', instruments),
    change: (change) => tell('change', change),
  });
  await lifetime.add('news of the engine', async () => teller?.stop());
  const stopTelling = tellMarket(market, tell);
  await lifetime.add('news of the market', async () => stopTelling());
  const surveying = new AbortController();
  await lifetime.add('survey of the market', async () => surveying.abort());
  const listings = () => market.store.listings;
  const survey = marketSurvey({ source: exchange.market, listings, tell: tellWarning, signal: surveying.signal });
  return {
    ...runtimeCalls(runtime, demoOf({ engine, runtime, feed, log: tellWarning, failed: endThread })),
    ...marketAnswers({ store: market.store, board: market.board, backFill, due: feed.due }),
    candlePage: candlePages,
    readPast: readPastOf({ store: market.store, closed: feed.closed }),
    circulatingSupply: (symbol) => exchange.market.circulatingSupply(symbol),
    beginSurvey: survey.begin,
    surveyContract: survey.contract,
    surveyInterest: survey.interestSince,
    async signedPrice(userId, symbol) {
      const credentials = await signer.credentialsOf(userId);
      return credentials && exchange.signedPrice(credentials, symbol);
    },
    permissionsOfKey: signer.permissionsOf,
    resealKey: signer.reseal,
    checkKey: signer.check,
  };
}

/** What real orders need: a connection of each account alone, and the exchange account by its user's key. */
function liveSources(
  { config, engineUrl }: EngineQuestion,
  {
    engine,
    exchange,
    signer,
  }: { readonly engine: Database; readonly exchange: ConnectedExchange; readonly signer: Promise<KeySigner> },
): LiveSources {
  return {
    environment: config.exchange,
    installation: () => installationCode(engine),
    engine,
    storeRefusals: async () => (config.exchange === 'mainnet' ? [REAL_MONEY] : storeRefusals(engine)),
    openDatabase: async () => openEngineDatabase({ url: engineUrl, poolMax: 1, applicationName: 'botyard orders' }),
    async openVenue(ownerId) {
      const credentials = await (await signer).credentialsOf(ownerId);
      return credentials === null ? null : exchange.venue(ownerId, credentials);
    },
  };
}

/** Kills of the program at every step of an order are not tested yet: until then no real money depends on it. */
const REAL_MONEY: Reason = {
  code: 'REAL_MONEY_NOT_YET',
  detail:
    'This version sends live orders to the simulated exchange and to the demo of Binance only. Start it with EXCHANGE=sim or EXCHANGE=demo.',
};

function tellMarket({ exchange, store, feed, backFill }: ExchangeMarket, tell: TellNews<EngineNews>): () => void {
  let told: ReadonlyMap<string, Listing> = new Map();
  let leftOut = '[]';
  const noteLeftOut = (): void => {
    const rows = exchange.market.leftOut();
    const text = JSON.stringify(rows);
    if (text === leftOut) return;
    leftOut = text;
    tell('leftOut', rows);
    tell('warning', leftOutSentence(rows));
  };
  const beat = (): void => {
    tell('line', { ...exchange.market.health(), due: feed.due() });
    noteLeftOut();
    const { listings } = store;
    if (told.size === listings.size && [...listings].every(([symbol, one]) => told.get(symbol) === one)) return;
    told = new Map(listings);
    tell('listings', told);
  };
  beat();
  const timer = setInterval(beat, TELL_EVERY_MS);
  const leave = backFill.onProgress((job) => tell('backFill', job));
  return () => {
    clearInterval(timer);
    leave();
  };
}

/** Ends the thread with its cause; the main thread then ends the program. */
function endThread(cause: unknown): void {
  setImmediate(() => {
    throw cause;
  });
}
