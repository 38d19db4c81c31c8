import { COINMARKETCAP_ORIGIN, coinMarketCap } from '#adapters/coinmarketcap/coinmarketcap.ts';
import { cashText, trimDecimal } from '#base/decimal.ts';
import { instantOf } from '#base/time.ts';
import { coinOf } from '#market/coins/coin-of.ts';
import { keepCoins } from '#market/coins/keep-coins.ts';
import type { LeftOutRow } from '#ports/market-source.ts';
import type { AskedCoin, CoinData, CoinServices, CoinSize, CoinUnknown } from '#server/assets/coin-services.ts';
import { timeText } from '#server/http/text.ts';
import { coinDescription, latestCoinQuote, latestCoinQuotes } from '#storage/assets/coins.ts';
import type { Database } from '#storage/database/database.ts';
import type { Config } from '../config.ts';
import type { StartedEngine } from '../engine/start-engine.ts';

const DECIMALS = 8;
const NO_KEY = { available: false, reason: 'NO_API_KEY' } as const;

/** The engine of the simulated exchange: it tells supplies, and its marks value them. */
type SimulatedExchange = Pick<StartedEngine, 'circulatingSupply' | 'market'>;

export interface CoinOptions {
  readonly config: Pick<Config, 'cmcApiKey' | 'cmcIds'>;
  readonly engine: Database;
  /** Null for a real exchange. */
  readonly simulated: SimulatedExchange | null;
  readonly warn: (line: string) => void;
}

/** The known figures of coins, and the rows that could not be read. */
interface OpenedCoins {
  readonly services: CoinServices;
  leftOut(): readonly LeftOutRow[];
  stop(): Promise<void>;
}

/** What is known of coins, and the daily reading of it; without a key nothing is ever asked. */
export function openCoins(options: CoinOptions): OpenedCoins {
  const { config, engine, simulated, warn } = options;
  const { cmcApiKey: apiKey, cmcIds } = config;
  if (apiKey === null) return { services: withoutKey(simulated), leftOut: () => [], stop: async () => {} };
  const market = coinMarketCap({ origin: COINMARKETCAP_ORIGIN, apiKey });
  const keeping = keepCoins({ market, engine, coinIds: [...cmcIds.values()], log: warn });
  const leftOut = () =>
    [...market.leftOut()].map(([id, detail]) => ({ list: 'coins', name: `#${id}`, reason: 'field', detail }) as const);
  return { services: storedCoins(engine, cmcIds), leftOut, stop: keeping.stop };
}

function withoutKey(simulated: SimulatedExchange | null): CoinServices {
  return {
    description: async () => ({ description: null, reason: 'NO_API_KEY' }),
    sizes: async (coins) => new Map(coins.map((coin) => [coin, 'NO_API_KEY'])),
    data: async (asked) => (simulated === null ? NO_KEY : simulatedData(simulated, asked)),
  };
}

/** The supply is an arbitrary figure of the simulated exchange, and said to be one. */
async function simulatedData(exchange: SimulatedExchange, { symbol, coin }: AskedCoin): Promise<CoinData> {
  const [units, contracts] = await Promise.all([exchange.circulatingSupply(symbol), exchange.market.contracts()]);
  const facts = contracts.find(({ listing }) => listing.instrument.symbol === symbol);
  const { multiplier } = coinOf(facts?.listing.instrument.baseAsset ?? coin);
  const mark = facts?.mark ? Number(cashText(facts.mark.mark)) : null;
  const [price, supply] = [
    mark === null ? null : mark / multiplier,
    units === null ? null : Number(units) * multiplier,
  ];
  return {
    ...{ available: true, source: 'simulated', coin, name: coin, cmcId: null, slug: null, rank: null, tags: [] },
    price: price === null ? null : statistic(price),
    marketCap: price === null || supply === null ? null : statistic(price * supply),
    ...{ fullyDilutedCap: null, dayVolume: null, totalSupply: null, maxSupply: null, addedAt: null },
    circulatingSupply: supply === null ? null : statistic(supply),
    takenAt: new Date().toISOString(),
  };
}

const statistic = (figure: number): string => trimDecimal(figure.toFixed(DECIMALS));

/** What is stored of the coins that the settings name. */
export function storedCoins(engine: Database, ids: ReadonlyMap<string, number>): CoinServices {
  return {
    async description({ coin }) {
      const cmcId = ids.get(coin);
      if (cmcId === undefined) return { description: null, reason: 'NOT_MAPPED' };
      const text = (await coinDescription(engine, cmcId)) ?? '';
      return text === '' ? { description: null, reason: 'NOT_READ_YET' } : { description: text, reason: null };
    },
    async sizes(coins) {
      const quotes = await latestCoinQuotes(
        engine,
        coins.flatMap((coin) => ids.get(coin) ?? []),
      );
      return new Map<string, CoinSize | CoinUnknown>(
        coins.map((coin) => {
          const cmcId = ids.get(coin);
          if (cmcId === undefined) return [coin, 'NOT_MAPPED'];
          const newest = quotes.get(cmcId);
          return [coin, newest === undefined ? 'NOT_READ_YET' : { ...newest.quote, takenAt: newest.takenAt }];
        }),
      );
    },
    async data({ coin }) {
      const cmcId = ids.get(coin);
      if (cmcId === undefined) return { available: false, reason: 'NOT_MAPPED' };
      const row = await latestCoinQuote(engine, cmcId);
      if (row === undefined) return { available: false, reason: 'NOT_READ_YET' };
      const { symbol: _theirs, addedAt, tags, ...figures } = row.quote;
      return {
        ...{ available: true, source: 'coinmarketcap', coin, cmcId, ...figures },
        tags: [...tags],
        addedAt: addedAt === null ? null : timeText(instantOf(addedAt)),
        takenAt: row.takenAt.toISOString(),
      };
    },
  };
}
