import type { LeftOutRow } from '#ports/market-source.ts';
import { marketNow } from '#server/http/context.ts';
import type { Services } from '#server/services.ts';
import type { Database } from '#storage/database/database.ts';
import { openCoins } from './coins/open-coins.ts';
import type { Config } from './config.ts';
import { marketFolder } from './engine/market-folder.ts';
import type { StartedEngine } from './engine/start-engine.ts';
import type { Lifetime } from './lifetime.ts';
import { startMoves } from './moves/start-moves.ts';
import { startRuleScreens } from './screener/start-rule-screens.ts';
import { startScreener } from './screener/start-screener.ts';
import { startTrials } from './trials/start-trials.ts';

interface ReadersQuestion {
  readonly config: Config;
  readonly database: Database;
  readonly engine: StartedEngine;
  readonly isSimulated: boolean;
  readonly lifetime: Lifetime;
  readonly warn: (line: string) => void;
}

interface MarketReaders {
  readonly services: Pick<Services, 'trials' | 'moves' | 'coins' | 'screener' | 'rules'>;
  /** Coins whose figures could not be read. */
  readonly leftOutCoins: () => readonly LeftOutRow[];
}

/** What reads the market beside the engine and decides nothing: trials, price moves, figures of coins, the screener, rules on all symbols. */
export async function startMarketReaders(question: ReadersQuestion): Promise<MarketReaders> {
  const { config, database, engine, isSimulated, lifetime, warn } = question;
  const trials = startTrials({ readPast: engine.readPast, marketNow: () => marketNow(engine.runtime), warn });
  await lifetime.add('trials of strategies', () => trials.stop());
  const moves = startMoves({ database, engine, warn });
  await lifetime.add('price moves', () => moves.stop());
  const coins = openCoins({ config, engine: database, simulated: isSimulated ? engine : null, warn });
  await lifetime.add('figures of coins', () => coins.stop());
  const screener = startScreener(engine, { database, folder: marketFolder(config), warn });
  await lifetime.add('screener', () => screener.stop());
  const rules = startRuleScreens(engine, marketFolder(config));
  await lifetime.add('rules on all symbols', () => rules.stop());
  const services = { trials, moves, coins: coins.services, screener: screener.services, rules };
  return { services, leftOutCoins: coins.leftOut };
}
