import path from 'node:path';
import { type ConnectedExchange, connectExchange } from '#adapters/exchange-binance-usdm/connect-exchange.ts';
import { exchangeUrls } from '#adapters/exchange-binance-usdm/transport/environments.ts';
import { DAY_MS, type Instant, later } from '#base/time.ts';
import { BackFill } from '#market/back-fill/back-fill.ts';
import { candlePages, type ReadCandlePage } from '#market/candle-pages.ts';
import { type ExchangeFeed, openExchangeFeed } from '#market/exchange-feed.ts';
import { asking, MARKET_SHARE } from '#market/feed/retry.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { type MarketStore, openMarketStore } from '#market/store/market-store.ts';
import { openTickerBoard, type TickerBoard } from '#market/ticker-board.ts';
import type { Config } from '../config.ts';
import type { Lifetime } from '../lifetime.ts';
import { type SimulatorAccess, simulatedAccounts } from '../simulator/simulated-account.ts';
import { bundledRound } from '../simulator/simulator-setup.ts';
import { MARKS, marketFolder } from './market-folder.ts';
import { readTiers } from './read-tiers.ts';

/** The program's own read-only account at the simulated exchange. */
const PROGRAM_LABEL = 'botyard';

/** The simulated exchange runs on this machine, which may be too busy for it to answer in time. */
const ASKING = { signal: new AbortController().signal, firstWaitMs: 500, failuresMax: 3, share: MARKET_SHARE } as const;

/** The market of the configured exchange. */
export interface ExchangeMarket {
  readonly exchange: ConnectedExchange;
  readonly store: MarketStore;
  readonly feed: ExchangeFeed;
  readonly board: TickerBoard;
  readonly backFill: BackFill;
  readonly candlePages: ReadCandlePage;
}

/** The settings needed to open the market. */
export type MarketConfig = Pick<
  Config,
  'exchange' | 'dataDir' | 'candlesDir' | 'simulatorReplay' | 'backFillDays' | 'marketSpeed'
>;

export interface MarketOptions {
  readonly config: MarketConfig;
  readonly lifetime: Lifetime;
  /** The simulated exchange; null for a real exchange. */
  readonly simulator: SimulatorAccess | null;
  readonly tell: (line: string) => void;
  /** Called when an assertion fails: the program must end. */
  readonly onBroken: (error: unknown) => void;
}

/**
 * Opens the exchange's market; parts that must be closed are added to the lifetime.
 * @throws AppError when the exchange does not answer at a first start
 */
export async function openExchangeMarket(options: MarketOptions): Promise<ExchangeMarket> {
  const { config, lifetime, simulator, tell, onBroken } = options;
  const urls = exchangeUrls(config.exchange, simulator?.port ?? 0);
  const exchange = connectExchange({ name: config.exchange, urls });
  await lifetime.add('exchange', () => exchange.close());
  if (simulator !== null) await readOwnTiers(exchange, simulator, tell);
  const store = await openMarketStore(marketFolder(config), tell);
  const marks = await openMarketStore(path.join(marketFolder(config), MARKS), tell);
  const round = roundOf(config, simulator);
  const feed = await openExchangeFeed({
    source: exchange.market,
    store,
    marks,
    watch: null,
    tell,
    failed: onBroken,
    ...(round === null ? {} : { round }),
  });
  await lifetime.add('market', () => feed.close());
  const board = openTickerBoard(exchange.market, tell);
  await lifetime.add('tickers', async () => board.close());
  const backFill = new BackFill({
    source: exchange.market,
    store,
    folder: marketFolder(config),
    watched: [...recordedInstruments().keys()],
    firstDays: config.backFillDays === 0 ? null : config.backFillDays,
    due: feed.due,
    tell,
    failed: onBroken,
  });
  await lifetime.add('back-filling', () => backFill.stop());
  return {
    exchange,
    store,
    feed,
    board,
    backFill,
    candlePages: candlePages(exchange.market, Date.now),
  };
}

async function readOwnTiers(
  exchange: ConnectedExchange,
  simulator: SimulatorAccess,
  tell: (line: string) => void,
): Promise<void> {
  const openAccount = simulatedAccounts(simulator);
  await asking({ ...ASKING, source: exchange.market, tell }, async () =>
    readTiers(exchange, await openAccount(PROGRAM_LABEL)),
  );
}

/** Which repetition of the bundled recording the simulated exchange replays in a minute; null when it replays another one. */
function roundOf(
  { exchange, simulatorReplay }: MarketConfig,
  simulator: SimulatorAccess | null,
): ((minute: Instant) => number) | null {
  if (exchange !== 'sim' || simulatorReplay !== 'bundled') return null;
  const shiftMs = (simulator?.shiftDays ?? 0) * DAY_MS;
  return (minute) => bundledRound(later(minute, -shiftMs));
}
