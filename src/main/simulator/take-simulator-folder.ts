import type { Instant } from '#base/time.ts';
import { takeDataFolder } from '../data-folder/data-folder.ts';

/** The locked folder of the simulated exchange. */
export interface SimulatorFolder {
  readonly lock: { release(): void };
  /** The market time of a market that was set aside; a new one must not begin before it. */
  readonly reached: Instant | null;
}

/**
 * Locks the folder of the simulated exchange. A market of an older version, which this version cannot continue, is set
 * aside, so that a new one begins in its place.
 * @param warn - receives what happened and what it means for users
 * @throws AppError as `takeDataFolder` does
 */
export async function takeSimulatorFolder(folder: string, warn: (sentence: string) => void): Promise<SimulatorFolder> {
  const lock = takeDataFolder(folder);
  const { outdatedMarket, setAsideMarket } = await storedMarkets();
  const outdated = await outdatedMarket(folder);
  if (outdated === null) return { lock, reached: null };
  lock.release(); // Some systems rename no folder with an open file in it.
  const aside = await setAsideMarket(folder);
  warn(
    `The simulated market in ${folder} was made by an older version of Botyard, whose prices this version cannot continue. It was set aside as ${aside}, with the accounts, orders and positions at the simulated exchange, and a new market begins. Bots, portfolios and their figures stay: they go on at the prices of the new market, which may fill orders and move open results at once. Keys of the old accounts no longer work: remove yours on the account page and choose “Use my simulated account”.`,
  );
  return { lock: takeDataFolder(folder), reached: outdated.reached };
}

/** How to deal with markets of older versions; loaded on demand, because the simulated exchange is reached over its wire alone. */
export function storedMarkets(): Promise<typeof import('#simulator/stored/outdated-market.ts')> {
  return import('#simulator/stored/outdated-market.ts');
}
