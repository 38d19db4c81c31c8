import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { type ConnectedExchange, connectExchange } from '#adapters/exchange-binance-usdm/connect-exchange.ts';
import { exchangeUrls } from '#adapters/exchange-binance-usdm/transport/environments.ts';
import type { Instant } from '#base/time.ts';
import { BackFill } from '#market/back-fill/back-fill.ts';
import { candlePages, type ReadCandlePage } from '#market/candle-pages.ts';
import { type ExchangeFeed, openExchangeFeed } from '#market/exchange-feed.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { type MarketStore, openMarketStore } from '#market/store/market-store.ts';
import { openTickerBoard, type TickerBoard } from '#market/ticker-board.ts';
import type { Speed } from '#simulator/market-clock.ts';
import { SETUP_FILE } from '#simulator/stored/stored-state.ts';
import { SIMULATOR_HOST, simulatorFolder } from './commands/simulator-command.ts';
import type { Config } from './config.ts';
import { takeDataFolder } from './data-folder.ts';
import type { Lifetime } from './lifetime.ts';
import { readTiers } from './read-tiers.ts';
import { simulatedAccounts } from './simulator/simulated-account.ts';
import { bundledRound } from './simulator/simulator-setup.ts';
import { startSimulator } from './simulator/start-simulator.ts';

/** The program's own account at the simulated exchange; it only reads. */
const PROGRAM_LABEL = 'botyard';

/** The market of the exchange that the settings name. */
export interface ExchangeMarket {
  readonly exchange: ConnectedExchange;
  readonly store: MarketStore;
  readonly feed: ExchangeFeed;
  readonly board: TickerBoard;
  readonly backFill: BackFill;
  readonly candlePages: ReadCandlePage;
  /** Of the simulated exchange; null where the exchange is a real one. */
  readonly simulatorPort: number | null;
}

export interface MarketOptions {
  readonly config: Config;
  readonly lifetime: Lifetime;
  readonly log: Logger;
  /** Met a broken belief: the program must end. */
  readonly onBroken: (error: unknown) => void;
  /** Market time that the accounts have come to, if any: a new simulated market must not begin before it. */
  readonly stood: () => Promise<Instant | null>;
}

/**
 * Opens the exchange's market, in `sim` with the simulated exchange itself; what has a lifetime is added to it.
 * @throws AppError when the exchange does not answer at a first start, or the simulator cannot start
 */
export async function openExchangeMarket(options: MarketOptions): Promise<ExchangeMarket> {
  const { config, lifetime, log, onBroken } = options;
  const simulatorPort = config.exchange === 'sim' ? await openSimulator(options) : null;
  const urls = exchangeUrls(config.exchange, simulatorPort ?? 0);
  const exchange = connectExchange({ name: config.exchange, urls });
  await lifetime.add('exchange', () => exchange.close());
  const tell = (line: string): void => log.warn(line);
  if (simulatorPort !== null) await readTiers(exchange, await simulatedAccounts(simulatorPort)(PROGRAM_LABEL));
  const store = await openMarketStore(marketFolder(config), tell);
  const isReplay = config.exchange === 'sim' && config.simulatorReplay === 'bundled';
  const feed = await openExchangeFeed({
    source: exchange.market,
    store,
    watch: null,
    tell,
    failed: onBroken,
    ...(isReplay ? { round: bundledRound } : {}),
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
    simulatorPort,
  };
}

async function openSimulator({ config, lifetime, log, onBroken, stood }: MarketOptions): Promise<number> {
  const folder = simulatorFolder(config);
  const lock = takeDataFolder(folder);
  await lifetime.add('folder of the simulated exchange', async () => lock.release());
  const pace = { kind: 'run', speed: config.marketSpeed as Speed } as const; // The setting allows these speeds alone.
  const notBefore = existsSync(path.join(folder, SETUP_FILE)) ? null : await stood();
  const simulator = await startSimulator(
    {
      wishes: { folder, replay: config.simulatorReplay, pace, notBefore },
      host: SIMULATOR_HOST,
      listenOn: config.simulatorPort,
    },
    { warn: (sentence) => log.warn(sentence), failed: onBroken },
  );
  await lifetime.add('simulated exchange', () => simulator.stop());
  return simulator.port;
}

/** What is learned from one exchange never mixes with another's: the demo's prices are not the real ones. */
function marketFolder({ dataDir, candlesDir, exchange }: Config): string {
  return exchange === 'mainnet' ? candlesDir : path.join(dataDir, 'market', exchange);
}
